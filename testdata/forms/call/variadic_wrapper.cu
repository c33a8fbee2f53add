// Kernels are launched by a variadic template that forwards their arguments.
#include <utility>

#include "../../rules/program.h"

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), int blocks, cudaStream_t stream, Arguments&&... arguments) {
  kernel<<<blocks, kThreads, 0, stream>>>(std::forward<Arguments>(arguments)...);  // EXPECT: unordered-stream-access
  CHECK(cudaGetLastError());
}

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  launch(fill, kBlocks, producer, data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  launch(add, kBlocks, consumer, data, kCount, 2.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
