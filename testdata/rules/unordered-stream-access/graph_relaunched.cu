// One executable graph launched on two streams: a launch follows every earlier launch of the same graph.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  add<<<kBlocks, kThreads, 0, first>>>(data, kCount, 1.0f);
  CHECK(cudaStreamEndCapture(first, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaMemsetAsync(data, 0, kBytes, first));
  CHECK(cudaGraphLaunch(exec, first));
  CHECK(cudaGraphLaunch(exec, second));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
