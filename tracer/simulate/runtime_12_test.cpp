// A program that was built for CUDA 12, whose headers are not here: what it calls is declared by hand.
#include <cstdint>
#include <cstring>

#include "tracer/simulate/recorded_process.h"

extern "C" {
int cudaRuntimeGetVersion(int*);
int cudaGetDeviceProperties_v2(void*, int);
int cudaMalloc(void**, std::size_t);
int cudaMallocManaged(void**, std::size_t, unsigned);
int cudaMemPrefetchAsync(const void*, std::size_t, int, void*);
int cudaStreamCreate(void**);
int cudaStreamBeginCapture(void*, int);
int cudaStreamEndCapture(void*, void**);
int cudaStreamGetCaptureInfo_v2(void*, int*, unsigned long long*, void**, void***, std::size_t*);
int cudaGraphAddEmptyNode(void**, void*, void**, std::size_t);
int cudaGraphAddDependencies(void*, void**, void**, std::size_t);
int cudaGraphCreate(void**, unsigned);
int cudaThreadSynchronize();
}

namespace cudep::simulate {
namespace {

const RecordedProcess process;

TEST(Runtime12, SaysItsVersion) {
  int version = 0;
  EXPECT_EQ(cudaRuntimeGetVersion(&version), 0);
  EXPECT_EQ(version / 1000, 12);
}

TEST(Runtime12, PropertiesHaveTheLayoutOfTheirVersion) {
  struct {
    std::byte known[1032];
    std::byte behind[64];
  } room;
  std::memset(&room, 0x55, sizeof(room));
  EXPECT_EQ(cudaGetDeviceProperties_v2(&room, 0), 0);
  EXPECT_STREQ(reinterpret_cast<const char*>(room.known), "cudep simulated GPU");
  int processors = 0;
  std::memcpy(&processors, room.known + 388, sizeof(processors));
  EXPECT_EQ(processors, 132);
  EXPECT_EQ(room.behind[0], std::byte{0x55});
}

TEST(Runtime12, TakesTheArgumentsOfItsVersion) {
  void* memory = nullptr;
  EXPECT_EQ(cudaMallocManaged(&memory, 64, 1), 0);
  EXPECT_EQ(cudaMemPrefetchAsync(memory, 64, 0, nullptr), 0);
  EXPECT_EQ(names_after(recorded().calls.size() - 1), std::vector<std::string>{"cuMemPrefetchAsync"});
  void* stream = nullptr;
  EXPECT_EQ(cudaStreamCreate(&stream), 0);
  EXPECT_EQ(cudaStreamBeginCapture(stream, 1), 0);
  int status = 0;
  unsigned long long id = 0;
  std::size_t count = 1;
  void** last = nullptr;
  void* graph = nullptr;
  EXPECT_EQ(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &last, &count), 0);
  EXPECT_EQ(status, 1);
  EXPECT_EQ(count, 0U);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), 0);
}

TEST(Runtime12, DependenciesComeWithoutEdgeData) {
  void* graph = nullptr;
  void* nodes[2] = {};
  EXPECT_EQ(cudaGraphCreate(&graph, 0), 0);
  for (void*& node : nodes) EXPECT_EQ(cudaGraphAddEmptyNode(&node, graph, nullptr, 0), 0);
  EXPECT_EQ(cudaGraphAddDependencies(graph, &nodes[0], &nodes[1], 1), 0);
  const format::Trace trace = recorded();
  ASSERT_EQ(trace.calls.back().dependencies.size(), 1U);
}

TEST(Runtime12, OldNamesWork) {
  EXPECT_EQ(cudaThreadSynchronize(), 0);
  EXPECT_EQ(names_after(recorded().calls.size() - 1), std::vector<std::string>{"cuCtxSynchronize"});
}

}  // namespace
}  // namespace cudep::simulate
