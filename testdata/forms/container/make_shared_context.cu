// A context in a std::shared_ptr, made by std::make_shared, is handed to functions by value.
#include <memory>

#include "../../rules/program.h"

struct Context {
  Context() : load(non_blocking_stream()), work(non_blocking_stream()), loaded(untimed_event()) {}
  ~Context() {
    cudaStreamDestroy(load);
    cudaStreamDestroy(work);
    cudaEventDestroy(loaded);
  }
  cudaStream_t load, work;
  cudaEvent_t loaded;
};

void load(std::shared_ptr<Context> context, float* data, const float* host) {
  CHECK(cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, context->load));
  CHECK(cudaEventRecord(context->loaded, context->load));
}

void work(const std::shared_ptr<Context>& context, float* data) {
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(context->work, context->loaded));
#endif
  add<<<kBlocks, kThreads, 0, context->work>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
}

int main() {
  auto context = std::make_shared<Context>();
  float* data = device_buffer();
  load(context, data, pinned_buffer());
  work(context, data);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
