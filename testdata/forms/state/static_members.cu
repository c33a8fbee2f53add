// A pool of streams in static members and thread-local storage.
#include "../../rules/program.h"

class Streams {
 public:
  static cudaStream_t get(int i) {
    if (streams_[i] == nullptr) streams_[i] = non_blocking_stream();
    return streams_[i];
  }
  static inline cudaStream_t streams_[2] = {};
};

thread_local cudaEvent_t filled = untimed_event();

int main() {
  float* data = device_buffer();
  fill<<<kBlocks, kThreads, 0, Streams::get(0)>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, Streams::get(0)));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(Streams::get(1), filled));
#endif
  add<<<kBlocks, kThreads, 0, Streams::get(1)>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
