// Two stages share a buffer through std::shared_ptr made with a deleter.
#include <memory>

#include "../../rules/program.h"

using Shared = std::shared_ptr<float>;

Shared make_shared_buffer() {
  return Shared(device_buffer(), [](float* memory) { cudaFree(memory); });
}

class Stage {
 public:
  explicit Stage(Shared data) : data_(std::move(data)) {}
  void fill_with(float value) {
    fill<<<kBlocks, kThreads, 0, stream_>>>(data_.get(), kCount, value);
    CHECK(cudaEventRecord(done_, stream_));
  }
  void add_after(const Stage& other, float value) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream_, other.done_));
#else
    (void)other;
#endif
    add<<<kBlocks, kThreads, 0, stream_>>>(data_.get(), kCount, value);  // EXPECT: unordered-stream-access
  }

 private:
  Shared data_;
  cudaStream_t stream_ = non_blocking_stream();
  cudaEvent_t done_ = untimed_event();
};

int main() {
  const Shared data = make_shared_buffer();
  Stage first(data), second(data);
  first.fill_with(1.0f);
  second.add_after(first, 2.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
