// A class starts a reduction in one method and returns its result from another, which forgets to synchronize.
#include "../program.h"

class Reduction {
 public:
  void start(const float* data) {
    CHECK(cudaMemsetAsync(total_, 0, sizeof(float), stream_));
    sum<<<1, kThreads, 0, stream_>>>(data, kCount, total_);
    CHECK(cudaMemcpyAsync(result_, total_, sizeof(float), cudaMemcpyDeviceToHost, stream_));
  }

  float finish() const {
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(stream_));
#endif
    return *result_;  // EXPECT: host-read-before-sync
  }

 private:
  cudaStream_t stream_ = non_blocking_stream();
  float* total_ = device_buffer(sizeof(float));
  float* result_ = pinned_buffer(sizeof(float));
};

int main() {
  float* data = device_buffer();
  CHECK(cudaMemset(data, 0, kBytes));
  CHECK(cudaDeviceSynchronize());
  Reduction reduction;
  reduction.start(data);
  std::printf("%.1f\n", reduction.finish());
  return 0;
}
