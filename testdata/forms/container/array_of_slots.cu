// Slots in a std::array, picked by frame number; the drained event of a slot is not waited for.
#include <array>

#include "../../rules/program.h"

struct Slot {
  float* data = nullptr;
  cudaEvent_t filled{};
  cudaEvent_t drained{};
};

int main() {
  std::array<Slot, 3> slots;
  for (auto& slot : slots) slot = {device_buffer(), untimed_event(), untimed_event()};
  float* total = device_buffer(sizeof(float));
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), consumer));
  for (std::size_t frame = 0; frame < 100; ++frame) {
    Slot& slot = slots[frame % slots.size()];
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(producer, slot.drained));
#endif
    fill<<<kBlocks, kThreads, 0, producer>>>(slot.data, kCount, 1.0f);  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(slot.filled, producer));
    CHECK(cudaStreamWaitEvent(consumer, slot.filled));
    sum<<<1, kThreads, 0, consumer>>>(slot.data, kCount, total);
    CHECK(cudaEventRecord(slot.drained, consumer));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
