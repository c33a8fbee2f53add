// A graph that works on a buffer is launched on one stream while another one is still filling that buffer.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(consumer, cudaStreamCaptureModeGlobal));
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaStreamEndCapture(consumer, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));

  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  CHECK(cudaGraphLaunch(exec, consumer));  // EXPECT: unordered-stream-access
  CHECK(cudaStreamSynchronize(consumer));
  return 0;
}
