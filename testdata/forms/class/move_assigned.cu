// Assigning a new pinned buffer frees the old one, which a copy may still be writing.
#include <utility>

#include "../../rules/program.h"

class Pinned {
 public:
  explicit Pinned(std::size_t bytes) { CHECK(cudaMallocHost(&data_, bytes)); }
  ~Pinned() { release(); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(Pinned&& other) noexcept {
    if (this != &other) {
      release();
      data_ = std::exchange(other.data_, nullptr);
    }
    return *this;
  }
  float* get() const { return data_; }

 private:
  void release() {
    if (data_ != nullptr) cudaFreeHost(data_);  // EXPECT: free-in-flight
    data_ = nullptr;
  }
  float* data_ = nullptr;
};

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  Pinned result(kBytes);
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result.get(), data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  result = Pinned(2 * kBytes);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
