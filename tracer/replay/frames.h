// From recorded return addresses to the user's own frames: what the CUDA runtime, the C library and nvcc's stubs add is
// left out.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"
#include "tracer/format/trace.h"
#include "tracer/replay/symbols.h"

namespace cudep::replay {

struct CallStack {
  std::vector<rules::SourceFrame> frames;  // the innermost first
  std::vector<std::uint64_t> addresses;    // the return addresses that the frames are of
  std::string api;                         // the runtime call that the user made, `cudaMemcpyAsync`; empty if not seen
};

class Frames {
 public:
  /// `trace` and `symbols` must outlive this.
  Frames(const format::Trace& trace, Symbols& symbols) : trace_(trace), symbols_(symbols) {}

  /// `kernel`: the function that is launched, whose host stub is not a frame of the user's; else empty.
  /// `of_memory`: the call allocates or frees, which the user's allocators do when the standard library calls them
  /// back.
  CallStack call_stack(format::StackId stack, std::string_view kernel, bool of_memory);

  /// What is loaded there; null when it is not known.
  [[nodiscard]] const format::Module* module_at(std::uint64_t address) const;

  /// Paths of the user's modules that now hold another build than the run had: their frames have no lines.
  [[nodiscard]] std::vector<std::string> changed_files() const;

 private:
  enum class Owner : std::uint8_t { User, Library, Cuda, Start };
  struct Place {
    CodePlace code;
    Owner owner = Owner::User;
    std::string label;  // how to name the place when no line is known: `app(produce+0x12)`
  };

  const std::vector<Place>& places(std::uint64_t return_address);
  [[nodiscard]] std::vector<CodePlace> code_places(std::uint64_t return_address, std::string& module);
  bool is_changed(const format::Module& module);

  const format::Trace& trace_;
  Symbols& symbols_;
  std::map<std::uint64_t, std::vector<Place>> known_;
  std::map<const format::Module*, bool> changed_;
};

}  // namespace cudep::replay
