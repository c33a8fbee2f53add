// The same function runs once eagerly, to warm up, and once under capture.
#include "../../rules/program.h"

struct Streams {
  cudaStream_t main = non_blocking_stream();
  cudaStream_t side = non_blocking_stream();
  cudaEvent_t forked = untimed_event();
  cudaEvent_t joined = untimed_event();
};

void step(const Streams& streams, float* a, float* b) {
  fill<<<kBlocks, kThreads, 0, streams.main>>>(a, kCount, 1.0f);
  CHECK(cudaEventRecord(streams.forked, streams.main));
  CHECK(cudaStreamWaitEvent(streams.side, streams.forked));
  copy<<<kBlocks, kThreads, 0, streams.side>>>(a, b, kCount);
  CHECK(cudaEventRecord(streams.joined, streams.side));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(streams.main, streams.joined));
  add<<<kBlocks, kThreads, 0, streams.main>>>(b, kCount, 1.0f);
#else
  add<<<kBlocks, kThreads, 0, streams.main>>>(b, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaStreamWaitEvent(streams.main, streams.joined));
#endif
}

int main() {
  Streams streams;
  float* a = device_buffer();
  float* b = device_buffer();
  step(streams, a, b);
  CHECK(cudaDeviceSynchronize());
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(streams.main, cudaStreamCaptureModeThreadLocal));
  step(streams, a, b);
  CHECK(cudaStreamEndCapture(streams.main, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 10; ++i) CHECK(cudaGraphLaunch(exec, streams.main));
  CHECK(cudaStreamSynchronize(streams.main));
  return 0;
}
