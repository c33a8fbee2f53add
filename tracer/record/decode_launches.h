// Kernel launches and host functions.
#pragma once
#include "tracer/record/call.h"

namespace cudep::record {

struct LaunchShape {
  CUfunction function;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  std::uint16_t flags;
  void** arguments;  // one pointer for each parameter
  void** extra;      // or all in one block, as CU_LAUNCH_PARAM_BUFFER_POINTER says
};

/// Writes a launch on `stream`, or, with `is_node`, the launch that a graph node makes.
void write_launch(Call& call, CUstream stream, bool is_node, const LaunchShape& shape) noexcept;
void write_launch_config(Call& call, const CUlaunchConfig& config, const LaunchShape& kernel) noexcept;

/// cuLaunchKernel, cuLaunchCooperativeKernel, and the parameters of kernel nodes: one set of names.
template <class Parameters>
LaunchShape launch_shape(const Parameters& parameters, CUfunction function) {
  LaunchShape shape{.function = function,
                    .grid = {parameters.gridDimX, parameters.gridDimY, parameters.gridDimZ},
                    .block = {parameters.blockDimX, parameters.blockDimY, parameters.blockDimZ},
                    .shared_bytes = parameters.sharedMemBytes,
                    .flags = 0,
                    .arguments = parameters.kernelParams,
                    .extra = nullptr};
  if constexpr (requires { parameters.extra; }) shape.extra = parameters.extra;
  return shape;
}

template <class Parameters>
void launch(Call& call, const Parameters& parameters) {
  write_launch(call, parameters.hStream, false, launch_shape(parameters, parameters.f));
}

template <class Parameters>
void cooperative_launch(Call& call, const Parameters& parameters) {
  LaunchShape shape = launch_shape(parameters, parameters.f);
  shape.flags = format::kCooperative;
  write_launch(call, parameters.hStream, false, shape);
}

template <class Parameters>
void configured_launch(Call& call, const Parameters& parameters) {
  if (parameters.config == nullptr) return;
  write_launch_config(call, *parameters.config,
                      {.function = parameters.f, .arguments = parameters.kernelParams, .extra = parameters.extra});
}

template <class Parameters>
void multi_device_launch(Call& call, const Parameters& parameters) {
  for (unsigned i = 0; i < parameters.numDevices; ++i) {
    const auto& one = parameters.launchParamsList[i];
    LaunchShape shape = launch_shape(one, one.function);
    shape.flags = format::kCooperative;
    write_launch(call, one.hStream, false, shape);
  }
}

template <class Parameters>
void host_function(Call& call, const Parameters& parameters) {
  auto* const entry = call.begin_on<format::HostFunctionEntry>(parameters.hStream, format::EntryKind::HostFunction);
  if (entry == nullptr) return;
  if constexpr (requires { parameters.fn; }) {
    entry->function = Call::number(parameters.fn);
  } else {
    entry->function = Call::number(parameters.callback);
  }
  entry->user_data = Call::number(parameters.userData);
  call.commit();
}

}  // namespace cudep::record
