// The consumer is launched by cudaLaunchKernelEx, its stream in the configuration.
#include "../../rules/program.h"

void run(float* data, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(kBlocks);
  config.blockDim = dim3(kThreads);
  config.stream = stream;
  CHECK(cudaLaunchKernelEx(&config, add, data, kCount, 2.0f));  // EXPECT: unordered-stream-access
}

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
  run(data, consumer);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
