// The wait is skipped when producer and consumer are one stream. The racy form skips it when they differ.
#include "../../rules/program.h"

class Tensor {
 public:
  void write(cudaStream_t stream) {
    fill<<<kBlocks, kThreads, 0, stream>>>(data_, kCount, 1.0f);
    writer_ = stream;
    CHECK(cudaEventRecord(written_, stream));
  }
  const float* read(cudaStream_t stream) const {
#ifdef ORDERED
    if (stream != writer_) CHECK(cudaStreamWaitEvent(stream, written_));
#else
    if (stream == writer_) CHECK(cudaStreamWaitEvent(stream, written_));
#endif
    return data_;
  }

 private:
  float* data_ = device_buffer();
  cudaStream_t writer_ = nullptr;
  cudaEvent_t written_ = untimed_event();
};

int main() {
  Tensor tensor;
  float* out = device_buffer();
  cudaStream_t a = non_blocking_stream();
  cudaStream_t b = non_blocking_stream();
  tensor.write(a);
  copy<<<kBlocks, kThreads, 0, b>>>(tensor.read(b), out, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
