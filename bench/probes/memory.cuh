// Memory of each kind that the copy probes use, and kernels that write it and compare it.
#pragma once
#include "probe.cuh"

namespace probe {

enum class Memory { Pageable, Pinned, Device, ManagedOnHost, ManagedOnDevice };

inline const char* name(Memory memory) {
  switch (memory) {
    case Memory::Pageable:
      return "pageable";
    case Memory::Pinned:
      return "pinned";
    case Memory::Device:
      return "device";
    case Memory::ManagedOnHost:
      return "managed-on-host";
    case Memory::ManagedOnDevice:
      return "managed-on-device";
  }
  return "";
}

inline std::string shown_bytes(std::size_t bytes) {
  if (bytes < 1024) return text("%zu B", bytes);
  if (bytes < (1u << 20)) return text("%zu KiB", bytes >> 10);
  return text("%zu MiB", bytes >> 20);
}

static __global__ void write_words(int* words, std::size_t count, int value) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < count) words[i] = value;
}

static __global__ void count_unlike(const int* words, std::size_t count, int value, unsigned* unlike) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < count && words[i] != value) atomicAdd(unlike, 1u);
}

inline unsigned blocks(std::size_t count) { return static_cast<unsigned>((count + 255) / 256); }

inline void write(int* words, std::size_t count, int value, cudaStream_t stream) {
  write_words<<<blocks(count), 256, 0, stream>>>(words, count, value);
  CHECK(cudaGetLastError());
}

inline int* allocate(Memory memory, std::size_t bytes) {
  const std::size_t count = bytes / sizeof(int);
  if (memory == Memory::Pinned) return pinned<int>(count);
  if (memory == Memory::Device) return on_device<int>(count);
  int* words = nullptr;
  if (memory == Memory::Pageable)
    words = static_cast<int*>(std::malloc(bytes));
  else
    CHECK(cudaMallocManaged(&words, bytes));
  std::memset(words, 0, bytes);
  return words;
}

/// Fills the words where the memory lives, so that managed pages are on that side; complete on return.
inline void place(Memory memory, int* words, std::size_t bytes, int value) {
  const std::size_t count = bytes / sizeof(int);
  if (memory == Memory::Device || memory == Memory::ManagedOnDevice) {
    write(words, count, value, cudaStreamLegacy);
    CHECK(cudaDeviceSynchronize());
    return;
  }
  std::fill_n(words, count, value);
}

/// Compares on a stream; the number of words that differ is there after a synchronize.
class Comparison {
 public:
  void submit(const int* words, std::size_t bytes, int value, cudaStream_t stream) {
    *unlike_ = 0;
    const std::size_t count = bytes / sizeof(int);
    count_unlike<<<blocks(count), 256, 0, stream>>>(words, count, value, unlike_);
    CHECK(cudaGetLastError());
  }
  unsigned unlike() const { return *unlike_; }

 private:
  unsigned* unlike_ = pinned<unsigned>();
};

}  // namespace probe
