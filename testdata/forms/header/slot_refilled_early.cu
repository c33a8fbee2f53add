// Calls the hand-over that slot_refilled_early.h defines, batch by batch.
#include "slot_refilled_early.h"

int main() {
  const int count = 4096;
  const int batches = 5;
  float* source = nullptr;
  float* result = nullptr;
  CHECK(cudaMallocHost(&source, batches * count * sizeof(float)));
  CHECK(cudaMallocHost(&result, batches * count * sizeof(float)));
  for (int i = 0; i < batches * count; ++i) source[i] = static_cast<float>(i);
  Lanes lanes = make_lanes(count * sizeof(float));
  hand_over(lanes, source, result, batches, count);
  CHECK(cudaFreeHost(result));
  CHECK(cudaFreeHost(source));
  return 0;
}
