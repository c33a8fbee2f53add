// The program: knows neither streams nor kernels.
#include "pipeline.h"
#include "transfer.h"

int main() {
  float* host = nullptr;
  cudaMallocHost(&host, transfer::kCount * sizeof(float));
  for (int i = 0; i < transfer::kCount; ++i) host[i] = 1.0f;
  {
    Pipeline pipeline;
    pipeline.load(host);
    pipeline.compute();
    pipeline.finish();
  }
  cudaFreeHost(host);
}
// CUDEP-UNITS: pipeline.cu transfer.cu
