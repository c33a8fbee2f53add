// One call of each kind that the recorder knows, runtime and driver, two host threads, a fork: what its decoders are
// tried with on a real driver. Prints the number of the calls that failed.
#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

static int failed = 0;
#define TRY(call)                                                \
  do {                                                           \
    const int status = static_cast<int>(call);                   \
    if (status != 0) {                                           \
      ++failed;                                                  \
      std::printf("line %d: %s: %d\n", __LINE__, #call, status); \
    }                                                            \
  } while (0)

struct Pair {
  float* pointer;
  int count;
};

__device__ float table[64];
__global__ void write_pair(Pair pair, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pair.count) pair.pointer[i] = value + table[i % 64];
}

static void on_host(void*) {}

static void copies(cudaStream_t stream) {
  char* device = nullptr;
  char* other = nullptr;
  char* pinned = nullptr;
  size_t pitch = 0;
  TRY(cudaMallocPitch(&device, &pitch, 100, 8));
  TRY(cudaMalloc(&other, 1 << 16));
  TRY(cudaMallocHost(&pinned, 1 << 16));
  TRY(cudaMemcpy2DAsync(device, pitch, pinned, 128, 100, 8, cudaMemcpyHostToDevice, stream));
  TRY(cudaMemcpy2D(pinned, 128, device, pitch, 100, 8, cudaMemcpyDeviceToHost));
  cudaMemcpy3DParms box{};
  box.srcPtr = make_cudaPitchedPtr(pinned, 64, 64, 4);
  box.dstPtr = make_cudaPitchedPtr(other, 64, 64, 4);
  box.extent = make_cudaExtent(64, 4, 3);
  box.kind = cudaMemcpyHostToDevice;
  TRY(cudaMemcpy3DAsync(&box, stream));
  TRY(cudaMemset2DAsync(device, pitch, 1, 100, 8, stream));
  TRY(cudaMemset(other, 0, 4096));
  TRY(cudaMemcpy(other, pinned, 4096, cudaMemcpyHostToDevice));
  TRY(cudaMemcpyAsync(other + 8192, other, 4096, cudaMemcpyDeviceToDevice, stream));
  float values[64] = {};
  TRY(cudaMemcpyToSymbol(table, values, sizeof(values)));
  TRY(cuMemsetD32Async(reinterpret_cast<CUdeviceptr>(other), 7, 16, stream));
  TRY(cuMemcpyHtoDAsync(reinterpret_cast<CUdeviceptr>(other), pinned, 512, stream));
  TRY(cuMemcpyDtoH(pinned, reinterpret_cast<CUdeviceptr>(other), 512));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  TRY(cudaMallocArray(&array, &format, 32, 32));
  TRY(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 128, 128, 32, cudaMemcpyHostToDevice, stream));
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaFreeArray(array));
  TRY(cudaFree(device));
  TRY(cudaFree(other));
  TRY(cudaFreeHost(pinned));
}

static void memory(cudaStream_t stream) {
  void* pool = nullptr;
  float* managed = nullptr;
  void* mapped = nullptr;
  void* alias = nullptr;
  TRY(cudaMallocAsync(&pool, 4096, stream));
  TRY(cudaFreeAsync(pool, stream));
  TRY(cudaMallocManaged(&managed, 4096));
  write_pair<<<2, 32, 0, stream>>>(Pair{managed, 64}, 1.0f);
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaFree(managed));
  void* plain = std::aligned_alloc(4096, 8192);
  TRY(cudaHostRegister(plain, 8192, cudaHostRegisterMapped));
  TRY(cudaHostGetDevicePointer(&alias, plain, 0));
  TRY(cudaHostUnregister(plain));
  std::free(plain);
  TRY(cudaHostAlloc(&mapped, 4096, cudaHostAllocMapped));
  TRY(cudaFreeHost(mapped));
}

