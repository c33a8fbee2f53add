// The driver API: a kernel of a module, launched by cuLaunchKernel with its argument array, and no wait for the upload.
#include <cuda.h>

#include "../../rules/program.h"

#define TRY(call)                                    \
  do {                                               \
    if ((call) != CUDA_SUCCESS) return EXIT_FAILURE; \
  } while (0)

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr data;
  CUstream upload, compute;
  CUevent uploaded;
  TRY(cuInit(0));
  TRY(cuDeviceGet(&device, 0));
  TRY(cuDevicePrimaryCtxRetain(&context, device));
  TRY(cuCtxSetCurrent(context));
  TRY(cuModuleLoad(&module, "kernels.cubin"));
  TRY(cuModuleGetFunction(&kernel, module, "scale"));
  TRY(cuMemAlloc(&data, kBytes));
  TRY(cuStreamCreate(&upload, CU_STREAM_NON_BLOCKING));
  TRY(cuStreamCreate(&compute, CU_STREAM_NON_BLOCKING));
  TRY(cuEventCreate(&uploaded, CU_EVENT_DISABLE_TIMING));
  float* host = pinned_buffer();
  TRY(cuMemcpyHtoDAsync(data, host, kBytes, upload));
  TRY(cuEventRecord(uploaded, upload));
#ifdef ORDERED
  TRY(cuStreamWaitEvent(compute, uploaded, 0));
#endif
  int count = kCount;
  void* arguments[] = {&data, &count};
  TRY(cuLaunchKernel(kernel, kBlocks, 1, 1, kThreads, 1, 1, 0, compute, arguments,  // EXPECT: unordered-stream-access
                     nullptr));
  TRY(cuStreamSynchronize(compute));
  return EXIT_SUCCESS;
}
