// The writer is meant to wait until the reader has read, but that reader is submitted, and its event recorded, only
// later.
#include "../program.h"

int main() {
  float* data = device_buffer();
  float* archive = device_buffer();
  cudaStream_t writer = non_blocking_stream();
  cudaStream_t reader = non_blocking_stream();
  cudaEvent_t read = untimed_event();
  CHECK(cudaMemset(data, 0, kBytes));
  CHECK(cudaDeviceSynchronize());
#ifdef ORDERED
  copy<<<kBlocks, kThreads, 0, reader>>>(data, archive, kCount);
  CHECK(cudaEventRecord(read, reader));
  CHECK(cudaStreamWaitEvent(writer, read));
  fill<<<kBlocks, kThreads, 0, writer>>>(data, kCount, 1.0f);
#else
  CHECK(cudaStreamWaitEvent(writer, read));  // EXPECT: wait-without-record
  fill<<<kBlocks, kThreads, 0, writer>>>(data, kCount, 1.0f);
  copy<<<kBlocks, kThreads, 0, reader>>>(data, archive, kCount);
  CHECK(cudaEventRecord(read, reader));
#endif
  CHECK(cudaDeviceSynchronize());
  return 0;
}
