// Streams and events in arrays on the heap, as long as the program's argument says.
#include "../../rules/program.h"

int main(int argc, char** argv) {
  const int workers = argc > 1 ? std::atoi(argv[1]) : 4;
  auto* streams = new cudaStream_t[workers];
  auto* done = static_cast<cudaEvent_t*>(std::malloc(workers * sizeof(cudaEvent_t)));
  float** data = new float*[workers];
  float* total = device_buffer(sizeof(float));
  for (int i = 0; i < workers; ++i) {
    CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
    CHECK(cudaMalloc(&data[i], kBytes));
  }
  CHECK(cudaMemset(total, 0, sizeof(float)));
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < workers; ++i) {
    fill<<<kBlocks, kThreads, 0, streams[i]>>>(data[i], kCount, 1.0f);
    CHECK(cudaEventRecord(done[i], streams[i]));
  }
  for (int i = 1; i < workers; ++i) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(streams[0], done[i]));
#endif
    sum<<<1, kThreads, 0, streams[0]>>>(data[i], kCount, total);  // EXPECT: unordered-stream-access
  }
  CHECK(cudaDeviceSynchronize());
  delete[] data;
  std::free(done);
  delete[] streams;
  return 0;
}
