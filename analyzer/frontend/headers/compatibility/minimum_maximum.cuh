// nvcc has global min and max for two numbers in host code too, also of different types; clang has them for the device
// alone. The overloads are those of the CUDA Math API, so that a call which nvcc finds ambiguous stays so.
#pragma once

#define CUDEP_CHOICE(result, first, second)                                                                   \
  inline __attribute__((host)) constexpr result min(first a, second b) {                                      \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }                                                                                                           \
  inline __attribute__((host)) constexpr result max(first a, second b) {                                      \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a) : static_cast<result>(b); \
  }
#define CUDEP_CHOICES(type, unsigned_type)                  \
  CUDEP_CHOICE(type, type, type)                            \
  CUDEP_CHOICE(unsigned_type, unsigned_type, unsigned_type) \
  CUDEP_CHOICE(unsigned_type, type, unsigned_type)          \
  CUDEP_CHOICE(unsigned_type, unsigned_type, type)

CUDEP_CHOICES(int, unsigned int)
CUDEP_CHOICES(long, unsigned long)
CUDEP_CHOICES(long long, unsigned long long)
CUDEP_CHOICE(float, float, float)
CUDEP_CHOICE(double, double, double)
CUDEP_CHOICE(double, float, double)
CUDEP_CHOICE(double, double, float)

#undef CUDEP_CHOICES
#undef CUDEP_CHOICE
