// NPP works on the stream in its context; the context that the library fills names the default stream.
#include <cuda_runtime.h>

#include "headers/npp.h"

int main() {
  constexpr int kCount = 1 << 16;
  Npp32f *values, *host;
  cudaMalloc(&values, kCount * sizeof(Npp32f));
  cudaMallocHost(&host, kCount * sizeof(Npp32f));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  NppStreamContext context;
  nppGetStreamContext(&context);
#ifdef ORDERED
  context.hStream = stream;
#endif

  cudaMemcpyAsync(values, host, kCount * sizeof(Npp32f), cudaMemcpyHostToDevice, stream);
  nppsAddC_32f_I_Ctx(1, values, kCount, context);  // EXPECT: unordered-stream-access
  cudaStreamSynchronize(stream);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFreeHost(host);
}
