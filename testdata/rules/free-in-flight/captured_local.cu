// A captured copy keeps the address of its source. When that is a local variable of a function that has returned, every
// launch reads memory whose life has ended; a static one lives on.
#include "../program.h"

cudaGraph_t capture(cudaStream_t stream, float* data) {
#ifdef ORDERED
  static float coefficients[4] = {1.0f, 2.0f, 3.0f, 4.0f};
#else
  float coefficients[4] = {1.0f, 2.0f, 3.0f, 4.0f};
#endif
  const std::size_t bytes = sizeof coefficients;
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyAsync(data, coefficients, bytes, cudaMemcpyHostToDevice, stream));  // EXPECT: free-in-flight
  CHECK(cudaStreamEndCapture(stream, &graph));
  return graph;
}  // ALLOW: free-in-flight

int main() {
  cudaStream_t stream = non_blocking_stream();
  cudaGraph_t graph = capture(stream, device_buffer());
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
// CUDEP-RUN: the end of a local variable is no call
