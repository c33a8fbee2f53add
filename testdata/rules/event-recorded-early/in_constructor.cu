// A stage records its event once, when it is made, instead of after each submission.
#include "../program.h"

class Stage {
 public:
  Stage() : stream_(non_blocking_stream()), finished_(untimed_event()) {
#ifndef ORDERED
    CHECK(cudaEventRecord(finished_, stream_));  // EXPECT: event-recorded-early
#endif
  }

  void produce(float* data) {
    fill<<<kBlocks, kThreads, 0, stream_>>>(data, kCount, 1.0f);
#ifdef ORDERED
    CHECK(cudaEventRecord(finished_, stream_));
#endif
  }

  void consume(float* data) { add<<<kBlocks, kThreads, 0, stream_>>>(data, kCount, 1.0f); }

  void follow(const Stage& other) { CHECK(cudaStreamWaitEvent(stream_, other.finished_)); }

 private:
  cudaStream_t stream_;
  cudaEvent_t finished_;
};

int main() {
  float* data = device_buffer();
  Stage producer;
  Stage consumer;
  producer.produce(data);
  consumer.follow(producer);
  consumer.consume(data);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
