// What programs see of the stand-in, and what is in the trace of it.
#include <cuda_runtime_api.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "tracer/simulate/recorded_process.h"

extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int);
cudaError_t cudaMemsetAsync_ptsz(void*, int, std::size_t, cudaStream_t);
}

namespace cudep::simulate {
namespace {

using Names = std::vector<std::string>;

const RecordedProcess process;

cudaStream_t new_stream(unsigned flags = cudaStreamNonBlocking) {
  cudaStream_t stream = nullptr;
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, flags), cudaSuccess);
  return stream;
}

template <class T>
T* device_memory(std::size_t count) {
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, count * sizeof(T)), cudaSuccess);
  return static_cast<T*>(memory);
}

/// Its address stands for the host's stub of a kernel, `scale(float*, float, int)`.
const char scale_stub = 0;

[[maybe_unused]] const bool registered = [] {
  __cudaRegisterFunction(__cudaRegisterFatBinary(nullptr), &scale_stub, nullptr, "_Z5scalePffi", -1, nullptr, nullptr,
                         nullptr, nullptr, nullptr);
  return true;
}();

TEST(Runtime, CopiesActAtTheCall) {
  int values[] = {1, 2, 3};
  int back[3] = {};
  int* const device = device_memory<int>(3);
  const std::size_t before = recorded().calls.size();
  EXPECT_EQ(cudaMemcpyAsync(device, values, sizeof(values), cudaMemcpyHostToDevice, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(back, device, sizeof(back), cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(std::memcmp(values, back, sizeof(back)), 0);
  EXPECT_EQ(cudaMemset(device, 1, sizeof(int)), cudaSuccess);
  EXPECT_EQ(device[0], 0x01010101);
  EXPECT_EQ(names_after(before), (Names{"cuMemcpyHtoDAsync", "cuMemcpyDtoH", "cuMemsetD8"}));
  const format::Trace trace = recorded();
  const auto& copy = std::get<format::Copy>(trace.calls[before].detail);
  EXPECT_EQ(copy.destination, reinterpret_cast<std::uint64_t>(device));
  EXPECT_TRUE(trace.simulated);
}

TEST(Runtime, ALaunchIsRecordedWithItsArguments) {
  float* pointer = device_memory<float>(8);
  float factor = 2;
  int count = 8;
  void* arguments[] = {&pointer, &factor, &count};
  EXPECT_EQ(cudaLaunchKernel(&scale_stub, {2, 1, 1}, {4, 1, 1}, arguments, 16, nullptr), cudaSuccess);
  const format::Trace trace = recorded();
  const auto& launch = std::get<format::Launch>(trace.calls.back().detail);
  ASSERT_TRUE(launch.kernel.has_value());
  const format::Kernel& kernel = trace.kernels[static_cast<std::size_t>(*launch.kernel)];
  EXPECT_EQ(kernel.name, "_Z5scalePffi");
  ASSERT_EQ(kernel.parameters.size(), 3U);
  EXPECT_EQ(launch.grid[0], 2U);
  EXPECT_EQ(launch.shared_bytes, 16U);
  EXPECT_EQ(std::memcmp(launch.arguments.data(), &pointer, sizeof(pointer)), 0);
  EXPECT_EQ(std::memcmp(launch.arguments.data() + kernel.parameters[2].offset, &count, sizeof(count)), 0);
}

TEST(Runtime, AnUnknownKernelOrAnEmptyGridIsAnError) {
  EXPECT_EQ(cudaLaunchKernel(&process, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(&scale_stub, {1, 1, 1}, {2048, 1, 1}, nullptr, 0, nullptr), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(Runtime, CapturedWorkIsDoneAtTheLaunch) {
  int* const device = device_memory<int>(1);
  int value = 5;
  cudaStream_t origin = new_stream();
  cudaStream_t side = new_stream();
  cudaEvent_t fork = nullptr;
  cudaEvent_t join = nullptr;
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
  EXPECT_EQ(cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  cudaEventRecord(fork, origin);
  cudaStreamWaitEvent(side, fork, 0);
  EXPECT_EQ(cudaMemcpyAsync(device, &value, sizeof(value), cudaMemcpyHostToDevice, side), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(side), cudaErrorStreamCaptureUnsupported);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(origin, join, 0);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(origin, &graph), cudaSuccess);
  EXPECT_EQ(device[0], 0);
  value = 7;
  cudaGraphExec_t executable = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable, origin), cudaSuccess);
  EXPECT_EQ(device[0], 7);
  EXPECT_EQ(cudaStreamSynchronize(side), cudaSuccess);
}

TEST(Runtime, AStreamThatIsNotJoinedEndsTheCapture) {
  cudaStream_t origin = new_stream();
  cudaStream_t side = new_stream();
  cudaEvent_t fork = nullptr;
  cudaEventCreate(&fork);
  cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal);
  cudaEventRecord(fork, origin);
  cudaStreamWaitEvent(side, fork, 0);
  cudaMemsetAsync(device_memory<char>(4), 0, 4, side);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(origin, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph, nullptr);
}

TEST(Runtime, HostFunctionsRunOnAThreadOfTheirOwn) {
  std::atomic<std::thread::id> ran;
  const auto function = [](void* data) {
    *static_cast<std::atomic<std::thread::id>*>(data) = std::this_thread::get_id();
  };
  EXPECT_EQ(cudaLaunchHostFunc(new_stream(), function, &ran), cudaSuccess);
  EXPECT_NE(ran.load(), std::thread::id());
  EXPECT_NE(ran.load(), std::this_thread::get_id());
  EXPECT_EQ(names_after(recorded().calls.size() - 1), Names{"cuLaunchHostFunc"});
}

TEST(Runtime, TheFirstQueryAfterASubmissionSaysNotReady) {
  char* const device = device_memory<char>(8);
  cudaStream_t stream = new_stream();
  cudaEvent_t first = nullptr;
  cudaEvent_t second = nullptr;
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  EXPECT_EQ(cudaEventQuery(first), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  cudaMemsetAsync(device, 0, 8, stream);
  cudaEventRecord(first, stream);
  cudaEventRecord(second, stream);
  EXPECT_EQ(cudaEventQuery(second), cudaErrorNotReady);
  EXPECT_EQ(cudaEventQuery(second), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(first), cudaSuccess);
  cudaMemsetAsync(device, 0, 8, stream);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
  cudaEventRecord(first, stream);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(first), cudaSuccess);
  cudaGetLastError();
}

TEST(Runtime, ASynchronousCopyIsAWaitOfTheHost) {
  char* const device = device_memory<char>(8);
  cudaStream_t stream = new_stream();
  cudaMemsetAsync(device, 0, 8, stream);
  char back[8] = {};
  EXPECT_EQ(cudaMemcpy(back, device, sizeof(back), cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
}

TEST(Runtime, VariablesHaveMemoryOfTheirOwn) {
  static char shadow[16];
  __cudaRegisterVar(nullptr, shadow, nullptr, "table", 0, sizeof(shadow), 1, 0);
  const char text[16] = "fifteen letters";
  char back[16] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(shadow, text, sizeof(text), 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromSymbol(back, shadow, sizeof(back), 0, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_STREQ(back, text);
  EXPECT_EQ(shadow[0], 0);
  const format::Trace trace = recorded();
  ASSERT_FALSE(trace.variables.empty());
  EXPECT_EQ(trace.variables.back().name, "table");
  EXPECT_EQ(cudaMemcpyToSymbol(text, text, 1, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
  cudaGetLastError();
}

TEST(Runtime, TheFormForPerThreadStreamsIsTold) {
  EXPECT_EQ(cudaMemsetAsync_ptsz(device_memory<char>(8), 0, 8, nullptr), cudaSuccess);
  EXPECT_TRUE(recorded().calls.back().per_thread_default);
}

TEST(Runtime, PointersTellWhatTheyAre) {
  void* pinned = nullptr;
  cudaMallocHost(&pinned, 64);
  cudaPointerAttributes attributes{};
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, pinned), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeHost);
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, device_memory<char>(8)), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeDevice);
  int local = 0;
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, &local), cudaSuccess);
  EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaFree(pinned), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
  cudaGetLastError();
}

TEST(Runtime, WhatIsNotSimulatedSaysSoAndCounts) {
  const std::uint64_t before = recorded().dropped_entries;
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaStreamCopyAttributes(nullptr, nullptr), cudaErrorNotSupported);
  EXPECT_EQ(cudaStreamCopyAttributes(nullptr, nullptr), cudaErrorNotSupported);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "cudep: cudaStreamCopyAttributes is not simulated: it returns cudaErrorNotSupported\n");
  EXPECT_EQ(recorded().dropped_entries, before + 2);
  EXPECT_STREQ(cudaGetErrorString(cudaErrorNotSupported), "not supported");
  cudaGetLastError();
}

TEST(Runtime, TheDeviceDescribesItself) {
  cudaDeviceProp properties;
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_STREQ(properties.name, "cudep simulated GPU");
  EXPECT_EQ(properties.major, 9);
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
  int version = 0;
  EXPECT_EQ(cudaRuntimeGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 13000);
}

}  // namespace
}  // namespace cudep::simulate
