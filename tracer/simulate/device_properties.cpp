// Values of attributes.
#include "tracer/simulate/device_properties.h"

#include <array>
#include <utility>

namespace cudep::simulate {
namespace {

constexpr auto kValues = std::to_array<std::pair<cudaDeviceAttr, int>>({
    {cudaDevAttrMaxThreadsPerBlock, 1024},
    {cudaDevAttrMaxBlockDimX, 1024},
    {cudaDevAttrMaxBlockDimY, 1024},
    {cudaDevAttrMaxBlockDimZ, 64},
    {cudaDevAttrMaxGridDimX, 0x7fffffff},
    {cudaDevAttrMaxGridDimY, 65535},
    {cudaDevAttrMaxGridDimZ, 65535},
    {cudaDevAttrMaxSharedMemoryPerBlock, 49152},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, 232448},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 233472},
    {cudaDevAttrTotalConstantMemory, 65536},
    {cudaDevAttrWarpSize, 32},
    {cudaDevAttrMaxRegistersPerBlock, 65536},
    {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
    {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
    {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
    {cudaDevAttrMultiProcessorCount, 132},
    {cudaDevAttrAsyncEngineCount, 3},
    {cudaDevAttrGpuOverlap, 1},
    {cudaDevAttrConcurrentKernels, 1},
    {cudaDevAttrCanMapHostMemory, 1},
    {cudaDevAttrUnifiedAddressing, 1},
    {cudaDevAttrManagedMemory, 1},
    {cudaDevAttrConcurrentManagedAccess, 1},
    {cudaDevAttrStreamPrioritiesSupported, 1},
    {cudaDevAttrCooperativeLaunch, 1},
    {cudaDevAttrHostRegisterSupported, 1},
    {cudaDevAttrMemoryPoolsSupported, 1},
    {cudaDevAttrComputeCapabilityMajor, 9},
    {cudaDevAttrComputeCapabilityMinor, 0},
    {cudaDevAttrL2CacheSize, 50 << 20},
    {cudaDevAttrClockRate, 1'980'000},
    {cudaDevAttrMemoryClockRate, 3'201'000},
    {cudaDevAttrGlobalMemoryBusWidth, 5120},
});

}  // namespace

int attribute_value(cudaDeviceAttr attribute) {
  const auto found = std::ranges::find(kValues, attribute, &std::pair<cudaDeviceAttr, int>::first);
  return found == kValues.end() ? 0 : found->second;
}

}  // namespace cudep::simulate
