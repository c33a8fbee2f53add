// A counter in device memory, cleared on one stream and incremented on another.
#include "../../rules/program.h"

__device__ int hits;

__global__ void count_positive(const float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && data[i] > 0.0f) atomicAdd(&hits, 1);
}

int main() {
  float* data = device_buffer();
  void* counter = nullptr;
  CHECK(cudaGetSymbolAddress(&counter, hits));
  cudaStream_t clear = non_blocking_stream();
  cudaStream_t work = non_blocking_stream();
  cudaEvent_t cleared = untimed_event();
  CHECK(cudaMemsetAsync(counter, 0, sizeof(int), clear));
  CHECK(cudaEventRecord(cleared, clear));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(work, cleared));
#endif
  count_positive<<<kBlocks, kThreads, 0, work>>>(data, kCount);  // EXPECT: unordered-stream-access
  int found = 0;
  CHECK(cudaMemcpyFromSymbolAsync(&found, hits, sizeof(int), 0, cudaMemcpyDeviceToHost, work));
  CHECK(cudaStreamSynchronize(work));
  std::printf("%d\n", found);
  return 0;
}
