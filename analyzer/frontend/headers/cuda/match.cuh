// Votes by value (CUDA C++ Programming Guide, "Warp Match Functions"), in the place where clang expects NVIDIA's.
#pragma once

template <class T>
__device__ unsigned int __match_any_sync(unsigned int mask, T value);
template <class T>
__device__ unsigned int __match_all_sync(unsigned int mask, T value, int* is_same);
