// Streams and events are wrapped; the record is made in the wrapper, called too early.
#include "../program.h"

class Event {
 public:
  Event() : event_(untimed_event()) {}
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  void record(cudaStream_t stream) {
    CHECK(cudaEventRecord(event_, stream));  // EXPECT: event-recorded-early
  }
  void hold_back(cudaStream_t stream) const { CHECK(cudaStreamWaitEvent(stream, event_)); }

 private:
  cudaEvent_t event_;
};

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  Event filled;
#ifndef ORDERED
  filled.record(producer);  // ALLOW: event-recorded-early
#endif
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
#ifdef ORDERED
  filled.record(producer);
#endif
  filled.hold_back(consumer);
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
