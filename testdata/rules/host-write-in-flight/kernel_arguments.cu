// Kernel arguments are copied at the launch: changing the host's variable afterwards is right.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  float value = 1.0f;
  for (int step = 0; step < 4; ++step) {
    fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, value);
    value += 1.0f;
  }
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
