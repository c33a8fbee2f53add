// Streams, events and buffers are members of a class template; the methods hand over from one stream to the other.
#include "../../rules/program.h"

template <class T>
class Pipeline {
 public:
  explicit Pipeline(int count) : count_(count) {
    CHECK(cudaMalloc(&data_, count * sizeof(T)));
    CHECK(cudaMallocHost(&result_, count * sizeof(T)));
    CHECK(cudaStreamCreateWithFlags(&load_, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&work_, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&loaded_, cudaEventDisableTiming));
  }
  ~Pipeline() {
    cudaStreamSynchronize(work_);
    cudaEventDestroy(loaded_);
    cudaStreamDestroy(work_);
    cudaStreamDestroy(load_);
    cudaFreeHost(result_);
    cudaFree(data_);
  }
  void load(const T* source) {
    CHECK(cudaMemcpyAsync(data_, source, count_ * sizeof(T), cudaMemcpyHostToDevice, load_));
    CHECK(cudaEventRecord(loaded_, load_));
  }
  void process(T value) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(work_, loaded_));
#endif
    add<<<(count_ + 255) / 256, 256, 0, work_>>>(data_, count_, value);  // EXPECT: unordered-stream-access
    CHECK(cudaMemcpyAsync(result_, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost, work_));
  }
  const T* result() const {
    CHECK(cudaStreamSynchronize(work_));
    return result_;
  }

 private:
  int count_;
  T* data_ = nullptr;
  T* result_ = nullptr;
  cudaStream_t load_{};
  cudaStream_t work_{};
  cudaEvent_t loaded_{};
};

int main() {
  float* source = pinned_buffer();
  Pipeline<float> pipeline(kCount);
  pipeline.load(source);
  pipeline.process(1.0f);
  std::printf("%.1f\n", pipeline.result()[0]);
  return 0;
}
