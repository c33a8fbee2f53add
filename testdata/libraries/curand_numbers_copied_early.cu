// Random numbers are generated on one stream and copied to the host on another.
// CUDEP-NEEDS: curand.h
#include <cuda_runtime.h>
#include <curand.h>

int main() {
  constexpr std::size_t kCount = 1 << 16;
  float *numbers, *host;
  cudaMalloc(&numbers, kCount * sizeof(float));
  cudaMallocHost(&host, kCount * sizeof(float));
  cudaStream_t generate, copy;
  cudaStreamCreate(&generate);
  cudaStreamCreate(&copy);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 7);
  curandSetStream(generator, generate);

  curandGenerateUniform(generator, numbers, kCount);
#ifdef ORDERED
  cudaStreamSynchronize(generate);
#endif
  constexpr std::size_t kBytes = kCount * sizeof(float);
  cudaMemcpyAsync(host, numbers, kBytes, cudaMemcpyDeviceToHost, copy);  // EXPECT: unordered-stream-access
  cudaStreamSynchronize(copy);

  curandDestroyGenerator(generator);
  cudaFree(numbers);
  cudaFreeHost(host);
}
