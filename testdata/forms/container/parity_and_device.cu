// Events of every device in two generations: sent[parity][device]. The receiver asks for the other generation.
#include "../../rules/program.h"

constexpr int kDevices = 2;

int main() {
  cudaStream_t compute[kDevices], exchange[kDevices];
  cudaEvent_t computed[2][kDevices], sent[2][kDevices];
  float* inner[kDevices];
  float* halo[kDevices];
  for (int d = 0; d < kDevices; ++d) {
    CHECK(cudaSetDevice(d));
    compute[d] = non_blocking_stream();
    exchange[d] = non_blocking_stream();
    inner[d] = device_buffer();
    halo[d] = device_buffer();
    for (int parity = 0; parity < 2; ++parity) {
      computed[parity][d] = untimed_event();
      sent[parity][d] = untimed_event();
    }
  }
  for (int step = 0; step < 20; ++step) {
    const int now = step % 2;
    for (int d = 0; d < kDevices; ++d) {
      CHECK(cudaSetDevice(d));
#ifdef ORDERED
      CHECK(cudaStreamWaitEvent(compute[d], sent[1 - now][1 - d]));
      CHECK(cudaStreamWaitEvent(compute[d], sent[1 - now][d]));
#else
      CHECK(cudaStreamWaitEvent(compute[d], sent[now][1 - d]));
      CHECK(cudaStreamWaitEvent(compute[d], sent[now][d]));
#endif
      copy<<<kBlocks, kThreads, 0, compute[d]>>>(halo[d], inner[d], kCount);  // EXPECT: unordered-stream-access
      CHECK(cudaEventRecord(computed[now][d], compute[d]));
    }
    for (int d = 0; d < kDevices; ++d) {
      CHECK(cudaSetDevice(d));
      CHECK(cudaStreamWaitEvent(exchange[d], computed[now][d]));
      CHECK(cudaStreamWaitEvent(exchange[d], computed[now][1 - d]));
      CHECK(cudaMemcpyPeerAsync(halo[1 - d], 1 - d, inner[d], d, kBytes, exchange[d]));
      CHECK(cudaEventRecord(sent[now][d], exchange[d]));
    }
  }
  for (int d = 0; d < kDevices; ++d) {
    CHECK(cudaSetDevice(d));
    CHECK(cudaDeviceSynchronize());
  }
  return 0;
}
