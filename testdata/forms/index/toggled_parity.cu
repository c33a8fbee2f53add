// Two buffers in turn, chosen by `current ^= 1`; the copy engine refills one before its kernel has read it.
#include "../../rules/program.h"

void process(const float* input, float* total, int batches, cudaStream_t load, cudaStream_t work) {
  float* data[2] = {device_buffer(), device_buffer()};
  cudaEvent_t loaded[2] = {untimed_event(), untimed_event()};
  cudaEvent_t read[2] = {untimed_event(), untimed_event()};
  int current = 0;
  for (int batch = 0; batch < batches; ++batch) {
#ifdef ORDERED
    if (batch >= 2) CHECK(cudaStreamWaitEvent(load, read[current]));
#endif
    CHECK(cudaMemcpyAsync(data[current], input + std::size_t(batch) * kCount,  // EXPECT: unordered-stream-access
                          kBytes, cudaMemcpyHostToDevice, load));
    CHECK(cudaEventRecord(loaded[current], load));
    CHECK(cudaStreamWaitEvent(work, loaded[current]));
    sum<<<1, kThreads, 0, work>>>(data[current], kCount, total);
    CHECK(cudaEventRecord(read[current], work));
    current ^= 1;
  }
  CHECK(cudaStreamSynchronize(work));
}

int main(int argc, char** argv) {
  const int batches = argc > 1 ? std::atoi(argv[1]) : 8;
  float* total = device_buffer(sizeof(float));
  CHECK(cudaMemset(total, 0, sizeof(float)));
  CHECK(cudaDeviceSynchronize());
  process(pinned_buffer(batches * kBytes), total, batches, non_blocking_stream(), non_blocking_stream());
  return 0;
}
