// A graph of three branches, launched lap after lap by one host thread, while another one works on a stream of its own.
// Each lap overwrites the graph's input on a stream that does not wait for the launch before.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

constexpr int kCount = 1 << 16, kBytes = kCount * sizeof(float);
constexpr int kBranches = 3;

__global__ void scale(const float* input, float* output, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int lap = 0; lap < 200; ++lap) sum += input[(i + lap) % kCount] * factor;
  output[i] = sum;
}

cudaGraphExec_t capture(cudaStream_t origin, const float* input, float* const* outputs) {
  cudaStream_t sides[kBranches];
  cudaEvent_t begun, done[kBranches];
  CHECK(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
  CHECK(cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal));
  CHECK(cudaEventRecord(begun, origin));
  for (int branch = 0; branch < kBranches; ++branch) {
    CHECK(cudaStreamCreateWithFlags(&sides[branch], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done[branch], cudaEventDisableTiming));
    CHECK(cudaStreamWaitEvent(sides[branch], begun, 0));
    scale<<<kCount / 256, 256, 0, sides[branch]>>>(input, outputs[branch], 0.5f * branch);
    CHECK(cudaEventRecord(done[branch], sides[branch]));
    CHECK(cudaStreamWaitEvent(origin, done[branch], 0));
  }
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamEndCapture(origin, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  return executable;
}

void work_beside(int laps) {
  cudaStream_t stream;
  float* data;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaMalloc(&data, 2 * kCount * sizeof(float)));
  CHECK(cudaMemsetAsync(data, 0, 2 * kCount * sizeof(float), stream));
  for (int lap = 0; lap < laps; ++lap) scale<<<kCount / 256, 256, 0, stream>>>(data, data + kCount, 1.0f);
  CHECK(cudaStreamSynchronize(stream));
}

int main(int count, char** arguments) {
  const int laps = count > 1 ? std::atoi(arguments[1]) : 4;
  cudaStream_t compute, upload;
  cudaEvent_t filled;
  float *host, *input, *outputs[kBranches];
  CHECK(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
  CHECK(cudaMallocHost(&host, kBytes));
  CHECK(cudaMalloc(&input, kBytes));
  for (float*& output : outputs) CHECK(cudaMalloc(&output, kBytes));
  for (int i = 0; i < kCount; ++i) host[i] = 1.0f;
  cudaGraphExec_t graph = capture(compute, input, outputs);
  std::thread beside(work_beside, laps);
  for (int lap = 0; lap < laps; ++lap) {
    CHECK(cudaMemcpyAsync(input, host, kBytes, cudaMemcpyHostToDevice, upload));  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(filled, upload));
    CHECK(cudaStreamWaitEvent(compute, filled, 0));
    CHECK(cudaGraphLaunch(graph, compute));
  }
  CHECK(cudaDeviceSynchronize());
  beside.join();
  std::printf("laps=%d\n", laps);
}
