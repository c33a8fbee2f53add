// Copies and kernels on a stream that the caller gives.
#pragma once
#include <cuda_runtime.h>

namespace transfer {

constexpr int kCount = 1 << 16;

/// Fills `device` on `stream` from `host`.
void upload(float* device, const float* host, cudaStream_t stream);
void scale(float* device, float factor, cudaStream_t stream);

}  // namespace transfer
