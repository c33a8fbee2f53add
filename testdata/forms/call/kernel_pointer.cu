// Which kernel runs is chosen from a table of function pointers.
#include "../../rules/program.h"

using Kernel = void (*)(float*, int, float);

struct Step {
  Kernel kernel;
  float value;
};

constexpr Step kSteps[] = {{fill, 1.0f}, {add, 2.0f}};

void run(const Step& step, float* data, cudaStream_t stream) {
  step.kernel<<<kBlocks, kThreads, 0, stream>>>(data, kCount, step.value);  // EXPECT: unordered-stream-access
}

int main() {
  float* data = device_buffer();
  cudaStream_t streams[] = {non_blocking_stream(), non_blocking_stream()};
  cudaEvent_t done = untimed_event();
  run(kSteps[0], data, streams[0]);
  CHECK(cudaEventRecord(done, streams[0]));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(streams[1], done));
#endif
  run(kSteps[1], data, streams[1]);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
