// Right: a few streams are made once and used in turn; one more is made and destroyed to warm up.
// CUDEP-OPTIONS: --select=too-many-streams
#include "../program.h"

int main() {
  float* data = device_buffer(8 * kBytes);
  cudaStream_t warm_up = blocking_stream();
  fill<<<kBlocks, kThreads, 0, warm_up>>>(data, kCount, 0.0f);
  CHECK(cudaStreamSynchronize(warm_up));
  CHECK(cudaStreamDestroy(warm_up));
  cudaStream_t streams[4];
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  for (int i = 0; i < 8; ++i) fill<<<kBlocks, kThreads, 0, streams[i % 4]>>>(data + i * kCount, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
