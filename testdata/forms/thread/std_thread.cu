// A worker thread fills the buffer on its stream; after the join the main thread reads it on another one. Joining the
// thread does not wait for the stream.
#include <thread>

#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  std::thread worker([=] {
    fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(producer));
#endif
  });
  worker.join();
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
