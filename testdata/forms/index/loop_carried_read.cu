// One buffer for all laps: the next lap's upload overwrites what the last lap's kernel may still read.
#include "../../rules/program.h"

int main() {
  float* host = pinned_buffer(8 * kBytes);
  float* input = device_buffer();
  float* output = device_buffer(8 * kBytes);
  cudaStream_t load = non_blocking_stream();
  cudaStream_t work = non_blocking_stream();
  cudaEvent_t loaded = untimed_event();
  cudaEvent_t consumed = untimed_event();
  for (int lap = 0; lap < 8; ++lap) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(load, consumed));
#endif
    CHECK(cudaMemcpyAsync(input, host + lap * kCount, kBytes,  // EXPECT: unordered-stream-access
                          cudaMemcpyHostToDevice, load));
    CHECK(cudaEventRecord(loaded, load));
    CHECK(cudaStreamWaitEvent(work, loaded));
    copy<<<kBlocks, kThreads, 0, work>>>(input, output + lap * kCount, kCount);
    CHECK(cudaEventRecord(consumed, work));
  }
  CHECK(cudaStreamSynchronize(work));
  return 0;
}
