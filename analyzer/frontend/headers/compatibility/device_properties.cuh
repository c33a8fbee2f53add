// CUDA 13 removed fields of cudaDeviceProp. Programs see a class that has them again; the runtime fills in its base.
#pragma once

struct cudep_device_properties : cudaDeviceProp {
  int clockRate, memoryClockRate, deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear,
      singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};
#define cudaDeviceProp cudep_device_properties
