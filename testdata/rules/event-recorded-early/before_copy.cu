// The event is recorded before the copy that the consumer needs.
#include "../program.h"

int main() {
  float* input = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t upload = non_blocking_stream();
  cudaStream_t compute = non_blocking_stream();
  cudaEvent_t uploaded = untimed_event();
#ifdef ORDERED
  CHECK(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, upload));
  CHECK(cudaEventRecord(uploaded, upload));
#else
  CHECK(cudaEventRecord(uploaded, upload));  // EXPECT: event-recorded-early
  CHECK(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, upload));
#endif
  CHECK(cudaStreamWaitEvent(compute, uploaded));
  add<<<kBlocks, kThreads, 0, compute>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
