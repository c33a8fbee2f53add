// The kernels of the program, as its constructors register them. They are never run; what is needed is how many bytes
// each parameter has, so that the bytes of the arguments can be recorded.
#pragma once
#include <cuda.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cudep::simulate {

/// A cudaKernel_t, a cudaFunction_t, and what the recorder takes for a CUkernel.
struct Kernel {
  std::string name;                  // mangled
  std::vector<std::uint32_t> bytes;  // of each parameter; 0 where that is not known
};

class Kernels {
 public:
  /// Sizes of parameters from `cudep lint --kernels-out`; a line on stderr when the file cannot be read.
  void read_summaries(const char* path);
  void add(const void* host_function, const char* name);
  /// `function` is the host's stub of a kernel, or a Kernel already; null when it is neither.
  Kernel* find(const void* function);

  // What the recorder asks of a driver.
  static CUresult parameter(CUkernel kernel, std::size_t position, std::size_t* offset, std::size_t* bytes);
  static CUresult name(const char** name, CUkernel kernel);

 private:
  [[nodiscard]] std::vector<std::uint32_t> sizes_of(const std::string& name) const;

  std::mutex mutex_;
  std::map<const void*, std::unique_ptr<Kernel>> by_function_;
  std::map<std::string, std::vector<std::uint32_t>> summarized_;
};

}  // namespace cudep::simulate
