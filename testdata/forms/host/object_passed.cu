// The host function gets a heap object that the host deletes at once.
#include "../../rules/program.h"

struct Message {
  int frame;
  float* data;
};

void CUDART_CB report(void* argument) {
  const auto* message = static_cast<const Message*>(argument);
  std::printf("frame %d\n", message->frame);
}

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  auto* message = new Message{1, data};
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaLaunchHostFunc(stream, report, message));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  delete message;  // EXPECT: free-in-flight
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
// CUDEP-RUN: what host functions access is not recorded, and the end of an object is no call
