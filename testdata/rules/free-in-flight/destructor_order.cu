// Owners end in reverse order of their declaration: the stream, whose destructor synchronizes, must end before the
// buffer.
#include "../program.h"

class Stream {
 public:
  Stream() : stream_(non_blocking_stream()) {}
  ~Stream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  Stream(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_;
};

class PinnedBuffer {
 public:
  PinnedBuffer() : values_(pinned_buffer()) {}
  ~PinnedBuffer() {
    cudaFreeHost(values_);  // EXPECT: free-in-flight
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  float* values() { return values_; }

 private:
  float* values_;
};

void upload(float* data) {
#ifdef ORDERED
  PinnedBuffer staging;
  Stream stream;
#else
  Stream stream;
  PinnedBuffer staging;
#endif
  for (int i = 0; i < kCount; ++i) staging.values()[i] = 1.0f;
  CHECK(cudaMemcpyAsync(data, staging.values(), kBytes, cudaMemcpyHostToDevice, stream));
}  // ALLOW: free-in-flight

int main() {
  upload(device_buffer());
  return 0;
}
