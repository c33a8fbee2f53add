// A host function counts in the order of its stream; the host reads the count without a synchronize.
#include "../program.h"

struct Progress {
  int frames = 0;
};

void count_frame(void* argument) { static_cast<Progress*>(argument)->frames += 1; }

int main() {
  Progress progress;
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaLaunchHostFunc(stream, count_frame, &progress));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%d\n", progress.frames);
#else
  std::printf("%d\n", progress.frames);  // EXPECT: host-read-before-sync
  CHECK(cudaStreamSynchronize(stream));
#endif
  return 0;
}
// CUDEP-RUN: what host functions access is not recorded
