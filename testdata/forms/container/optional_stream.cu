// The copy stream is made when it is first needed and kept in a std::optional.
#include <optional>

#include "../../rules/program.h"

class Transfers {
 public:
  cudaStream_t stream() {
    if (!stream_) stream_ = non_blocking_stream();
    return *stream_;
  }
  void download(const float* data, float* target) {
    CHECK(cudaMemcpyAsync(target, data, kBytes, cudaMemcpyDeviceToHost, stream()));  // EXPECT: unordered-stream-access
  }
  void wait(cudaEvent_t event) { CHECK(cudaStreamWaitEvent(stream(), event)); }
  void finish() {
    if (stream_.has_value()) CHECK(cudaStreamSynchronize(stream_.value()));
  }

 private:
  std::optional<cudaStream_t> stream_;
};

int main() {
  Transfers transfers;
  float* data = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t compute = non_blocking_stream();
  cudaEvent_t computed = untimed_event();
  fill<<<kBlocks, kThreads, 0, compute>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(computed, compute));
#ifdef ORDERED
  transfers.wait(computed);
#endif
  transfers.download(data, host);
  transfers.finish();
  std::printf("%.1f\n", host[0]);
  return 0;
}
