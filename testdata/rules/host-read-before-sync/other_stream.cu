// The host synchronizes the stream that did the upload, not the one that does the download.
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t upload = non_blocking_stream();
  cudaStream_t download = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads, 0, upload>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, upload));
  CHECK(cudaStreamWaitEvent(download, filled));
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, download));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(download));
#else
  CHECK(cudaStreamSynchronize(upload));
#endif
  std::printf("%.1f\n", result[0]);  // EXPECT: host-read-before-sync
  return 0;
}
