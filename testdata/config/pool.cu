// Memory of a pool that gives a block to another stream only when its work is done: the body that is seen does not show
// that, and looks like a race.
#include <cuda_runtime.h>

#include <vector>

class Pool {
 public:
  float* take(cudaStream_t stream) {
    if (!free_.empty()) {
      float* block = free_.back();
      free_.pop_back();
      return block;
    }
    float* block = nullptr;
    cudaMalloc(&block, kBytes);
    return block;
  }
  void give_back(float* block, cudaStream_t stream) { free_.push_back(block); }

  static constexpr std::size_t kBytes = 1 << 20;

 private:
  std::vector<float*> free_;
};

int main() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  Pool pool;
  float* first = pool.take(a);
  cudaMemsetAsync(first, 1, Pool::kBytes, a);
  pool.give_back(first, a);
  float* second = pool.take(b);
  cudaMemsetAsync(second, 2, Pool::kBytes, b);
  pool.give_back(second, b);
  cudaDeviceSynchronize();
}
