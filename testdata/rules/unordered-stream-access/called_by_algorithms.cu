// What an algorithm of the library calls is the program's own code: it may wait. Nothing certain can be said behind
// such calls of what the callable has its hands on.
#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "../program.h"

struct Waiter {
  cudaStream_t stream;
  void operator()(cudaEvent_t event) const { CHECK(cudaStreamWaitEvent(stream, event)); }
};

void wait_for(cudaStream_t stream, cudaEvent_t event) { CHECK(cudaStreamWaitEvent(stream, event)); }

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  std::vector<cudaEvent_t> events = {untimed_event()};
  const auto produce = [&] {
    fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(events[0], producer));
  };
  produce();
  std::for_each(events.begin(), events.end(), [&](cudaEvent_t event) { CHECK(cudaStreamWaitEvent(consumer, event)); });
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  produce();
  std::for_each(events.begin(), events.end(), Waiter{consumer});
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  produce();
  std::apply(wait_for, std::make_tuple(consumer, events[0]));
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  produce();
  const auto bound = std::bind(wait_for, consumer, events[0]);
  bound();
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  // A comparison has its hands on nothing.
  produce();
  std::vector<int> numbers = {3, 1, 2};
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a < b; });
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
