// Comes before every CUDA source: what nvcc accepts and clang with NVIDIA's headers does not.
#pragma clang system_header

// nvcc gives its macro a value, and says which version it is.
#undef __CUDACC__
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0

// Host code of nvcc calls isnan, isinf and isfinite without std, and asks the clock.
#include <math.h>
#include <time.h>

#include "cache_hints.cuh"
#include "minimum_maximum.cuh"
#if CUDA_VERSION >= 13000
#include "before_cuda_13.cuh"
#include "device_properties.cuh"
#endif
