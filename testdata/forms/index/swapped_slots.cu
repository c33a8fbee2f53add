// Front and back are structs that change places by exchanging pointers to them.
#include "../../rules/program.h"

struct Frame {
  float* data = device_buffer();
  cudaEvent_t drawn = untimed_event();
  cudaEvent_t shown = untimed_event();
};

int main() {
  Frame frames[2];
  Frame* back = &frames[0];
  Frame* front = &frames[1];
  float* screen = pinned_buffer();
  cudaStream_t draw = non_blocking_stream();
  cudaStream_t show = non_blocking_stream();
  for (int i = 0; i < 12; ++i) {
    CHECK(cudaStreamWaitEvent(draw, back->shown));
    fill<<<kBlocks, kThreads, 0, draw>>>(back->data, kCount, static_cast<float>(i));
    CHECK(cudaEventRecord(back->drawn, draw));
    Frame* const drawn = back;
    back = front;
    front = drawn;
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(show, front->drawn));
#else
    CHECK(cudaStreamWaitEvent(show, back->drawn));
#endif
    CHECK(cudaMemcpyAsync(screen, front->data, kBytes, cudaMemcpyDeviceToHost,  // EXPECT: unordered-stream-access
                          show));
    CHECK(cudaEventRecord(front->shown, show));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
