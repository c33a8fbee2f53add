// Streams are looked up by number in a std::map.
#include <map>

#include "../../rules/program.h"

enum class Role { kLoad, kCompute };

int main() {
  std::map<Role, cudaStream_t> streams;
  streams[Role::kLoad] = non_blocking_stream();
  streams[Role::kCompute] = non_blocking_stream();
  float* data = device_buffer();
  float* host = pinned_buffer();
  cudaEvent_t loaded = untimed_event();
  CHECK(cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, streams.at(Role::kLoad)));
  CHECK(cudaEventRecord(loaded, streams[Role::kLoad]));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(streams[Role::kCompute], loaded));
#endif
  add<<<kBlocks, kThreads, 0, streams.at(Role::kCompute)>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  for (auto& [role, stream] : streams) CHECK(cudaStreamSynchronize(stream));
  for (const auto& entry : streams) CHECK(cudaStreamDestroy(entry.second));
  CHECK(cudaFree(data));
  return 0;
}
