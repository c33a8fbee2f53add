// Stages behind a base class, each with its own stream; the second one is told the event of the first.
#include <memory>
#include <vector>

#include "../../rules/program.h"

struct Stage {
  virtual ~Stage() = default;
  virtual void run(float* data, cudaEvent_t before) = 0;
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t done = untimed_event();
};

struct Fill : Stage {
  void run(float* data, cudaEvent_t) override {
    fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(done, stream));
  }
};

struct Add : Stage {
  void run(float* data, cudaEvent_t before) override {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream, before));
#else
    (void)before;
#endif
    add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(done, stream));
  }
};

int main() {
  std::vector<std::unique_ptr<Stage>> stages;
  stages.push_back(std::make_unique<Fill>());
  stages.push_back(std::make_unique<Add>());
  float* data = device_buffer();
  stages[0]->run(data, nullptr);
  stages[1]->run(data, stages[0]->done);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
