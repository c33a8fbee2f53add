// Right: in the first lap there is nothing to wait for, in the later ones there is.
// CUDEP-OPTIONS: --select=redundant-wait
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t produced = untimed_event();
  cudaEvent_t consumed = untimed_event();
  CHECK(cudaEventRecord(consumed, producer));
  for (int lap = 0; lap < 4; ++lap) {
    CHECK(cudaStreamWaitEvent(producer, consumed));
    fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(produced, producer));
    CHECK(cudaStreamWaitEvent(consumer, produced));
    add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(consumed, consumer));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
