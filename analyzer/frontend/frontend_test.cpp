// Lowering checked on small sources: what must be called, in which order, at which place.
#include <gtest/gtest.h>

#include "analyzer/frontend/test_source.h"

namespace cudep::frontend {
namespace {

using program::Program;

constexpr const char* kGuard = R"(
struct Guard { int v; explicit Guard(int v) : v(v) {} Guard(const Guard& o) : v(o.v) {} ~Guard(); };
Guard make(int v); void use(const Guard& g); bool test();
)";

TEST(Frontend, LowersEveryConstruct) {
  const auto lowered =
      lower({.directory = CUDEP_SOURCE_DIR "/analyzer/frontend", .file = "every_construct.cu"}, cuda_path());
  ASSERT_TRUE(lowered) << lowered.error();
  EXPECT_TRUE(lowered->errors.empty());
  EXPECT_EQ(program::verify(lowered->program), std::vector<std::string>{});
  for (const program::Function& function : lowered->program.functions) {
    EXPECT_TRUE(function.has_body() || !function.in_main_file || function.display == "Base::run") << function.display;
    EXPECT_FALSE(function.opaque) << function.display;
  }
}

TEST(Frontend, LaunchHasItsOperandsAndTheKernelsPlace) {
  const Program program = lower_text(R"(
#include <cuda_runtime.h>
__global__ void scale(float* p, int n) { p[blockIdx.x * blockDim.x + threadIdx.x] *= n; }
void run(float* p, cudaStream_t s) {
  scale<<<dim3(8, 2), 256, 64, s>>>(p, 5);
}
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "run"),
                       {"store u32 8 -> &.2", "store u32 2", "store u32 1", "store u32 256 -> &.3", "= load ptr, &s",
                        "= load ptr, &p", "launch @_Z5scalePfi grid=&.2 block=&.3 shared=64 stream=%", ", 5) at 5:3"}));
  EXPECT_TRUE(in_order(text_of(program, "scale"), {"multiply u32 blockIdx.x, blockDim.x", "threadIdx.x"}));
  EXPECT_TRUE(find(program, "scale")->is_kernel);
  EXPECT_EQ(program.launches_in_source, 1U);
}

TEST(Frontend, MacroBodyIsAtItsUseAndMacroArgumentAtItsOwnPlace) {
  const Program program = lower_text(R"(#include <cuda_runtime.h>
#define CK(x) do { if ((x) != cudaSuccess) failed(); } while (0)
void failed();
void run(cudaStream_t a, cudaStream_t b) {
  CK(cudaStreamSynchronize(a)); CK(
    cudaStreamSynchronize(b));
}
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "run"), {"@cudaStreamSynchronize(%0) at 5:6", "@_Z6failedv() at 5:3",
                                                 "@cudaStreamSynchronize(%4) at 6:5", "@_Z6failedv() at 5:33"}));
}

TEST(Frontend, LocalsEndInReverseOrderHoweverTheScopeIsLeft) {
  const Program program = lower_text(std::string(kGuard) + R"(
void run() {
  Guard a(1);
  while (test()) {
    Guard b(2);
    if (test()) break;
    if (test()) return;
  }
}
)")
                              .program;
  const std::string text = text_of(program, "run");
  EXPECT_EQ(count(text, "GuardD1Ev(&b)"), 3U);  // break, return, end of the lap
  EXPECT_EQ(count(text, "GuardD1Ev(&a)"), 2U);  // return, end
  EXPECT_TRUE(in_order(text, {"GuardD1Ev(&b)", "end &b", "GuardD1Ev(&b)", "end &b", "GuardD1Ev(&a)", "end &a"}));
}

TEST(Frontend, GotoEndsWhatItLeavesAndNothingElse) {
  const Program program = lower_text(std::string(kGuard) + R"(
void run() {
  Guard outer(1);
again:
  { Guard inner(2); if (test()) goto again; }
}
)")
                              .program;
  const std::string text = text_of(program, "run");
  EXPECT_EQ(count(text, "GuardD1Ev(&inner)"), 2U);
  EXPECT_EQ(count(text, "GuardD1Ev(&outer)"), 1U);
}

TEST(Frontend, TemporariesEndWithTheirFullExpressionOrWithTheReferenceThatHoldsThem) {
  const Program program = lower_text(std::string(kGuard) + R"(
void run() { use(make(1)); const Guard& kept = make(2); use(kept); }
)")
                              .program;
  EXPECT_TRUE(
      in_order(text_of(program, "run"), {"@_Z4makei(1) -> &.0", "@_Z3useRK5Guard(&.0)", "GuardD1Ev(&.0)", "end &.0",
                                         "@_Z4makei(2) -> &.2", "@_Z3useRK5Guard(%", "GuardD1Ev(&.2)"}));
}

TEST(Frontend, TemporaryOfAnArmEndsOnlyWhereItWasMade) {
  const Program program = lower_text(std::string(kGuard) + R"(
void run(bool c) { bool r = c && (use(make(1)), true); }
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "run"),
                       {"store u8 0 -> &.", "store u8 1 -> &.", "branch %", "GuardD1Ev(&.", "store u8 0 -> &."}));
}

TEST(Frontend, ReturnedVariableIsTheResult) {
  const Program program = lower_text(std::string(kGuard) + "Guard build() { Guard g(3); use(g); return g; }").program;
  const std::string text = text_of(program, "build");
  EXPECT_EQ(count(text, "GuardD1Ev"), 0U) << text;
  EXPECT_EQ(count(text, "GuardC1ERKS_"), 0U) << text;
}

