// Streams, events and buffers are globals that an init function makes.
#include "../../rules/program.h"

static cudaStream_t g_load, g_work;
static cudaEvent_t g_loaded;
float* g_data;

void init() {
  g_load = non_blocking_stream();
  g_work = non_blocking_stream();
  g_loaded = untimed_event();
  g_data = device_buffer();
}

void load(const float* host) {
  CHECK(cudaMemcpyAsync(g_data, host, kBytes, cudaMemcpyHostToDevice, g_load));
  CHECK(cudaEventRecord(g_loaded, g_load));
}

void work() {
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(g_work, g_loaded));
#endif
  add<<<kBlocks, kThreads, 0, g_work>>>(g_data, kCount, 1.0f);  // EXPECT: unordered-stream-access
}

int main() {
  init();
  load(pinned_buffer());
  work();
  CHECK(cudaDeviceSynchronize());
  return 0;
}
