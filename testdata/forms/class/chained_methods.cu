// Every method returns `*this`, and the calls are chained; the download does not wait for the kernel's stream.
#include "../../rules/program.h"

class Job {
 public:
  Job& upload(const float* source) {
    CHECK(cudaMemcpyAsync(data_, source, kBytes, cudaMemcpyHostToDevice, compute_));
    return *this;
  }
  Job& scale(float value) {
    add<<<kBlocks, kThreads, 0, compute_>>>(data_, kCount, value);
    CHECK(cudaEventRecord(computed_, compute_));
    return *this;
  }
  Job& download(float* target) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(transfer_, computed_));
#endif
    CHECK(cudaMemcpyAsync(target, this->data_, kBytes, cudaMemcpyDeviceToHost,  // EXPECT: unordered-stream-access
                          this->transfer_));
    return *this;
  }
  void finish() { CHECK(cudaStreamSynchronize(transfer_)); }

 private:
  cudaStream_t compute_ = non_blocking_stream();
  cudaStream_t transfer_ = non_blocking_stream();
  cudaEvent_t computed_ = untimed_event();
  float* data_ = device_buffer();
};

int main() {
  float* host = pinned_buffer();
  Job job;
  job.upload(host).scale(2.0f).download(host).finish();
  std::printf("%.1f\n", host[0]);
  return 0;
}
