// As much of NPP's interface as the programs here use.
#pragma once
#include <cuda_runtime.h>

typedef float Npp32f;
enum NppStatus { NPP_SUCCESS = 0 };
struct NppStreamContext {
  cudaStream_t hStream;
  int nCudaDeviceId;
};

extern "C" NppStatus nppGetStreamContext(NppStreamContext* pNppStreamContext);
extern "C" NppStatus nppsAddC_32f_I_Ctx(Npp32f nValue, Npp32f* pSrcDst, int nLength, NppStreamContext nppStreamCtx);