static void graphs(cudaStream_t stream, float* values) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaEvent_t fork = nullptr;
  cudaStream_t side = nullptr;
  TRY(cudaStreamCreateWithPriority(&side, cudaStreamNonBlocking, 0));
  TRY(cudaEventCreate(&fork));
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  write_pair<<<1, 64, 0, stream>>>(Pair{values, 64}, 2.0f);
  TRY(cudaEventRecord(fork, stream));
  TRY(cudaStreamWaitEvent(side, fork, 0));
  TRY(cudaMemsetAsync(values + 64, 0, 256, side));
  TRY(cudaEventRecord(fork, side));
  TRY(cudaStreamWaitEvent(stream, fork, 0));
  TRY(cudaStreamEndCapture(stream, &graph));
  TRY(cudaGraphInstantiate(&executable, graph, 0));
  TRY(cudaGraphLaunch(executable, stream));
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaGraphExecDestroy(executable));
  TRY(cudaGraphDestroy(graph));
  TRY(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t kernel = nullptr, set = nullptr, host = nullptr;
  Pair pair{values, 64};
  float number = 3.0f;
  void* arguments[] = {&pair, &number};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(write_pair);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(64);
  launch.kernelParams = arguments;
  TRY(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
  cudaMemsetParams zero{};
  zero.dst = values;
  zero.elementSize = 4;
  zero.width = 64;
  zero.height = 1;
  TRY(cudaGraphAddMemsetNode(&set, graph, &kernel, 1, &zero));
  cudaHostNodeParams call{on_host, nullptr};
  TRY(cudaGraphAddHostNode(&host, graph, nullptr, 0, &call));
  TRY(cudaGraphAddDependencies(graph, &set, &host, nullptr, 1));
  cudaGraph_t clone = nullptr;
  TRY(cudaGraphClone(&clone, graph));
  TRY(cudaGraphInstantiate(&executable, graph, 0));
  TRY(cudaGraphExecKernelNodeSetParams(executable, kernel, &launch));
  TRY(cudaGraphUpload(executable, stream));
  TRY(cudaGraphLaunch(executable, stream));
  TRY(cudaStreamSynchronize(stream));
  TRY(cudaGraphExecDestroy(executable));
  TRY(cudaGraphDestroy(clone));
  TRY(cudaGraphDestroy(graph));
  TRY(cudaEventDestroy(fork));
  TRY(cudaStreamDestroy(side));
}

static void launches(cudaStream_t stream, float* values) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  config.stream = stream;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  TRY(cudaLaunchKernelEx(&config, write_pair, Pair{values, 64}, 1.0f));
  Pair pair{values, 64};
  float number = 3.0f;
  void* arguments[] = {&pair, &number};
  TRY(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(write_pair), dim3(1), dim3(64), arguments, 0, stream));
  TRY(cudaLaunchHostFunc(stream, on_host, values));
  TRY(cudaStreamQuery(stream) == cudaErrorNotReady ? cudaSuccess : cudaSuccess);
  (void)cudaGetLastError();
  cudaEvent_t begin = nullptr, end = nullptr;
  float milliseconds = 0;
  TRY(cudaEventCreate(&begin));
  TRY(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
  TRY(cudaEventRecord(begin, stream));
  TRY(cudaEventRecord(end, stream));
  TRY(cudaEventSynchronize(end));
  TRY(cudaEventQuery(end));
  TRY(cudaEventElapsedTime(&milliseconds, begin, end));
  TRY(cudaEventDestroy(begin));
  TRY(cudaEventDestroy(end));
}

int main() {
  float* values = nullptr;
  cudaStream_t stream = nullptr;
  TRY(cudaMalloc(&values, 4096));
  TRY(cudaStreamCreate(&stream));
  copies(stream);
  memory(stream);
  launches(stream, values);
  graphs(stream, values);
  std::thread other([&] {
    write_pair<<<1, 32, 0, cudaStreamPerThread>>>(Pair{values, 32}, 5.0f);
    TRY(cudaStreamSynchronize(cudaStreamPerThread));
  });
  other.join();
  TRY(cudaDeviceSynchronize());
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  TRY(cudaStreamDestroy(stream));
  TRY(cudaFree(values));
  std::printf("failed=%d\n", failed);
  return failed == 0 ? 0 : 1;
}
