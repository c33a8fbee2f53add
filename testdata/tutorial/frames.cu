// Frames are uploaded on one stream and brightened on another, two slots in turn. As it is, the brightening does not
// wait for its upload; compiled with -DORDERED it does.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kFrames = 8;
constexpr int kSlots = 2;
constexpr int kPixels = 1 << 20;
constexpr int kThreads = 256;
constexpr int kBlocks = kPixels / kThreads;

#define CHECK(call) check((call), __LINE__)

void check(cudaError_t status, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
  std::exit(1);
}

__global__ void brighten(float* pixels, int count, float amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) pixels[i] += amount;
}

int main() {
  float* frames = nullptr;
  float* slots[kSlots] = {};
  cudaEvent_t uploaded[kSlots], free_again[kSlots];
  cudaStream_t upload, compute;
  CHECK(cudaMallocHost(&frames, sizeof(float) * kFrames * kPixels));
  CHECK(cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
  for (int slot = 0; slot < kSlots; ++slot) {
    CHECK(cudaMalloc(&slots[slot], sizeof(float) * kPixels));
    CHECK(cudaEventCreateWithFlags(&uploaded[slot], cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&free_again[slot], cudaEventDisableTiming));
  }
  for (int frame = 0; frame < kFrames; ++frame) {
    const int slot = frame % kSlots;
    float* pixels = frames + static_cast<std::size_t>(frame) * kPixels;
    CHECK(cudaStreamWaitEvent(upload, free_again[slot]));
    CHECK(cudaMemcpyAsync(slots[slot], pixels, sizeof(float) * kPixels, cudaMemcpyHostToDevice, upload));
    CHECK(cudaEventRecord(uploaded[slot], upload));
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(compute, uploaded[slot]));
#endif
    brighten<<<kBlocks, kThreads, 0, compute>>>(slots[slot], kPixels, 0.5F);  // EXPECT: unordered-stream-access
    CHECK(cudaMemcpyAsync(pixels, slots[slot], sizeof(float) * kPixels, cudaMemcpyDeviceToHost, compute));
    CHECK(cudaEventRecord(free_again[slot], compute));
  }
  CHECK(cudaDeviceSynchronize());
  std::printf("first pixel of the last frame: %.1f\n", frames[static_cast<std::size_t>(kFrames - 1) * kPixels]);
  CHECK(cudaFreeHost(frames));
}
