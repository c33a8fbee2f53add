// A pipeline as a class, its streams and buffers as members: a slot is refilled when it has been filled, not when it
// has been drained.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace {

constexpr int kThreads = 128;
constexpr int kBatches = 5;

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

struct Slot {
  float* data = nullptr;
  cudaEvent_t filled;
  cudaEvent_t drained;
};

class Pipeline {
 public:
  explicit Pipeline(int count) : count_(count) {
    check(cudaMallocHost(&input_, kBatches * bytes()));
    check(cudaMallocHost(&output_, kBatches * bytes()));
    check(cudaStreamCreateWithFlags(&upload_, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&compute_, cudaStreamNonBlocking));
    for (Slot& slot : slots_) {
      check(cudaMalloc(&slot.data, bytes()));
      check(cudaEventCreateWithFlags(&slot.filled, cudaEventDisableTiming));
      check(cudaEventCreateWithFlags(&slot.drained, cudaEventDisableTiming));
    }
    for (int i = 0; i < kBatches * count_; ++i) input_[i] = static_cast<float>(i);
  }

  ~Pipeline() {
    for (Slot& slot : slots_) {
      cudaEventDestroy(slot.drained);
      cudaEventDestroy(slot.filled);
      cudaFree(slot.data);
    }
    cudaStreamDestroy(compute_);
    cudaStreamDestroy(upload_);
    cudaFreeHost(output_);
    cudaFreeHost(input_);
  }

  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  void run() {
    for (int batch = 0; batch < kBatches; ++batch) {
      Slot& slot = slots_[batch % 2];
      const float* in = input_ + batch * count_;
      float* out = output_ + batch * count_;
#ifdef ORDERED
      check(cudaStreamWaitEvent(upload_, slot.drained, 0));
#else
      check(cudaStreamWaitEvent(upload_, slot.filled, 0));
#endif
      check(
          cudaMemcpyAsync(slot.data, in, bytes(), cudaMemcpyHostToDevice, upload_));  // EXPECT: unordered-stream-access
      scale<<<blocks(), kThreads, 0, upload_>>>(slot.data, count_);
      check(cudaGetLastError());
      check(cudaEventRecord(slot.filled, upload_));

      check(cudaStreamWaitEvent(compute_, slot.filled, 0));
      shift<<<blocks(), kThreads, 0, compute_>>>(slot.data, count_);
      check(cudaGetLastError());
      check(cudaMemcpyAsync(out, slot.data, bytes(), cudaMemcpyDeviceToHost, compute_));
      check(cudaEventRecord(slot.drained, compute_));
    }
    check(cudaStreamSynchronize(compute_));
  }

 private:
  std::size_t bytes() const { return count_ * sizeof(float); }
  int blocks() const { return (count_ + kThreads - 1) / kThreads; }

  int count_;
  float* input_ = nullptr;
  float* output_ = nullptr;
  Slot slots_[2];
  cudaStream_t upload_ = nullptr;
  cudaStream_t compute_ = nullptr;
};

}  // namespace

int main() {
  Pipeline pipeline(4096);
  pipeline.run();
  return 0;
}
