// A captured graph with a side branch: edges inside come from stream order and event waits of the capture. Joining the
// branch after its result has been used leaves the two kernels unordered in every launch.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t trunk = non_blocking_stream();
  cudaStream_t branch = non_blocking_stream();
  cudaEvent_t forked = untimed_event();
  cudaEvent_t joined = untimed_event();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(trunk, cudaStreamCaptureModeGlobal));
  CHECK(cudaEventRecord(forked, trunk));
  CHECK(cudaStreamWaitEvent(branch, forked));
  fill<<<kBlocks, kThreads, 0, branch>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(joined, branch));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(trunk, joined));
  add<<<kBlocks, kThreads, 0, trunk>>>(data, kCount, 1.0f);
#else
  add<<<kBlocks, kThreads, 0, trunk>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaStreamWaitEvent(trunk, joined));
#endif
  CHECK(cudaStreamEndCapture(trunk, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, trunk));
  CHECK(cudaStreamSynchronize(trunk));
  return 0;
}
