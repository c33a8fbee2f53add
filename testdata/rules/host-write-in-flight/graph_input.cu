// A graph reads its pinned input anew at each launch; the host changes it while a launch may still be reading.
#include "../program.h"

int main() {
  float* input = pinned_buffer();
  float* data = device_buffer();
  for (int i = 0; i < kCount; ++i) input[i] = 1.0f;
  cudaStream_t stream = non_blocking_stream();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, stream));
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));

  CHECK(cudaGraphLaunch(exec, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  input[0] = 2.0f;  // EXPECT: host-write-in-flight
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
// CUDEP-RUN: host memory that graphs use is not watched
