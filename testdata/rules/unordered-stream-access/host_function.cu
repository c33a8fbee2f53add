// A host function fills pinned memory in the order of its stream; the copy on another stream does not wait for it.
#include "../program.h"

void read_frame(void* staging) {
  float* values = static_cast<float*>(staging);
  for (int i = 0; i < kCount; ++i) values[i] = static_cast<float>(i);
}

int main() {
  float* staging = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t reader = non_blocking_stream();
  cudaStream_t upload = non_blocking_stream();
  cudaEvent_t read = untimed_event();
  CHECK(cudaLaunchHostFunc(reader, read_frame, staging));
  CHECK(cudaEventRecord(read, reader));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(upload, read));
#endif
  CHECK(cudaMemcpyAsync(data, staging, kBytes, cudaMemcpyHostToDevice, upload));  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
// CUDEP-RUN: what host functions access is not recorded
