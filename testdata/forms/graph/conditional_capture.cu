// A method captures on its first call and launches the graph on every call; the caller reads the output on its own
// stream.
#include "../../rules/program.h"

class Model {
 public:
  void run(const float* input, float* output, cudaStream_t stream) {
    if (exec_ == nullptr) {
      cudaGraph_t graph;
      CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
      copy<<<kBlocks, kThreads, 0, stream>>>(input, output, kCount);
      add<<<kBlocks, kThreads, 0, stream>>>(output, kCount, 1.0f);
      CHECK(cudaStreamEndCapture(stream, &graph));
      CHECK(cudaGraphInstantiate(&exec_, graph, 0));
      CHECK(cudaGraphDestroy(graph));
    }
    CHECK(cudaGraphLaunch(exec_, stream));
  }

 private:
  cudaGraphExec_t exec_ = nullptr;
};

int main() {
  Model model;
  float* input = device_buffer();
  float* output = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t compute = non_blocking_stream();
  cudaStream_t transfer = non_blocking_stream();
  cudaEvent_t computed = untimed_event();
  CHECK(cudaMemset(input, 0, kBytes));
  CHECK(cudaDeviceSynchronize());
  for (int frame = 0; frame < 4; ++frame) {
    model.run(input, output, compute);
    CHECK(cudaEventRecord(computed, compute));
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(transfer, computed));
#endif
    CHECK(cudaMemcpyAsync(host, output, kBytes, cudaMemcpyDeviceToHost, transfer));  // EXPECT: unordered-stream-access
    CHECK(cudaStreamSynchronize(transfer));
    std::printf("%.1f\n", host[0]);
  }
  return 0;
}
