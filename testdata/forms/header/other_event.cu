// Calls the hand-over that other_event.h defines.
#include "other_event.h"

int main() {
  const int count = 4096;
  float* source = nullptr;
  float* result = nullptr;
  float* data = nullptr;
  CHECK(cudaMallocHost(&source, count * sizeof(float)));
  CHECK(cudaMallocHost(&result, count * sizeof(float)));
  CHECK(cudaMalloc(&data, count * sizeof(float)));
  for (int i = 0; i < count; ++i) source[i] = static_cast<float>(i);
  const Lanes lanes = make_lanes();
  const int mismatches = hand_over(lanes, source, data, result, count);
  CHECK(cudaFree(data));
  CHECK(cudaFreeHost(result));
  CHECK(cudaFreeHost(source));
  return mismatches == 0 ? 0 : 2;
}
