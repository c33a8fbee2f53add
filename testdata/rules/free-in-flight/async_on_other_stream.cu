// Memory is freed in the order of the stream that allocated it, while a kernel on another stream may still use it.
#include "../program.h"

int main() {
  float* data = nullptr;
  cudaStream_t owner = non_blocking_stream();
  cudaStream_t user = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  cudaEvent_t used = untimed_event();
  CHECK(cudaMallocAsync(&data, kBytes, owner));
  fill<<<kBlocks, kThreads, 0, owner>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, owner));
  CHECK(cudaStreamWaitEvent(user, filled));
  add<<<kBlocks, kThreads, 0, user>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(used, user));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(owner, used));
#endif
  CHECK(cudaFreeAsync(data, owner));  // EXPECT: free-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
