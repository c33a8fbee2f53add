// A training step: the exchange of gradients waits for the kernel that makes them, but the update does not wait for the
// exchange.
#include "../../rules/program.h"

class Trainer {
 public:
  void backward() {
    fill<<<kBlocks, kThreads, 0, compute_>>>(gradients_, kCount, 0.5f);
    CHECK(cudaEventRecord(made_, compute_));
  }
  void exchange() {
    CHECK(cudaStreamWaitEvent(communication_, made_));
    add<<<kBlocks, kThreads, 0, communication_>>>(gradients_, kCount, 0.5f);
    CHECK(cudaEventRecord(exchanged_, communication_));
  }
  void update() {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(compute_, exchanged_));
#endif
    copy<<<kBlocks, kThreads, 0, compute_>>>(gradients_, weights_, kCount);  // EXPECT: unordered-stream-access
  }
  void finish() {
    CHECK(cudaStreamSynchronize(communication_));
    CHECK(cudaStreamSynchronize(compute_));
  }

 private:
  cudaStream_t compute_ = non_blocking_stream();
  cudaStream_t communication_ = non_blocking_stream();
  cudaEvent_t made_ = untimed_event();
  cudaEvent_t exchanged_ = untimed_event();
  float* gradients_ = device_buffer();
  float* weights_ = device_buffer();
};

int main() {
  Trainer trainer;
  trainer.backward();
  trainer.exchange();
  trainer.update();
  trainer.finish();
  return 0;
}
