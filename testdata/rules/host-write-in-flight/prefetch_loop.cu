// Blocks are read from a file into two pinned slots, one ahead of the kernels. Each slot is written again only after
// its upload is known complete; how many blocks there are is known to the file alone.
#include <cstdio>

#include "../program.h"

bool load(float* block, std::FILE* file) {
  for (int i = 0; i < kCount; ++i) block[i] = 0.0f;  // EXPECT: host-write-in-flight
  return std::fread(block, 1, kBytes, file) == kBytes;
}

int main() {
  float* host[2] = {pinned_buffer(), pinned_buffer()};
  float* data[2] = {device_buffer(), device_buffer()};
  cudaEvent_t uploaded[2] = {untimed_event(), untimed_event()};
  cudaStream_t stream = non_blocking_stream();
  int current = 0;
  bool more = load(host[current], stdin);
  while (more) {
    CHECK(cudaMemcpyAsync(data[current], host[current], kBytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(uploaded[current], stream));
    add<<<kBlocks, kThreads, 0, stream>>>(data[current], kCount, 1.0f);
    const int next = current ^ 1;
#ifdef ORDERED
    CHECK(cudaEventSynchronize(uploaded[next]));
#endif
    more = load(host[next], stdin);
    if (more) std::puts("another block");
    current = next;
  }
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
