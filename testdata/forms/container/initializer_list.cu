// A range-for over a braced list of streams synchronizes two of three.
#include "../../rules/program.h"

int main() {
  float* host = pinned_buffer();
  cudaStream_t a = non_blocking_stream(), b = non_blocking_stream(), c = non_blocking_stream();
  float* data = device_buffer();
  const int third = kCount / 4;
  int part = 0;
  for (cudaStream_t stream : {a, b, c}) {
    float* slice = data + part * third;
    fill<<<third / kThreads, kThreads, 0, stream>>>(slice, third, 1.0f);
    CHECK(cudaMemcpyAsync(host + part * third, slice, third * sizeof(float), cudaMemcpyDeviceToHost, stream));
    ++part;
  }
#ifdef ORDERED
  for (cudaStream_t stream : {a, b, c}) CHECK(cudaStreamSynchronize(stream));
#else
  for (cudaStream_t stream : {a, b}) CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", host[2 * third]);  // EXPECT: host-read-before-sync
  CHECK(cudaDeviceSynchronize());
  return 0;
}
