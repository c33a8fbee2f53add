// Device code: built-in variables, mathematics and intrinsics, for which clang brings headers of its own, and what
// these leave to NVIDIA's.
#pragma once
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_math_forward_declares.h>
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>

// In the order that clang's own wrapper of NVIDIA's headers has them.
// clang-format off
#pragma push_macro("__CUDA_ARCH__")
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("__CUDA_ARCH__")
// clang-format on

inline __device__ __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
inline __device__ __cuda_builtin_threadIdx_t::operator uint3() const { return {x, y, z}; }
inline __device__ __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
inline __device__ __cuda_builtin_blockIdx_t::operator uint3() const { return {x, y, z}; }
inline __device__ __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
inline __device__ __cuda_builtin_blockDim_t::operator uint3() const { return {x, y, z}; }
inline __device__ __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
inline __device__ __cuda_builtin_gridDim_t::operator uint3() const { return {x, y, z}; }

extern "C" {
__device__ int printf(const char* format, ...);
__device__ void* malloc(size_t bytes) __attribute__((nothrow));
__device__ void free(void* pointer) __attribute__((nothrow));
__device__ void __assert_fail(const char* message, const char* file, unsigned line, const char* function)
    __attribute__((nothrow, noreturn));
}

// CUDA C++ Programming Guide, "Atomic Functions": of one type each, the value may be of any that converts to it.
#define CUDEP_ATOMIC(name)                      \
  template <class T, class U>                   \
  __device__ T name(T* place, U value);         \
  template <class T, class U>                   \
  __device__ T name##_block(T* place, U value); \
  template <class T, class U>                   \
  __device__ T name##_system(T* place, U value);
CUDEP_ATOMIC(atomicAdd)
CUDEP_ATOMIC(atomicSub)
CUDEP_ATOMIC(atomicExch)
CUDEP_ATOMIC(atomicMin)
CUDEP_ATOMIC(atomicMax)
CUDEP_ATOMIC(atomicInc)
CUDEP_ATOMIC(atomicDec)
CUDEP_ATOMIC(atomicAnd)
CUDEP_ATOMIC(atomicOr)
CUDEP_ATOMIC(atomicXor)
#undef CUDEP_ATOMIC
template <class T, class U, class V>
__device__ T atomicCAS(T* place, U expected, V value);
template <class T, class U, class V>
__device__ T atomicCAS_block(T* place, U expected, V value);
template <class T, class U, class V>
__device__ T atomicCAS_system(T* place, U expected, V value);

#include "../compatibility/cache_hints.cuh"
#include "../compatibility/minimum_maximum.cuh"

// Texture and surface functions read memory that no stream of the analysis knows by address.
template <class T>
__device__ T tex1D(cudaTextureObject_t texture, float x);
template <class T>
__device__ T tex1Dfetch(cudaTextureObject_t texture, int x);
template <class T>
__device__ T tex2D(cudaTextureObject_t texture, float x, float y);
template <class T>
__device__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer);
template <class T>
__device__ T tex2DLod(cudaTextureObject_t texture, float x, float y, float level);
template <class T>
__device__ T tex3D(cudaTextureObject_t texture, float x, float y, float z);
template <class T>
__device__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
template <class T>
__device__ void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y,
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