TEST(Frontend, ConstructorsGiveTheDynamicTypeAndClassesKnowTheirOverriders) {
  const Program program = lower_text(R"(
struct Base { virtual void run(); virtual ~Base(); };
struct Derived : Base { int n = 4; void run() override {} };
void use(Base& b) { b.run(); } void make() { Derived d; use(d); }
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "Derived::Derived"), {"@_ZN4BaseC1Ev(", "dynamic_type %", "store i32 4"}));
  EXPECT_TRUE(in_order(text_of(program, "use"), {"call virtual void @_ZN4Base3runEv"}));
  const std::string text = program::print(program);
  EXPECT_TRUE(in_order(text, {"\"Derived\"", "@_ZN4Base3runEv: @_ZN7Derived3runEv"}));
}

TEST(Frontend, DestructorsRunTheBodyThenMembersThenBases) {
  const Program program = lower_text(std::string(kGuard) + R"(
struct Base { ~Base(); }; void log();
struct Two : Base { Guard first, second; ~Two() { if (test()) return; log(); } };
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "Two::~Two"), {"@_Z3logv()", "GuardD1Ev(%", "GuardD1Ev(%", "BaseD1Ev(%"}));
  EXPECT_EQ(count(text_of(program, "Two::~Two"), "BaseD1Ev"), 1U);
}

TEST(Frontend, StaticsHaveGuardsAndGlobalsTheirFirstValues) {
  const Program program = lower_text(R"(
#include <cuda_runtime.h>
int compute(); int table[3] = {1, 2}; int late = compute();
__managed__ int shared; __constant__ float weights[4];
int next() { static int seed = compute(); return seed; }
)")
                              .program;
  const std::string text = program::print(program);
  EXPECT_TRUE(in_order(text, {"global $table", "+0 i32 1, +4 i32 2"}));
  EXPECT_TRUE(in_order(text, {"global $shared", "memory=managed"}));
  EXPECT_TRUE(in_order(text, {"global $weights", "memory=constant"}));
  EXPECT_EQ(std::ranges::count_if(program.globals, &program::Global::is_guard), 1);
  EXPECT_EQ(program.initializers.size(), 1U);
}

TEST(Frontend, FunctionsBehindLibraryClassesAreLowered) {
  const Program program = lower_text(R"(
#include <cuda_runtime.h>
#include <vector>
template <class T> struct Pinned {
  using value_type = T;
  T* allocate(size_t n) { void* p; cudaMallocHost(&p, n * sizeof(T)); return static_cast<T*>(p); }
  void deallocate(T* p, size_t) { cudaFreeHost(p); }
};
void grow(std::vector<int, Pinned<int>>& v) { v.resize(9); }
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "Pinned<int>::allocate"), {"@cudaMallocHost(&p"}));
  const auto resize = std::ranges::find(program.functions, "std::vector::resize", &program::Function::qualified);
  ASSERT_NE(resize, program.functions.end());
  ASSERT_TRUE(resize->library && resize->library->allocate && resize->library->deallocate);
  EXPECT_EQ(program.functions[program::index(*resize->library->deallocate)].display, "Pinned<int>::deallocate");
}

TEST(Frontend, LambdaReadsItsCapturesThroughTheClosure) {
  const Program program = lower_text(R"(
int run(int a, int b) { auto sum = [a, &b](int c) { return a + b + c; }; return sum(3); }
)")
                              .program;
  EXPECT_TRUE(in_order(text_of(program, "run::lambda::operator()"),
                       {"load ptr, &this", "load i32, %", "load ptr, &this", "+ 8", "load ptr, %", "load i32, %"}));
}

TEST(Frontend, ErrorInALaunchMakesTheFunctionOpaque) {
  const Lowered lowered = lower_text(R"(
#include <cuda_runtime.h>
__global__ void k(int* p) {}
void bad(int* p) { k<<<1, 2, 0, nowhere>>>(p); }
void good(int* p) { k<<<1, 2>>>(p); }
)");
  ASSERT_EQ(lowered.errors.size(), 1U);
  EXPECT_EQ(lowered.errors.front().site.line, 4U);
  EXPECT_FALSE(lowered.fatal);
  EXPECT_TRUE(find(lowered.program, "bad")->opaque);
  EXPECT_TRUE(find(lowered.program, "good")->has_body());
}

TEST(Frontend, PacksGivenToLibraryFunctionsNameTheirConstructor) {
  const Program program = lower_text(R"(
#include <memory>
#include <vector>
struct Slot { int n; Slot(int a, const char* b); Slot(int); };
void fill(std::vector<Slot>& v) { v.emplace_back(3, "x"); auto p = std::make_shared<Slot>(4); }
)")
                              .program;
  const auto constructed = [&](std::string_view name) {
    const auto found = std::ranges::find(program.functions, name, &program::Function::qualified);
    if (found == program.functions.end() || !found->library || !found->library->element_construct) return std::string();
    return program::print(program.functions[program::index(*found->library->element_construct)], program);
  };
  EXPECT_TRUE(in_order(constructed("std::vector::emplace_back"), {"load i32, %", "@_ZN4SlotC1EiPKc(%"}));
  EXPECT_TRUE(in_order(constructed("std::make_shared"), {"load i32, %", "@_ZN4SlotC1Ei(%"}));
}

TEST(Frontend, MissingIncludeIsFatalButTheRestIsLowered) {
  const Lowered lowered = lower_text("#include \"nowhere.h\"\nint one() { return 1; }\n");
  EXPECT_TRUE(lowered.fatal);
  EXPECT_TRUE(find(lowered.program, "one")->has_body());
}

TEST(Frontend, MissingFileIsAnErrorThatNamesIt) {
  const auto lowered = lower({.directory = "/", .file = "no/such.cu"}, cuda_path());
  ASSERT_FALSE(lowered);
  EXPECT_NE(lowered.error().find("no/such.cu"), std::string::npos);
}

}  // namespace
}  // namespace cudep::frontend
