// A pinned parameter block is changed for the next step while its copy for this step may still be reading it.
#include "../program.h"

struct Parameters {
  int step = 0;
  float scale = 1.0f;
};

int main() {
  Parameters* parameters = nullptr;
  Parameters* on_device = nullptr;
  CHECK(cudaMallocHost(&parameters, sizeof(Parameters)));
  CHECK(cudaMalloc(&on_device, sizeof(Parameters)));
  *parameters = Parameters{};
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpyAsync(on_device, parameters, sizeof(Parameters), cudaMemcpyHostToDevice, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  parameters->step += 1;  // EXPECT: host-write-in-flight
  CHECK(cudaMemcpyAsync(on_device, parameters, sizeof(Parameters), cudaMemcpyHostToDevice, stream));
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
