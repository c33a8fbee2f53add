// The consumer is launched by cudaLaunchKernel with an array of argument addresses.
#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  int count = kCount;
  float value = 2.0f;
  void* arguments[] = {&data, &count, &value};
  const dim3 grid(kBlocks), block(kThreads);
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&add), grid, block,  // EXPECT: unordered-stream-access
                         arguments, 0, consumer));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
