// Right: managed memory that is attached to the host may be used once the stream has come to it.
// CUDEP-OPTIONS: --select=redundant-wait
#include "../program.h"

int main() {
  float* values = nullptr;
  CHECK(cudaMallocManaged(&values, kBytes, cudaMemAttachHost));
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaStreamAttachMemAsync(stream, values, 0, cudaMemAttachSingle));
  fill<<<kBlocks, kThreads, 0, stream>>>(values, kCount, 1.0f);
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamAttachMemAsync(stream, values, 0, cudaMemAttachHost));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%.1f\n", values[0]);
  return 0;
}
