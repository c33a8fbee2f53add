// A constructor that delegates to another one makes the streams and fills the table; a method reads it on another
// stream.
#include "../../rules/program.h"

class Table {
 public:
  Table() : Table(1.0f) {}
  explicit Table(float value) {
    fill<<<kBlocks, kThreads, 0, setup_>>>(data_, kCount, value);
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(setup_));
#endif
  }
  void lookup(float* out) {
    copy<<<kBlocks, kThreads, 0, queries_>>>(data_, out, kCount);  // EXPECT: unordered-stream-access
    CHECK(cudaStreamSynchronize(queries_));
  }

 private:
  cudaStream_t setup_ = non_blocking_stream();
  cudaStream_t queries_ = non_blocking_stream();
  float* data_ = device_buffer();
};

int main() {
  Table table;
  table.lookup(device_buffer());
  return 0;
}
