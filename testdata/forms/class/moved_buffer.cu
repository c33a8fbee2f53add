// A buffer that owns its memory is moved from the stage that fills it to the stage that reads it.
#include <utility>

#include "../../rules/program.h"

class Buffer {
 public:
  explicit Buffer(std::size_t bytes) { CHECK(cudaMalloc(&data_, bytes)); }
  Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (data_) cudaFree(data_);
  }
  float* get() const { return data_; }

 private:
  float* data_ = nullptr;
};

class Stream {
 public:
  Stream() { CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }
  void synchronize() const { CHECK(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

Buffer produce(const Stream& stream, cudaEvent_t filled) {
  Buffer made(kBytes);
  fill<<<kBlocks, kThreads, 0, stream>>>(made.get(), kCount, 1.0f);
  CHECK(cudaEventRecord(filled, stream));
  return made;
}

class Consumer {
 public:
  explicit Consumer(Buffer input) : input_(std::move(input)) {}
  void run(cudaEvent_t filled) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream_, filled));
#endif
    add<<<kBlocks, kThreads, 0, stream_>>>(input_.get(), kCount, 1.0f);  // EXPECT: unordered-stream-access
    stream_.synchronize();
  }

 private:
  Stream stream_;
  Buffer input_;
};

int main() {
  cudaEvent_t filled = untimed_event();
  Stream stream;
  Consumer consumer(produce(stream, filled));
  consumer.run(filled);
  return 0;
}
