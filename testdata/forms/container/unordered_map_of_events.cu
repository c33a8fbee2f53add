// Events are kept by name of the tensor; the consumer asks for the wrong name.
#include <string>
#include <unordered_map>

#include "../../rules/program.h"

class Tracker {
 public:
  void record(const std::string& name, cudaStream_t stream) {
    auto found = ready_.find(name);
    if (found == ready_.end()) found = ready_.emplace(name, untimed_event()).first;
    CHECK(cudaEventRecord(found->second, stream));
  }
  void wait(const std::string& name, cudaStream_t stream) const {
    const auto found = ready_.find(name);
    if (found != ready_.end()) CHECK(cudaStreamWaitEvent(stream, found->second));
  }

 private:
  std::unordered_map<std::string, cudaEvent_t> ready_;
};

int main() {
  Tracker tracker;
  float* weights = device_buffer();
  float* input = device_buffer();
  cudaStream_t load = non_blocking_stream();
  cudaStream_t compute = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, load>>>(weights, kCount, 1.0f);
  tracker.record("weights", load);
  fill<<<kBlocks, kThreads, 0, load>>>(input, kCount, 1.0f);
  tracker.record("input", load);
#ifdef ORDERED
  tracker.wait("input", compute);
#else
  tracker.wait("weights", compute);
#endif
  copy<<<kBlocks, kThreads, 0, compute>>>(input, weights, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
