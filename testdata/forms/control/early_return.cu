// A small input takes a short cut out of the function, past the synchronize; its caller reads the result.
#include "../../rules/program.h"

void reduce(const float* data, int count, float* total, float* result, cudaStream_t stream) {
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), stream));
  sum<<<1, kThreads, 0, stream>>>(data, count, total);
  CHECK(cudaMemcpyAsync(result, total, sizeof(float), cudaMemcpyDeviceToHost, stream));
#ifndef ORDERED
  if (count <= kThreads) return;
#endif
  CHECK(cudaStreamSynchronize(stream));
}

float total_of(const float* data, int count) {
  float* total = device_buffer(sizeof(float));
  float* result = pinned_buffer(sizeof(float));
  cudaStream_t stream = non_blocking_stream();
  reduce(data, count, total, result, stream);
  const float value = *result;  // EXPECT: host-read-before-sync
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  return value;
}

int main(int argc, char** argv) {
  float* data = device_buffer();
  CHECK(cudaMemset(data, 0, kBytes));
  CHECK(cudaDeviceSynchronize());
  std::printf("%.1f\n", total_of(data, argc > 1 ? std::atoi(argv[1]) : kCount));
  return 0;
}
// CUDEP-RUN-ARGS: 100
