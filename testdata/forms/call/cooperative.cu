// A cooperative launch reads what another stream is still writing.
#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  float* total = device_buffer(sizeof(float));
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), consumer));
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  int count = kCount;
  void* arguments[] = {&data, &count, &total};
  CHECK(cudaLaunchCooperativeKernel(sum, dim3(1), dim3(kThreads), arguments, 0,  // EXPECT: unordered-stream-access
                                    consumer));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
