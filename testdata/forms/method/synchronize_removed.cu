// A pipeline as a class, its streams and buffers as members: the host reads the output without a synchronize.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace {

constexpr int kThreads = 128;

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

__global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2.0f;
}

__global__ void shift(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1.0f;
}

class Pipeline {
 public:
  explicit Pipeline(int count) : count_(count) {
    check(cudaMallocHost(&input_, bytes()));
    check(cudaMallocHost(&output_, bytes()));
    check(cudaMalloc(&values_, bytes()));
    check(cudaStreamCreateWithFlags(&upload_, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&compute_, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&uploaded_, cudaEventDisableTiming));
    for (int i = 0; i < count_; ++i) input_[i] = static_cast<float>(i);
  }

  ~Pipeline() {
    cudaEventDestroy(uploaded_);
    cudaStreamDestroy(compute_);
    cudaStreamDestroy(upload_);
    cudaFree(values_);
    cudaFreeHost(output_);
    cudaFreeHost(input_);
  }

  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  int run() {
    check(cudaMemcpyAsync(values_, input_, bytes(), cudaMemcpyHostToDevice, upload_));
    scale<<<blocks(), kThreads, 0, upload_>>>(values_, count_);
    check(cudaGetLastError());
    check(cudaEventRecord(uploaded_, upload_));

    check(cudaStreamWaitEvent(compute_, uploaded_, 0));
    shift<<<blocks(), kThreads, 0, compute_>>>(values_, count_);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(output_, values_, bytes(), cudaMemcpyDeviceToHost, compute_));

#ifdef ORDERED
    check(cudaStreamSynchronize(compute_));
#endif
    int mismatches = 0;
    for (int i = 0; i < count_; ++i) {
      if (output_[i] != 2.0f * static_cast<float>(i) + 1.0f) ++mismatches;  // EXPECT: host-read-before-sync
    }
    return mismatches;
  }

 private:
  std::size_t bytes() const { return count_ * sizeof(float); }
  int blocks() const { return (count_ + kThreads - 1) / kThreads; }

  int count_;
  float* input_ = nullptr;
  float* output_ = nullptr;
  float* values_ = nullptr;
  cudaStream_t upload_ = nullptr;
  cudaStream_t compute_ = nullptr;
  cudaEvent_t uploaded_ = nullptr;
};

}  // namespace

int main() {
  Pipeline pipeline(4096);
  return pipeline.run() == 0 ? 0 : 2;
}
