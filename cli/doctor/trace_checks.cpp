// Whether runs can be recorded here.
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <expected>

#include "cli/doctor/checks.h"
#include "cli/report/report.h"
#include "tracer/cupti/search.h"
#include "tracer/launch/launch.h"

namespace cudep::doctor {
namespace {

constexpr const char* kDriver = "libcuda.so.1";

Check recorder() {
  const std::string path = launch::recorder_path();
  if (!path.empty()) return {.subject = "recorder", .found = path};
  return {.level = Level::Note,
          .subject = "recorder",
          .found = "libcudep-trace.so is neither beside cudep nor in ../lib/cudep: `cudep trace` records nothing",
          .remedy = "install it there, or build cudep where the headers of the CUDA toolkit are"};
}

/// The number of GPUs; an error is the driver's number for what is wrong.
std::expected<int, int> count_gpus(void* driver) {
  const auto initialize = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
  const auto count = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  if (!initialize || !count) return std::unexpected(-1);
  if (const int error = initialize(0); error != 0) return std::unexpected(error);
  int gpus = 0;
  if (const int error = count(&gpus); error != 0) return std::unexpected(error);
  return gpus;
}

Check gpu() {
  constexpr std::string_view kSimulate = "record on a machine with a GPU, or without one with `cudep trace --simulate`";
  void* const driver = dlopen(kDriver, RTLD_LAZY | RTLD_LOCAL);
  if (!driver)
    return {.level = Level::Note,
            .subject = "GPU",
            .found = fmt::format("no CUDA driver ({})", kDriver),
            .remedy = std::string(kSimulate)};
  const auto gpus = count_gpus(driver);
  if (gpus && *gpus > 0) return {.subject = "GPU", .found = report::counted(static_cast<std::size_t>(*gpus), "device")};
  return {.level = Level::Note,
          .subject = "GPU",
          .found = gpus ? "none, though there is a driver"
                        : fmt::format("the driver does not start (error {})", gpus.error()),
          .remedy = fmt::format("see what nvidia-smi says and CUDA_VISIBLE_DEVICES holds; {}", kSimulate)};
}

Check cupti() {
  if (cupti::open_library()) return {.subject = "CUPTI", .found = "can be loaded"};
  const char* const named = std::getenv("CUDEP_CUPTI");
  return {
      .level = Level::Note,
      .subject = "CUPTI",
      .found = named ? fmt::format("CUDEP_CUPTI names {}, which cannot be loaded", named)
                     : "libcupti.so is not in the search path of libraries, CUDA_HOME, CUDA_PATH or /usr/local/cuda: "
                       "`cudep trace` records nothing",
      .remedy = "install the toolkit's CUPTI (pip: nvidia-cuda-cupti), or set CUDEP_CUPTI to the path of libcupti.so"};
}

}  // namespace

std::vector<Check> trace_checks() { return {recorder(), gpu(), cupti()}; }

}  // namespace cudep::doctor
