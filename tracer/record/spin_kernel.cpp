// The kernel's text, for any device: the driver compiles it.
#include "tracer/record/spin_kernel.h"

namespace cudep::record {
namespace {

// `%globaltimer` counts nanoseconds on every device, whatever its clock rate (PTX ISA, Special Registers).
constexpr char kText[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry cudep_spin(.param .u64 nanoseconds)
{
  .reg .u64 %now, %end, %begin;
  .reg .pred %more;
  ld.param.u64 %end, [nanoseconds];
  mov.u64 %begin, %globaltimer;
  add.u64 %end, %end, %begin;
again:
  mov.u64 %now, %globaltimer;
  setp.lt.u64 %more, %now, %end;
  @%more bra again;
  ret;
}
)";

}  // namespace

bool SpinKernel::load(const Driver& driver) noexcept {
  if (driver.load_library == nullptr || driver.library_kernel == nullptr || driver.kernel_in_context == nullptr) {
    return false;
  }
  CUkernel kernel = kernel_.load(std::memory_order_acquire);
  if (kernel == nullptr) {
    CUlibrary library = nullptr;
    if (driver.load_library(&library, kText, nullptr, nullptr, 0, nullptr, nullptr, 0) != CUDA_SUCCESS) return false;
    if (driver.library_kernel(&kernel, library, "cudep_spin") != CUDA_SUCCESS) return false;
    kernel_.store(kernel, std::memory_order_release);
  }
  CUfunction in_this_context = nullptr;
  return driver.kernel_in_context(&in_this_context, kernel) == CUDA_SUCCESS;
}

bool SpinKernel::launch(const Driver& driver, CUstream stream, std::uint64_t nanoseconds) noexcept {
  const CUkernel kernel = kernel_.load(std::memory_order_acquire);
  if (kernel == nullptr || driver.launch == nullptr) return false;
  void* arguments[] = {&nanoseconds};
  const auto function = reinterpret_cast<CUfunction>(kernel);
  return driver.launch(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr) == CUDA_SUCCESS;
}

}  // namespace cudep::record
