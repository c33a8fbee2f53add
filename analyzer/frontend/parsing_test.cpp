// What real programs need parsed beyond what clang takes by itself: one test for each such construct.
#include <fmt/format.h>

#include "analyzer/frontend/launch_braces.h"
#include "analyzer/frontend/test_source.h"

namespace cudep::frontend {
namespace {

std::vector<std::string> messages(const std::vector<ParseError>& errors) {
  std::vector<std::string> texts;
  for (const ParseError& error : errors) texts.push_back(fmt::format("{}: {}", error.site.line, error.message));
  return texts;
}

/// Every construct holds with NVIDIA's headers and with the bundled declarations.
class Parsing : public testing::TestWithParam<bool> {
 protected:
  static Lowered parse(const std::string& source) { return lower_text(source, GetParam() ? cuda_path() : ""); }
  static void expect_clean(const std::string& source) {
    EXPECT_EQ(messages(parse(source).errors), std::vector<std::string>{});
  }
};
INSTANTIATE_TEST_SUITE_P(, Parsing, testing::Bool(),
                         [](const auto& which) { return std::string(which.param ? "Toolkit" : "Bundled"); });

TEST_P(Parsing, HostCodeHasMinAndMaxOfMixedTypes) {
  expect_clean(R"(
#include <algorithm>
int run(int n, unsigned u, size_t s, float f, double d) {
  return min(n, 3) + max(n, u) + min(s, size_t(4)) + max(f, d) + min(f, 1.0f) + std::min(n, 4);
}
)");
}

TEST_P(Parsing, HostCodeClassifiesNumbers) {
  expect_clean(R"(
#include <cmath>
bool run(float f, double d) { return isfinite(f) && isnan(d) && isinf(f) && std::isfinite(d) && signbit(f); }
)");
}

TEST_P(Parsing, HostCodeAsksTheClock) {
  expect_clean(R"(
double run() { const clock_t start = clock(); return double(clock() - start) / CLOCKS_PER_SEC; }
)");
}

TEST_P(Parsing, TheCompilersVersionIsKnown) {
  expect_clean(R"(
#if !(__CUDACC__ && __CUDACC_VER_MAJOR__ >= 11 && defined(__CUDACC_VER_MINOR__) && defined(__CUDACC_VER_BUILD__))
#error "which nvcc is this?"
#endif
)");
}

TEST_P(Parsing, CallsOfOlderToolkitsAreKnown) {
  const Lowered lowered = parse(R"(
void run(float* p, cudaStream_t s, cudaGraph_t g, cudaGraphNode_t* a, cudaGraphNode_t* b) {
  cudaMemPrefetchAsync(p, 64, 0, s);
  cudaMemPrefetchAsync(p, 64, cudaCpuDeviceId);
  cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, 0);
  cudaGraphAddDependencies(g, a, b, 1);
  cudaThreadSynchronize();
}
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
  EXPECT_TRUE(in_order(text_of(lowered.program, "run"), {"cudaMemPrefetchAsync", "cudaThreadSynchronize"}));
}

TEST_P(Parsing, RemovedDevicePropertiesAreThere) {
  expect_clean(R"(
float run(const cudaDeviceProp& known) {
  struct cudaDeviceProp prop = {};
  cudaGetDeviceProperties(&prop, 0);
  return prop.clockRate * prop.memoryClockRate + prop.multiProcessorCount + known.deviceOverlap + known.major;
}
)");
}

TEST_P(Parsing, KernelsUseCacheHintsAndOtherBuiltins) {
  const Lowered lowered = parse(R"(
__constant__ float scale;
__global__ void k(float* p, const float4* q, unsigned long long* c, int n) {
  extern __shared__ float buffer[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __stcs(p + i, __ldcs(p + i) + __ldcg(q + i).x + __ldg(p + 1) * scale);
  buffer[threadIdx.x] = rsqrtf(fmaxf(p[i], 0.0f)) + __expf(p[i]) + min(n, 3) + powf(2.0f, 0.5f);
  __syncthreads();
  atomicAdd(c, 1ull);
  atomicCAS(c, 1ull, 2ull);
  p[i] += __shfl_down_sync(0xffffffff, buffer[0], 1);
  __threadfence();
  if (i == 0) printf("%d %d\n", n, __popc(n));
}
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
  EXPECT_EQ(messages(lowered.notes), std::vector<std::string>{});
  EXPECT_FALSE(find(lowered.program, "k")->opaque);
}

TEST_P(Parsing, DeviceCodeOfOtherUnitsAndLaunchesFromKernels) {
  expect_clean(R"(
extern __device__ int counter;
extern __constant__ float table[4];
__device__ float elsewhere(float x);
__global__ void child(float* p) { p[0] = elsewhere(table[0]) + counter; }
__global__ void parent(float* p) { child<<<1, 1>>>(p); }
)");
}

TEST_P(Parsing, ErrorsInDeviceCodeLeaveTheHostProgramWhole) {
  const Lowered lowered = parse(R"(
__device__ float strange(float x) { return unheard_of(x); }
template <class T> __global__ void broken(T* p) { p[0] = another + strange(1.0f); }
struct Worker { __device__ void work() { nothing(); } };
__global__ void good(float* p) { p[0] = 1; }
void run(float* p, cudaStream_t s) { broken<<<1, 1, 0, s>>>(p); good<<<1, 1, 0, s>>>(p); }
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
  ASSERT_EQ(lowered.notes.size(), 3U);
  EXPECT_EQ(lowered.notes[0].site.line, 2U);
  EXPECT_NE(lowered.notes[0].message.find("unheard_of"), std::string::npos);
  EXPECT_FALSE(lowered.fatal);
  EXPECT_TRUE(find(lowered.program, "strange")->opaque);
  EXPECT_TRUE(find(lowered.program, "broken")->opaque);
  EXPECT_FALSE(find(lowered.program, "good")->opaque);
  EXPECT_TRUE(in_order(text_of(lowered.program, "run"), {"launch", "broken", "launch", "good"}));
}

TEST_P(Parsing, ErrorsInCodeOfBothSidesCount) {
  EXPECT_EQ(parse("__host__ __device__ int both() { return unheard_of(1); }").errors.size(), 1U);
}

TEST_P(Parsing, MembersThatNothingUsesMayNotCompile) {
  const Lowered lowered = parse(R"(
template <class T> struct Box {
  T value;
  int size() const { return value.size(); }
  T get() const { return value; }
};
int run() { Box<int> box{3}; return box.get(); }
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
  EXPECT_TRUE(find(lowered.program, "Box<int>::get")->has_body());
}

TEST_P(Parsing, WhatGccOnlyWarnsOfIsNoError) {
  expect_clean(R"(
#include <cinttypes>
#include <cstdio>
void run(double d) { register int r = 1; int narrow[] = {d}; printf("%"PRIu64"\n", (uint64_t)r + narrow[0]); }
)");
}

TEST_P(Parsing, OpenMpAndMpiAreFound) {
  const Lowered lowered = parse(R"(
#include <omp.h>
#include <mpi.h>
int main(int n, char** words) {
  MPI_Init(&n, &words);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Sendrecv(words, 1, MPI_FLOAT, rank, 0, words, 1, MPI_FLOAT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Finalize();
  return omp_get_max_threads();
}
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
}

TEST(Headers, TheStandInForMpiIsTold) {
  const Lowered lowered = lower_text("#include <mpi.h>\n");
  if (lowered.notes.empty()) GTEST_SKIP() << "this machine has an MPI";
  EXPECT_EQ(messages(lowered.notes),
            std::vector<std::string>{"1: no mpi.h was found; declarations of cudep's own stand in"});
}

TEST(Headers, TheUsersMpiComesBeforeTheStandIn) {
  std::filesystem::create_directories(test_folder());
  std::ofstream(test_folder() / "mpi.h") << "int own_mpi();\n";
  const Lowered own = lower_text("#include \"mpi.h\"\nint run() { return own_mpi(); }\n");
  EXPECT_EQ(messages(own.errors), std::vector<std::string>{});
  EXPECT_EQ(messages(own.notes), std::vector<std::string>{});
  std::filesystem::remove(test_folder() / "mpi.h");
}

TEST(Sources, HostSourcesAreParsedAsTheHostCompilerDoes) {
  const std::string source = "struct uint3 { int own; };\nint run() { return sizeof(uint3); }\n";
  EXPECT_EQ(messages(lower_text(source, cuda_path(), "unit.cpp").errors), std::vector<std::string>{});
  EXPECT_FALSE(lower_text(source, cuda_path(), "unit.cu").errors.empty());
  const std::string calls = "#include <cuda_runtime.h>\nvoid run(cudaStream_t s) { cudaStreamSynchronize(s); }\n";
  for (const std::string& toolkit : {cuda_path(), std::string()}) {
    const Lowered lowered = lower_text(calls, toolkit, "unit.cpp");
    EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
    EXPECT_TRUE(in_order(text_of(lowered.program, "run"), {"call u32 @cudaStreamSynchronize"}));
  }
}

TEST_P(Parsing, CodeThatOnlyTheLibraryCallsIsThere) {
  const Program program = parse(R"(
#include <algorithm>
#include <functional>
#include <memory>
#include <thread>
#include <vector>
template <class T> struct Pool {
  using value_type = T;
  T* allocate(size_t n) { T* p; cudaMallocHost(&p, n * sizeof(T)); return p; }
  void deallocate(T* p, size_t) { cudaFreeHost(p); }
};
template <class T> bool operator==(const Pool<T>&, const Pool<T>&) { return true; }
template <class T> bool operator!=(const Pool<T>&, const Pool<T>&) { return false; }
template <class T> struct Release { void operator()(T* p) const { cudaFree(p); } };
template <class T> struct Later { bool operator()(const T& a, const T& b) const { return b < a; } };
template <class T> struct Worker { T* data; void operator()() const { cudaMemset(data, 0, 4); } };
void run(float* p) {
  std::vector<int, Pool<int>> pinned(3);
  std::unique_ptr<float, Release<float>> owned(p);
  std::sort(pinned.begin(), pinned.end(), Later<int>());
  std::thread thread(Worker<float>{p});
  std::function<void(cudaStream_t)> wait = [](cudaStream_t s) { cudaStreamSynchronize(s); };
  thread.join();
}
)")
                              .program;
  for (const char* name : {"Pool<int>::allocate", "Pool<int>::deallocate", "Release<float>::operator()",
                           "Later<int>::operator()", "Worker<float>::operator()", "run::lambda::operator()"}) {
    const program::Function* function = find(program, name);
    EXPECT_TRUE(function != nullptr && function->has_body()) << name;
  }
}

TEST(Sources, TheCommandMayNameTheLanguage) {
  const auto errors = [](const std::string& name, std::vector<std::string> arguments) {
    std::ofstream(test_folder() / name) << "struct uint3 { int own; };\n";
    const auto lowered =
        lower({.directory = test_folder().string(), .file = name, .arguments = std::move(arguments)}, cuda_path());
    return lowered ? lowered->errors.size() : 99;
  };
  EXPECT_EQ(errors("unit.cu", {"-x", "c++"}), 0U);
  EXPECT_EQ(errors("unit.cu", {"-xc++"}), 0U);
  EXPECT_EQ(errors("unit.cpp", {"-x", "cuda"}), 1U);
}

TEST(Sources, LaunchesOfHeadersTemplatesAreNotTheUnits) {
  std::ofstream(test_folder() / "launcher.h") << R"(
template <class T> __global__ void k(T* p) {}
template <class T> void launch(T* p) { k<<<1, 1>>>(p); }
)";
  EXPECT_EQ(lower_text("#include \"launcher.h\"\n").program.launches_in_source, 0U);
  const std::string own = "#include \"launcher.h\"\ntemplate <class T> void again(T* p) { k<<<1, 1>>>(p); }\n";
  EXPECT_EQ(lower_text(own).program.launches_in_source, 1U);
}

TEST_P(Parsing, ConstantsMayBeWiderThanSigned64Bits) {
  const Lowered lowered = parse(R"(
#include <type_traits>
const __uint128_t wide = (__uint128_t)1 << 100;
int run(unsigned long long n) {
  std::integral_constant<unsigned long long, ~0ull> dynamic;
  switch (n) {
    case 0xffffffffffffffffull: return (int)dynamic();
    case 3 ... 5: return 3;
  }
  return (int)wide;
}
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
  EXPECT_TRUE(in_order(text_of(lowered.program, "run"), {"switch", "-1:", "3:", "4:", "5:"}));
}

TEST(LaunchBraces, BecomeWhatTheArgumentIs) {
  EXPECT_EQ(name_launch_braces("k<<<{x, f({1})}, dim3{2}, 0, s>>>(p); // k<<<{1}>>>\na << b;"),
            "k<<<dim3(x, f({1})), dim3{2}, 0, s>>>(p); // k<<<{1}>>>\na << b;");
  EXPECT_EQ(name_launch_braces("k<<<{4}, {8}, {n}, {}>>>(p);"), "k<<<dim3(4), dim3(8), (n), (0)>>>(p);");
  EXPECT_EQ(name_launch_braces("c = '\"'; n = 1'000; k<<<{1}, 2>>>(p);"), "c = '\"'; n = 1'000; k<<<dim3(1), 2>>>(p);");
}

TEST(LaunchBraces, MayBeInMacrosAndOnSeveralLines) {
  EXPECT_EQ(name_launch_braces("#define RUN(k) \\\n  k<<< \\\n    {a, b}, \\\n    {8} >>>(p)\n"),
            "#define RUN(k) \\\n  k<<< \\\n    dim3(a, b), \\\n    dim3(8) >>>(p)\n");
  EXPECT_EQ(name_launch_braces("k<<<{1, 2},  // blocks {x, y}, or so\n    /* threads */ {3}>>>();"),
            "k<<<dim3(1, 2),  // blocks {x, y}, or so\n    /* threads */ dim3(3)>>>();");
}

TEST_P(Parsing, BracedLaunchesInMacros) {
  const Lowered lowered = parse(R"(
__global__ void k(int* p) {}
#define RUN(kernel, stream) \
  kernel<<<{4, 2},          \
           {32}, 0, stream>>>(p)
void run(int* p, cudaStream_t s) { RUN(k, s); }
)");
  EXPECT_EQ(messages(lowered.errors), std::vector<std::string>{});
  EXPECT_TRUE(in_order(text_of(lowered.program, "run"), {"store u32 4", "store u32 2", "launch @_Z1kPi"}));
}

TEST_P(Parsing, TemplatedLaunchesSurviveAMissingInclude) {
  const Lowered lowered = parse(R"(
#include "nowhere.h"
template <class T> __global__ void k(T* p) { p[0] = 1; }
template <class T> void launch(T* p, cudaStream_t s) { k<T><<<1, 1, 0, s>>>(p); }
void run(float* p, cudaStream_t s) { launch(p, s); k<<<1, 1, 0, s>>>(p); }
Unknown later(float* p) { return Unknown(p); }
)");
  EXPECT_TRUE(lowered.fatal);
  EXPECT_TRUE(in_order(text_of(lowered.program, "run"), {"call", "launch"}));
  EXPECT_TRUE(in_order(text_of(lowered.program, "launch"), {"launch"}));
}

}  // namespace
}  // namespace cudep::frontend
