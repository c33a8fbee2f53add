// A host function fills the staging buffer in the order of its stream; the upload runs on another stream.
#include "../../rules/program.h"

struct Request {
  float* staging;
  int count;
};

void CUDART_CB prepare(void* argument) {
  auto* request = static_cast<Request*>(argument);
  for (int i = 0; i < request->count; ++i) request->staging[i] = static_cast<float>(i);
}

int main() {
  Request request{pinned_buffer(), kCount};
  float* data = device_buffer();
  cudaStream_t prepare_stream = non_blocking_stream();
  cudaStream_t upload = non_blocking_stream();
  cudaEvent_t prepared = untimed_event();
  CHECK(cudaLaunchHostFunc(prepare_stream, prepare, &request));
  CHECK(cudaEventRecord(prepared, prepare_stream));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(upload, prepared));
#endif
  CHECK(cudaMemcpyAsync(data, request.staging, kBytes, cudaMemcpyHostToDevice,  // EXPECT: unordered-stream-access
                        upload));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
// CUDEP-RUN: what host functions access is not recorded
