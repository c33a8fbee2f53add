// The host polls until the copy is done; the racy form polls the event of the upload.
#include <chrono>
#include <thread>

#include "../../rules/program.h"

void poll(cudaEvent_t event) {
  while (cudaEventQuery(event) == cudaErrorNotReady) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

int main() {
  float* data = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t uploaded = untimed_event();
  cudaEvent_t downloaded = untimed_event();
  CHECK(cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, stream));
  CHECK(cudaEventRecord(uploaded, stream));
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(host, data, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaEventRecord(downloaded, stream));
#ifdef ORDERED
  poll(downloaded);
#else
  poll(uploaded);
#endif
  std::printf("%.1f\n", host[0]);  // EXPECT: host-read-before-sync
  CHECK(cudaDeviceSynchronize());
  return 0;
}
