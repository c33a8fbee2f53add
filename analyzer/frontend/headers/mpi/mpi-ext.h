// A stand-in for the extensions of an MPI that knows CUDA.
#pragma once
#pragma clang system_header

extern "C" int MPIX_Query_cuda_support();
