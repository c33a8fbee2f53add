// Memory of cudaMallocAsync may be used only after that point of its stream; another stream needs an event for it.
#include "../program.h"

int main() {
  float* data = nullptr;
  cudaStream_t owner = non_blocking_stream();
  cudaStream_t user = non_blocking_stream();
  cudaEvent_t allocated = untimed_event();
  cudaEvent_t used = untimed_event();
  CHECK(cudaMallocAsync(&data, kBytes, owner));
  CHECK(cudaEventRecord(allocated, owner));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(user, allocated));
#endif
  fill<<<kBlocks, kThreads, 0, user>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaEventRecord(used, user));
  CHECK(cudaStreamWaitEvent(owner, used));
  CHECK(cudaFreeAsync(data, owner));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
