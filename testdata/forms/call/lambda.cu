// Stages are lambdas that capture their buffers by reference and get the stream.
#include "../../rules/program.h"

template <class Stage>
void run_on(cudaStream_t stream, Stage&& stage) {
  stage(stream);
  CHECK(cudaGetLastError());
}

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  const auto produce = [&](cudaStream_t stream) {
    fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(filled, stream));
  };
  const auto consume = [data, filled](cudaStream_t stream) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream, filled));
#else
    (void)filled;
#endif
    add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 2.0f);  // EXPECT: unordered-stream-access
  };
  run_on(producer, produce);
  run_on(consumer, consume);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
