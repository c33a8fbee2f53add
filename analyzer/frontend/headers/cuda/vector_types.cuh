// Vector types with their sizes and alignments (CUDA C++ Programming Guide, "Built-in Vector Types") and dim3.
#pragma once
#include "qualifiers.cuh"

// Vectors of 3 have the alignment of one element; of 1, 2 and 4 that of the whole, at most 16 bytes.
#define CUDEP_VECTORS(name, element, two, four)                                                            \
  struct name##1 { element x; };                                                                           \
  struct __align__(two) name##2 { element x, y; };                                                         \
  struct name##3 { element x, y, z; };                                                                     \
  struct __align__(four) name##4 { element x, y, z, w; };                                                  \
  inline __host__ __device__ name##1 make_##name##1(element x) { return {x}; }                             \
  inline __host__ __device__ name##2 make_##name##2(element x, element y) { return {x, y}; }               \
  inline __host__ __device__ name##3 make_##name##3(element x, element y, element z) { return {x, y, z}; } \
  inline __host__ __device__ name##4 make_##name##4(element x, element y, element z, element w) { return {x, y, z, w}; }

CUDEP_VECTORS(char, signed char, 2, 4)
CUDEP_VECTORS(uchar, unsigned char, 2, 4)
CUDEP_VECTORS(short, short, 4, 8)
CUDEP_VECTORS(ushort, unsigned short, 4, 8)
CUDEP_VECTORS(int, int, 8, 16)
CUDEP_VECTORS(uint, unsigned int, 8, 16)
CUDEP_VECTORS(long, long, 16, 16)
CUDEP_VECTORS(ulong, unsigned long, 16, 16)
CUDEP_VECTORS(longlong, long long, 16, 16)
CUDEP_VECTORS(ulonglong, unsigned long long, 16, 16)
CUDEP_VECTORS(float, float, 8, 16)
CUDEP_VECTORS(double, double, 16, 16)
#undef CUDEP_VECTORS

// Integers of a width, by the names of the driver API.
typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 extent) : x(extent.x), y(extent.y), z(extent.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
