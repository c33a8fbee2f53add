// Registers kernels and lays out their parameters.
#include "tracer/simulate/kernels.h"

#include <algorithm>
#include <cstdio>

#include "tracer/replay/names.h"
#include "tracer/simulate/parameter_sizes.h"

namespace cudep::simulate {
namespace {

constexpr std::size_t kSlot = 8;

std::size_t slots(std::size_t bytes) { return (bytes + kSlot - 1) / kSlot * kSlot; }

}  // namespace

void Kernels::read_summaries(const char* path) {
  auto sizes = sizes_in_summaries(path);
  if (!sizes) {
    std::fprintf(stderr, "cudep: %s\n", sizes.error().c_str());
    return;
  }
  summarized_ = std::move(*sizes);
}

/// nvcc and clang spell the names of kernels with internal linkage differently.
std::vector<std::uint32_t> Kernels::sizes_of(const std::string& name) const {
  if (const auto exact = summarized_.find(name); exact != summarized_.end()) return exact->second;
  const std::string common = replay::common_kernel_name(name);
  const auto is_same = [&](const auto& entry) { return replay::common_kernel_name(entry.first) == common; };
  const auto found = std::ranges::find_if(summarized_, is_same);
  return found != summarized_.end() ? found->second : sizes_by_signature(name);
}

void Kernels::add(const void* host_function, const char* name) {
  auto kernel = std::make_unique<Kernel>();
  kernel->name = name;
  kernel->bytes = sizes_of(kernel->name);
  const std::lock_guard lock(mutex_);
  by_function_[host_function] = std::move(kernel);
}

Kernel* Kernels::find(const void* function) {
  const std::lock_guard lock(mutex_);
  if (const auto found = by_function_.find(function); found != by_function_.end()) return found->second.get();
  const auto same = [&](const auto& entry) { return entry.second.get() == function; };
  const auto found = std::ranges::find_if(by_function_, same);
  return found == by_function_.end() ? nullptr : found->second.get();
}

CUresult Kernels::parameter(CUkernel handle, std::size_t position, std::size_t* offset, std::size_t* bytes) {
  const auto& kernel = *reinterpret_cast<const Kernel*>(handle);
  if (position >= kernel.bytes.size()) return CUDA_ERROR_INVALID_VALUE;
  *offset = 0;
  for (std::size_t i = 0; i < position; ++i) *offset += slots(kernel.bytes[i]);
  *bytes = kernel.bytes[position];
  return CUDA_SUCCESS;
}

CUresult Kernels::name(const char** name, CUkernel handle) {
  *name = reinterpret_cast<const Kernel*>(handle)->name.c_str();
  return CUDA_SUCCESS;
}

}  // namespace cudep::simulate
