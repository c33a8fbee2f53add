// One mode of three forgets its wait.
#include "../../rules/program.h"

enum class Mode { kAdd, kCopy, kReset };

void apply(Mode mode, float* data, float* other, cudaStream_t stream, cudaEvent_t filled) {
  switch (mode) {
    case Mode::kAdd:
      CHECK(cudaStreamWaitEvent(stream, filled));
      add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
      break;
    case Mode::kCopy:
#ifdef ORDERED
      CHECK(cudaStreamWaitEvent(stream, filled));
#endif
      copy<<<kBlocks, kThreads, 0, stream>>>(data, other, kCount);  // EXPECT: unordered-stream-access
      break;
    case Mode::kReset:
      CHECK(cudaStreamWaitEvent(stream, filled));
      CHECK(cudaMemsetAsync(data, 0, kBytes, stream));
      break;
  }
}

int main(int argc, char**) {
  float* data = device_buffer();
  float* other = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
  apply(static_cast<Mode>(argc % 3), data, other, consumer, filled);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
