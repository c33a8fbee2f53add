// One kernel in a module of its own: built several times, each with another number, so that each has a first launch.
#include <cuda_runtime.h>

#define JOINED(name, number) name##_##number
#define NUMBERED(name, number) JOINED(name, number)

#if WITH_DATA
__device__ int NUMBERED(table, MODULE)[1 << 20];
__constant__ int NUMBERED(offsets, MODULE)[] = {1, 2, 3, 4};
#endif

static __global__ void NUMBERED(look, MODULE)(const volatile int* over, volatile int* seen) {
#if WITH_DATA
  NUMBERED(table, MODULE)[threadIdx.x] = NUMBERED(offsets, MODULE)[threadIdx.x & 3];
#endif
  *seen = *over + 1;
}

void NUMBERED(launch, MODULE)(const int* over, int* seen, cudaStream_t stream) {
  NUMBERED(look, MODULE)<<<1, 1, 0, stream>>>(over, seen);
}
