// Submissions that a plan names are delayed, and no others.
#include <fstream>
#include <span>

#include "tracer/format/delay_plan.h"
#include "tracer/record/provocation.h"
#include "tracer/record/recorded_call.h"

namespace cudep::record {
namespace {

const auto kStream = reinterpret_cast<CUstream>(0x640);

/// What a driver that is made up here was asked for.
struct Asked {
  int loads = 0;
  int contexts = 0;
  std::vector<CUstream> delayed;
  std::uint64_t nanoseconds = 0;
  CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
} asked;

Driver driver() {
  Driver made;
  made.load_library = [](CUlibrary*, const void*, CUjit_option*, void**, unsigned, CUlibraryOption*, void**, unsigned) {
    ++asked.loads;
    return CUDA_SUCCESS;
  };
  made.library_kernel = [](CUkernel* kernel, CUlibrary, const char*) {
    *kernel = reinterpret_cast<CUkernel>(0x77);
    return CUDA_SUCCESS;
  };
  made.kernel_in_context = [](CUfunction*, CUkernel) {
    ++asked.contexts;
    return CUDA_SUCCESS;
  };
  made.launch = [](CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream stream,
                   void** arguments, void**) {
    asked.delayed.push_back(stream);
    asked.nanoseconds = *static_cast<std::uint64_t*>(arguments[0]);
    return CUDA_SUCCESS;
  };
  made.stream_is_capturing = [](CUstream, CUstreamCaptureStatus* status) {
    *status = asked.capture;
    return CUDA_SUCCESS;
  };
  return made;
}

class DelayTest : public testing::Test {
 protected:
  DelayTest() {
    asked = {};
    recorder().driver = driver();
    EXPECT_TRUE(recorder().stacks.open());
    recorder().modules.update(recorder().file, recorded_.thread().writer, 0);
  }
  ~DelayTest() override { std::filesystem::remove(path_); }

  Recorder& recorder() { return recorded_.recorder(); }

  /// The frames that all calls of `submit` in this test share: those of whoever calls the test.
  std::vector<format::DelayFrame> frames() {
    submit();
    recorder().stacks.capture(recorder().file, recorder().modules, recorded_.thread(), 1);
    const format::Trace trace = recorded_.read();
    constexpr std::size_t kOwnFrames = 4;  // of the walk, `submit`, this function and the test
    std::vector<format::DelayFrame> site;
    for (void* const frame : std::span(seen_).subspan(kOwnFrames)) {
      const auto address = reinterpret_cast<std::uint64_t>(frame);
      for (const format::Module& module : trace.modules) {
        if (address < module.begin || address >= module.end) continue;
        site.push_back({module.path, module.build_id, address - module.bias});
      }
    }
    return site;
  }
  format::DelaySite site() { return {.frames = frames(), .instances = {0, 2}}; }
  /// As if a call of the driver began here, and returned.
  [[gnu::noinline]] void submit() {
    void* all[format::kMostFrames];
    const auto frames = recorder().stacks.walk(all);
    seen_.assign(frames.begin(), frames.end());
    if (!provocation_) return;
    provocation_->before(recorded_.thread(), kStream);
    provocation_->after(recorded_.thread());
  }
  bool start(const format::DelayPlan& plan) {
    std::ofstream(path_) << format::to_text(plan);
    provocation_ = std::make_unique<Provocation>(recorder());
    const bool started = provocation_->start(path_.c_str());
    provocation_->enter(1);
    return started;
  }

  RecordedCall recorded_;
  std::unique_ptr<Provocation> provocation_;
  std::vector<void*> seen_;
  std::string path_ = std::filesystem::temp_directory_path() / ("plan." + std::to_string(getpid()));
};

TEST_F(DelayTest, TheInstancesThatAreNamedAreDelayedOnTheirStream) {
  ASSERT_TRUE(start({.milliseconds = 20, .sites = {site()}}));
  std::vector<std::size_t> delayed;
  for (int i = 0; i < 4; ++i) {
    submit();
    delayed.push_back(asked.delayed.size());
  }
  EXPECT_EQ(delayed, (std::vector<std::size_t>{1, 1, 2, 2}));
  EXPECT_EQ(asked.delayed[0], kStream);
  EXPECT_EQ(asked.nanoseconds, 20'000'000U);
  EXPECT_EQ(recorded_.read().delays, 2U);
}

TEST_F(DelayTest, TheHostPausesAfterASubmission) {
  ASSERT_TRUE(start({.milliseconds = 30, .kind = format::DelayKind::After, .sites = {site()}}));
  const std::uint64_t begin = now();
  submit();
  EXPECT_GE(now() - begin, 30'000'000U);
  submit();  // has no delay
  EXPECT_TRUE(asked.delayed.empty());
  EXPECT_EQ(recorded_.read().delays, 1U);
}

TEST_F(DelayTest, AnotherSiteIsNot) {
  format::DelaySite other = site();
  ASSERT_FALSE(other.frames.empty());
  other.frames.front().offset += 1;
  ASSERT_TRUE(start({.sites = {other}}));
  submit();
  EXPECT_EQ(asked.delayed.size(), 0U);
}

TEST_F(DelayTest, AnotherBuildOfTheModuleIsNot) {
  format::DelaySite other = site();
  for (format::DelayFrame& frame : other.frames) frame.build_id.assign(20, 1);
  ASSERT_TRUE(start({.sites = {other}}));
  submit();
  EXPECT_EQ(asked.delayed.size(), 0U);
}

TEST_F(DelayTest, NothingIsDelayedWhileCapturing) {
  ASSERT_TRUE(start({.sites = {site()}}));
  asked.capture = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  submit();
  EXPECT_EQ(asked.delayed.size(), 0U);
  asked.capture = CU_STREAM_CAPTURE_STATUS_NONE;
  submit();
  EXPECT_EQ(asked.delayed.size(), 1U);
}

TEST_F(DelayTest, TheKernelIsLoadedOnceAndPutIntoEachContext) {
  ASSERT_TRUE(start({.sites = {site()}}));
  provocation_->enter(1);
  provocation_->enter(2);
  EXPECT_EQ(asked.loads, 1);
  EXPECT_EQ(asked.contexts, 2);
}

TEST_F(DelayTest, WhatIsNoPlanIsRefused) {
  std::ofstream(path_) << "nothing\n";
  EXPECT_FALSE(Provocation(recorder()).start(path_.c_str()));
  EXPECT_FALSE(Provocation(recorder()).start("/nonexistent"));
}

}  // namespace
}  // namespace cudep::record
