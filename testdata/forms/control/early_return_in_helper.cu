// A helper that leaves early for an empty range reads the result; nobody has waited for it.
#include "../../rules/program.h"

bool all_above(const float* values, int count, float limit) {
  if (count <= 0) return true;
  for (int i = 0; i < count; ++i)
    if (values[i] < limit) return false;  // EXPECT: host-read-before-sync
  return true;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : kCount;
  float* data = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(host, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%d\n", all_above(host, count, 0.5f) ? 1 : 0);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
