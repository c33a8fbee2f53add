// A stand-in for the extensions of an MPI that knows CUDA.
#pragma once
#pragma clang system_header

#define MPIX_CUDA_AWARE_SUPPORT 1
extern "C" int MPIX_Query_cuda_support();
