// Half-precision numbers, as far as programs pass them around and convert them; arithmetic by way of float.
#pragma once
#include "runtime.cuh"

#define CUDEP_SMALL_FLOAT(name)                                     \
  struct __align__(2) name {                                        \
    unsigned short bits;                                            \
    name() = default;                                               \
    __host__ __device__ name(float value);                          \
    __host__ __device__ name(double value);                         \
    __host__ __device__ name(int value);                            \
    __host__ __device__ operator float() const;                     \
    __host__ __device__ name& operator+=(const name& other);        \
    __host__ __device__ name& operator-=(const name& other);        \
    __host__ __device__ name& operator*=(const name& other);        \
    __host__ __device__ name& operator/=(const name& other);        \
  };                                                                \
  struct __align__(4) name##2 {                                     \
    name x, y;                                                      \
    name##2() = default;                                            \
    __host__ __device__ name##2(const name& x, const name& y);      \
  };                                                                \
  __host__ __device__ name operator+(const name& a, const name& b); \
  __host__ __device__ name operator-(const name& a, const name& b); \
  __host__ __device__ name operator*(const name& a, const name& b); \
  __host__ __device__ name operator/(const name& a, const name& b); \
  __host__ __device__ name __hadd(name a, name b);                  \
  __host__ __device__ name __hsub(name a, name b);                  \
  __host__ __device__ name __hmul(name a, name b);                  \
  __host__ __device__ name __hdiv(name a, name b);                  \
  __host__ __device__ name __hfma(name a, name b, name c);          \
  __host__ __device__ name##2 __hadd2(name##2 a, name##2 b);        \
  __host__ __device__ name##2 __hmul2(name##2 a, name##2 b);        \
  __host__ __device__ name##2 __hfma2(name##2 a, name##2 b, name##2 c);

CUDEP_SMALL_FLOAT(__half)
CUDEP_SMALL_FLOAT(__nv_bfloat16)
#undef CUDEP_SMALL_FLOAT

typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat162 nv_bfloat162;
typedef __nv_bfloat16 nv_bfloat16;

__host__ __device__ __half __float2half(float value);
__host__ __device__ __half __float2half_rn(float value);
__host__ __device__ float __half2float(__half value);
__host__ __device__ __half2 __float2half2_rn(float value);
__host__ __device__ __half2 __floats2half2_rn(float x, float y);
__host__ __device__ __half2 __half2half2(__half value);
__host__ __device__ __half2 __halves2half2(__half x, __half y);
__host__ __device__ float2 __half22float2(__half2 value);
__host__ __device__ __nv_bfloat16 __float2bfloat16(float value);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float value);
__host__ __device__ float __bfloat162float(__nv_bfloat16 value);
