// Producer and consumer are host threads that hand over by a flag under a mutex: the order between them is not known,
// and nothing is reported.
#include <condition_variable>
#include <mutex>
#include <thread>

#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  std::mutex mutex;
  std::condition_variable changed;
  bool recorded = false;
  std::thread consuming([&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return recorded; });
    CHECK(cudaStreamWaitEvent(consumer, filled));
    add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  });
  std::thread producing([&] {
    fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(filled, producer));
    {
      const std::lock_guard lock(mutex);
      recorded = true;
    }
    changed.notify_one();
  });
  producing.join();
  consuming.join();
  CHECK(cudaDeviceSynchronize());
  return 0;
}
