// The producer is launched by cudaLaunchKernelExC: configuration and argument array.
#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  cudaLaunchConfig_t config{};
  config.gridDim = kBlocks;
  config.blockDim = kThreads;
  config.stream = producer;
  int count = kCount;
  float value = 1.0f;
  void* arguments[] = {&data, &count, &value};
  CHECK(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(fill), arguments));
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 2.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
