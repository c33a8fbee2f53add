// A kernel is submitted to another stream after the memory has been freed in stream order.
#include "../program.h"

int main() {
  float* data = nullptr;
  cudaStream_t owner = non_blocking_stream();
  cudaStream_t user = non_blocking_stream();
  cudaEvent_t done = untimed_event();
  CHECK(cudaMallocAsync(&data, kBytes, owner));
  fill<<<kBlocks, kThreads, 0, owner>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaEventRecord(done, owner));
  CHECK(cudaStreamWaitEvent(user, done));
  add<<<kBlocks, kThreads, 0, user>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(done, user));
  CHECK(cudaStreamWaitEvent(owner, done));
  CHECK(cudaFreeAsync(data, owner));
#else
  CHECK(cudaFreeAsync(data, owner));
  CHECK(cudaEventRecord(done, owner));
  CHECK(cudaStreamWaitEvent(user, done));
  add<<<kBlocks, kThreads, 0, user>>>(data, kCount, 1.0f);  // EXPECT: free-in-flight
#endif
  CHECK(cudaDeviceSynchronize());
  return 0;
}
