// A transform whose plan was given no stream runs on the default stream, apart from the copy that feeds it.
// CUDEP-NEEDS: cufft.h
#include <cuda_runtime.h>
#include <cufft.h>

int main() {
  constexpr int kPoints = 1 << 16;
  constexpr std::size_t kBytes = kPoints * sizeof(cufftComplex);
  cufftComplex *host, *signal, *spectrum;
  cudaMallocHost(&host, kBytes);
  cudaMalloc(&signal, kBytes);
  cudaMalloc(&spectrum, kBytes);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cufftHandle plan;
  if (cufftPlan1d(&plan, kPoints, CUFFT_C2C, 1) != CUFFT_SUCCESS) return 1;
#ifdef ORDERED
  cufftSetStream(plan, stream);
#endif

  cudaMemcpyAsync(signal, host, kBytes, cudaMemcpyHostToDevice, stream);
  cufftExecC2C(plan, signal, spectrum, CUFFT_FORWARD);                      // EXPECT: unordered-stream-access
  cudaMemcpyAsync(host, spectrum, kBytes, cudaMemcpyDeviceToHost, stream);  // ALLOW: unordered-stream-access
  cudaStreamSynchronize(stream);

  cufftDestroy(plan);
  cudaFree(signal);
  cudaFree(spectrum);
  cudaFreeHost(host);
}
