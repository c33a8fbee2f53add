// The host reads managed memory right after the launch; the launch returned long before the kernel is done.
#include "../program.h"

int main() {
  float* data = nullptr;
  CHECK(cudaMallocManaged(&data, kBytes));
  fill<<<kBlocks, kThreads>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaDeviceSynchronize());
#endif
  std::printf("%.1f\n", data[kCount - 1]);  // EXPECT: host-read-before-sync
  return 0;
}
