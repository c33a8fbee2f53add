// Host functions are chosen from a table by name of the step.
#include "../../rules/program.h"

struct State {
  float* data;
  cudaStream_t producer, consumer;
  cudaEvent_t filled;
};

void produce(State& state) {
  fill<<<kBlocks, kThreads, 0, state.producer>>>(state.data, kCount, 1.0f);
  CHECK(cudaEventRecord(state.filled, state.producer));
}

void consume(State& state) {
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(state.consumer, state.filled));
#endif
  add<<<kBlocks, kThreads, 0, state.consumer>>>(state.data, kCount, 2.0f);  // EXPECT: unordered-stream-access
}

int main() {
  State state{device_buffer(), non_blocking_stream(), non_blocking_stream(), untimed_event()};
  void (*const steps[])(State&) = {produce, consume};
  for (auto* step : steps) step(state);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
