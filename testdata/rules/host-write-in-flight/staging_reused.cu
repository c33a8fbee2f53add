// Every chunk goes through the same pinned staging buffer, refilled while the copy of the last chunk may still read it.
#include "../program.h"

void prepare(float* staging, int chunk) {
  for (int i = 0; i < kCount; ++i) {
    staging[i] = static_cast<float>(chunk);  // EXPECT: host-write-in-flight
  }
}

int main() {
  const int chunks = 4;
  float* staging = pinned_buffer();
  float* data = device_buffer(chunks * kBytes);
  cudaStream_t upload = non_blocking_stream();
  cudaEvent_t uploaded = untimed_event();
  for (int chunk = 0; chunk < chunks; ++chunk) {
#ifdef ORDERED
    CHECK(cudaEventSynchronize(uploaded));
#endif
    prepare(staging, chunk);  // ALLOW: host-write-in-flight
    CHECK(cudaMemcpyAsync(data + chunk * kCount, staging, kBytes, cudaMemcpyHostToDevice, upload));
    CHECK(cudaEventRecord(uploaded, upload));
  }
  CHECK(cudaStreamSynchronize(upload));
  return 0;
}
