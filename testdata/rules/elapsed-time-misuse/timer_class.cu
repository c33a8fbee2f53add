// Right: the methods of a timer are called in an order that only its user knows, and who lends a stream may wait for
// it.
#include "../program.h"

class Timer {
 public:
  Timer() {
    CHECK(cudaEventCreate(&start_));
    CHECK(cudaEventCreate(&stop_));
  }
  void start(cudaStream_t stream) { CHECK(cudaEventRecord(start_, stream)); }
  void stop(cudaStream_t stream) { CHECK(cudaEventRecord(stop_, stream)); }
  float milliseconds() {
    float elapsed = 0.0f;
    CHECK(cudaEventSynchronize(stop_));
    CHECK(cudaEventElapsedTime(&elapsed, start_, stop_));
    return elapsed;
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

class Context {
 public:
  cudaStream_t fence();
  void finalize();
};

float time_of(Context& context, float* data) {
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, context.fence()));
  fill<<<kBlocks, kThreads, 0, context.fence()>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(stop, context.fence()));
  context.finalize();
  float elapsed = 0.0f;
  CHECK(cudaEventElapsedTime(&elapsed, start, stop));
  return elapsed;
}
