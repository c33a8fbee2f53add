// A callback, a lambda without captures, sums the result; the host overwrites the result before it has run.
#include "../../rules/program.h"

struct Job {
  float* result;
  float total;
};

int main() {
  Job job{pinned_buffer(), 0.0f};
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(job.result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamAddCallback(
      stream,
      [](cudaStream_t, cudaError_t status, void* argument) {
        if (status != cudaSuccess) return;
        auto* finished = static_cast<Job*>(argument);
        for (int i = 0; i < kCount; ++i) finished->total += finished->result[i];
      },
      &job, 0));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", job.total);  // EXPECT: host-read-before-sync
  CHECK(cudaDeviceSynchronize());
  return 0;
}
// CUDEP-RUN: what host functions access is not recorded
