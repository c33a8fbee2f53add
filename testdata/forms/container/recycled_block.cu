// Blocks go back to a free list when the host has submitted their last use, and are handed out again to any stream. The
// right form keeps an event with each block and lets the new stream wait for it.
#include <vector>

#include "../../rules/program.h"

struct Block {
  float* memory;
  cudaEvent_t last_use;
};

class FreeList {
 public:
  Block take(cudaStream_t stream) {
    if (blocks_.empty()) return {device_buffer(), untimed_event()};
    const Block block = blocks_.back();
    blocks_.pop_back();
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream, block.last_use));
#else
    (void)stream;
#endif
    return block;
  }
  void give_back(const Block& block, cudaStream_t stream) {
    CHECK(cudaEventRecord(block.last_use, stream));
    blocks_.push_back(block);
  }

 private:
  std::vector<Block> blocks_;
};

int main() {
  FreeList blocks;
  float* result = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();

  const Block temporary = blocks.take(first);
  fill<<<kBlocks, kThreads, 0, first>>>(temporary.memory, kCount, 1.0f);
  copy<<<kBlocks, kThreads, 0, first>>>(temporary.memory, result, kCount);
  blocks.give_back(temporary, first);

  const Block reused = blocks.take(second);
  fill<<<kBlocks, kThreads, 0, second>>>(reused.memory, kCount, 2.0f);  // EXPECT: unordered-stream-access
  blocks.give_back(reused, second);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
