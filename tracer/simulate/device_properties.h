// What a simulated device says of itself: compute capability 9.0, everything that code asks before it uses streams.
#pragma once
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "tracer/simulate/memory.h"

namespace cudep::simulate {

/// 0 for what is not listed.
int attribute_value(cudaDeviceAttr attribute);

/// Both versions of the structure have these names, at other places.
template <class Properties>
void describe(Properties& properties) {
  properties = {};
  std::snprintf(properties.name, sizeof(properties.name), "cudep simulated GPU");
  properties.totalGlobalMem = kDeviceBytes;
  properties.sharedMemPerBlock = 49152;
  properties.regsPerBlock = 65536;
  properties.warpSize = attribute_value(cudaDevAttrWarpSize);
  properties.memPitch = 0x7fffffff;
  properties.maxThreadsPerBlock = attribute_value(cudaDevAttrMaxThreadsPerBlock);
  std::copy_n(std::begin({1024, 1024, 64}), 3, properties.maxThreadsDim);
  std::copy_n(std::begin({0x7fffffff, 65535, 65535}), 3, properties.maxGridSize);
  properties.totalConstMem = 65536;
  properties.major = attribute_value(cudaDevAttrComputeCapabilityMajor);
  properties.minor = attribute_value(cudaDevAttrComputeCapabilityMinor);
  properties.textureAlignment = 512;
  properties.texturePitchAlignment = 32;
  properties.multiProcessorCount = attribute_value(cudaDevAttrMultiProcessorCount);
  properties.canMapHostMemory = 1;
}

}  // namespace cudep::simulate
