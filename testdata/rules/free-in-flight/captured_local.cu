// A captured copy keeps the address of its source. When that is a local variable of a function that has returned, every
// launch reads memory whose life has ended.
#include "../program.h"

cudaGraph_t capture(cudaStream_t stream, float* data, const float* pinned) {
  float coefficients[4] = {1.0f, 2.0f, 3.0f, 4.0f};
  cudaGraph_t graph;
#ifdef ORDERED
  const float* source = pinned;
#else
  const float* source = coefficients;
#endif
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyAsync(data, source, sizeof coefficients, cudaMemcpyHostToDevice, stream));  // EXPECT: free-in-flight
  CHECK(cudaStreamEndCapture(stream, &graph));
  return graph;
}  // ALLOW: free-in-flight

int main() {
  float* pinned = pinned_buffer();
  for (int i = 0; i < 4; ++i) pinned[i] = 1.0f;
  cudaStream_t stream = non_blocking_stream();
  cudaGraph_t graph = capture(stream, device_buffer(), pinned);
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
