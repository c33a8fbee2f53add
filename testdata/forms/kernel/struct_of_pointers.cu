// A kernel gets its arrays in a struct by value; one of them is written elsewhere.
#include "../../rules/program.h"

struct Particles {
  float* x;
  float* v;
  const float* force;
  int count;
};

__global__ void integrate(Particles p, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.count) return;
  p.v[i] += dt * p.force[i];
  p.x[i] += dt * p.v[i];
}

int main() {
  float* force = device_buffer();
  Particles particles{device_buffer(), device_buffer(), force, kCount};
  cudaStream_t forces = non_blocking_stream();
  cudaStream_t motion = non_blocking_stream();
  cudaEvent_t ready = untimed_event();
  fill<<<kBlocks, kThreads, 0, forces>>>(force, kCount, 1.0f);
  CHECK(cudaEventRecord(ready, forces));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(motion, ready));
#endif
  integrate<<<kBlocks, kThreads, 0, motion>>>(particles, 0.01f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
