// A reduction keeps one buffer for its partial result. Two requests run on two streams, each with data of its own, and
// the second clears the partial result that the first may still be adding to.
#include "../program.h"

class Reduction {
 public:
  void run(const float* data, float* result, cudaStream_t stream) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream, idle_));
#endif
    CHECK(cudaMemsetAsync(scratch_, 0, sizeof(float), stream));  // EXPECT: unordered-stream-access
    sum<<<1, kThreads, 0, stream>>>(data, kCount, scratch_);     // ALLOW: unordered-stream-access
    CHECK(cudaMemcpyAsync(result, scratch_, sizeof(float), cudaMemcpyDeviceToDevice, stream));
#ifdef ORDERED
    CHECK(cudaEventRecord(idle_, stream));
#endif
  }

 private:
  float* scratch_ = device_buffer(sizeof(float));
  cudaEvent_t idle_ = untimed_event();
};

int main() {
  Reduction reduction;
  float* data[2] = {device_buffer(), device_buffer()};
  float* results[2] = {device_buffer(sizeof(float)), device_buffer(sizeof(float))};
  cudaStream_t streams[2] = {non_blocking_stream(), non_blocking_stream()};
  for (int request = 0; request < 2; ++request) {
    fill<<<kBlocks, kThreads, 0, streams[request]>>>(data[request], kCount, 1.0f);
    reduction.run(data[request], results[request], streams[request]);
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
