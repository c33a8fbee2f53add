// The first launch of a kernel while another stream works: does it wait for that, the host or the device?
#include <cuda.h>

#include "probe.cuh"

using Launch = void(const int* over, int* seen, cudaStream_t stream);
Launch launch_1, launch_2, launch_3, launch_4, launch_5;   // plain kernels
Launch launch_6, launch_7, launch_8, launch_9, launch_10;  // kernels with device and constant data

namespace probe {
namespace {

Launch* const kPlain[] = {launch_1, launch_2, launch_3, launch_4, launch_5};
Launch* const kWithData[] = {launch_6, launch_7, launch_8, launch_9, launch_10};

enum class SpinBy { Kernel, HostFunction };

const char* name(SpinBy by) { return by == SpinBy::Kernel ? "kernel" : "host-function"; }

/// Each round's launch sees for itself whether the spin is over.
std::string first_launch(SpinBy by,
                         const std::function<void(int round, const int* over, int* seen, cudaStream_t)>& launch) {
  Streams streams;
  Spin spin;
  int* seen = pinned<int>(kRepeats + 1);
  const auto start = [&] {
    if (by == SpinBy::Kernel) return spin.start(streams.nonblocking_a);
    spin.submit_host_function(streams.nonblocking_a);
    spin.wait_until_running();
  };
  int last = 0;
  const auto act = [&](int round) {
    last = round;
    launch(round, spin.over_flag(), &seen[round], streams.nonblocking_b);
  };
  return behind(spin, {start, act, {[] {}, [&] { return seen[last] == 2; }}, false}).shown();
}

std::string of_separate_unit(SpinBy by, Launch* const (&kernels)[kRepeats]) {
  return first_launch(by, [&](int round, const int* over, int* seen, cudaStream_t stream) {
    kernels[round - 1](over, seen, stream);
    CHECK(cudaGetLastError());
  });
}

void check_driver(CUresult result, const char* call) {
  const char* name = "unknown error";
  cuGetErrorName(result, &name);
  if (result != CUDA_SUCCESS) give_up(__FILE__, __LINE__, call, name);
}

/// The look kernel as a module that is loaded at run time.
constexpr const char* kModule = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry look(.param .u64 over, .param .u64 seen)
{
  .reg .u64 %a, %b;
  .reg .u32 %v;
  ld.param.u64 %a, [over];
  ld.param.u64 %b, [seen];
  ld.volatile.u32 %v, [%a];
  add.u32 %v, %v, 1;
  st.volatile.u32 [%b], %v;
  ret;
}
)";

CUmodule load() {
  CUmodule module = nullptr;
  check_driver(cuModuleLoadData(&module, kModule), "cuModuleLoadData");
  return module;
}

void launch_from(CUmodule module, const int* over, int* seen, cudaStream_t stream) {
  CUfunction look = nullptr;
  check_driver(cuModuleGetFunction(&look, module, "look"), "cuModuleGetFunction");
  void* arguments[] = {&over, &seen};
  check_driver(cuLaunchKernel(look, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr), "cuLaunchKernel");
}

/// Loaded before the spin, or while it runs.
std::string of_loaded_module(SpinBy by, bool load_behind_spin) {
  CHECK(cudaFree(nullptr));
  load();  // what the first load of all costs is not of interest
  std::vector<CUmodule> modules;
  if (!load_behind_spin)
    for (int i = 0; i < kRepeats; ++i) modules.push_back(load());
  return first_launch(by, [&](int round, const int* over, int* seen, cudaStream_t stream) {
    launch_from(load_behind_spin ? load() : modules[round - 1], over, seen, stream);
  });
}

std::vector<Probe> probes() {
  std::vector<Probe> all;
  for (const SpinBy by : {SpinBy::Kernel, SpinBy::HostFunction}) {
    all.push_back({10, text("separate-unit-behind-%s", name(by)), [=] { return of_separate_unit(by, kPlain); }});
    all.push_back(
        {10, text("separate-unit-with-data-behind-%s", name(by)), [=] { return of_separate_unit(by, kWithData); }});
    all.push_back({10, text("loaded-module-behind-%s", name(by)), [=] { return of_loaded_module(by, false); }});
    all.push_back({10, text("load-and-launch-behind-%s", name(by)), [=] { return of_loaded_module(by, true); }});
  }
  return all;
}

/// Every probe with lazy and with eager loading.
std::vector<Probe> probes_of(const char* loading) {
  std::vector<Probe> all = probes();
  for (Probe& probe : all) probe.name = text("%s-%s", loading, probe.name.c_str());
  return all;
}

}  // namespace
}  // namespace probe

int main(int argc, char** argv) {
  using namespace probe;
  const bool eager = argc > 1 && std::string(argv[1]).starts_with("eager");
  std::vector<Probe> all = probes_of("lazy");
  for (Probe& each : probes_of("eager")) all.push_back(std::move(each));
  return run(argc, argv, all, eager ? Loading::Eager : Loading::Lazy);
}
