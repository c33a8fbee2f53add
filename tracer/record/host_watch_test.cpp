// Accesses of host code while recorded calls use the memory.
#include "tracer/record/host_watch.h"

#include <sys/mman.h>

#include <thread>

#include "tracer/record/recorded_call.h"

namespace cudep::record {
namespace {

const auto kStream = reinterpret_cast<CUstream>(0x640);
const auto kOther = reinterpret_cast<CUstream>(0x650);
const auto kEvent = reinterpret_cast<CUevent>(0x960);
constexpr std::size_t kBytes = 8192;

CUresult is_capturing(CUstream, CUstreamCaptureStatus* status) {
  *status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
  return CUDA_SUCCESS;
}

CUresult one_pointer(CUkernel, size_t position, size_t* offset, size_t* bytes) {
  *offset = 0;
  *bytes = 8;
  return position == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Two pages of pinned memory of a program that is watched.
class HostWatchTest : public testing::Test {
 protected:
  HostWatchTest() {
    EXPECT_TRUE(recorder().stacks.open());
    watch_ = std::make_unique<HostWatch>(recorder());
    EXPECT_TRUE(watch_->start());
    recorder().host_watch = watch_.get();
    cuMemAllocHost_v2_params parameters{};
    parameters.pp = &memory_;
    parameters.bytesize = kBytes;
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuMemAllocHost_v2, parameters);
  }
  ~HostWatchTest() override {
    watch_->stop();
    munmap(memory_, kBytes);
  }

  Recorder& recorder() { return recorded_.recorder(); }
  volatile char* at(std::size_t offset) { return static_cast<volatile char*>(memory_) + offset; }
  /// In a thread of their own: the state of this one belongs to the recording of an earlier test.
  void read(std::size_t offset) {
    std::thread([&] { *at(offset); }).join();
  }
  void write(std::size_t offset) {
    std::thread([&] { *at(offset) = 'x'; }).join();
  }

  void copy_to_host(CUstream stream) {
    cuMemcpyDtoHAsync_v2_params parameters{};
    parameters.dstHost = memory_;
    parameters.srcDevice = 0x7f0000;
    parameters.ByteCount = kBytes;
    parameters.hStream = stream;
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoHAsync_v2, parameters);
  }
  void copy_to_device(CUstream stream) {
    cuMemcpyHtoDAsync_v2_params parameters{};
    parameters.srcHost = memory_;
    parameters.dstDevice = 0x7f0000;
    parameters.ByteCount = kBytes;
    parameters.hStream = stream;
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuMemcpyHtoDAsync_v2, parameters);
  }
  void synchronize(CUstream stream, CUresult result = CUDA_SUCCESS) {
    cuStreamQuery_params parameters{stream};
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuStreamQuery, parameters, result);
  }
  void record(CUstream stream) {
    cuEventRecord_params parameters{kEvent, stream};
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuEventRecord, parameters);
  }
  void wait(CUstream stream) {
    cuStreamWaitEvent_params parameters{stream, kEvent, 0};
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuStreamWaitEvent, parameters);
  }

  /// What host code was seen to do.
  std::vector<format::HostAccess> accesses() {
    trace_ = recorded_.read();
    std::vector<format::HostAccess> found;
    for (const format::Call& call : trace_.calls)
      if (const auto* access = std::get_if<format::HostAccess>(&call.detail)) found.push_back(*access);
    return found;
  }

  RecordedCall recorded_;
  std::unique_ptr<HostWatch> watch_;
  void* memory_ = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  format::Trace trace_;
};

TEST_F(HostWatchTest, AReadOfWhatIsBeingWrittenHasItsPlaceAndStack) {
  copy_to_host(kStream);
  read(5000);
  write(5001);
  const auto found = accesses();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].address, reinterpret_cast<std::uint64_t>(at(5000)));
  EXPECT_FALSE(found[0].is_write);
  const auto& stack = trace_.stacks.at(static_cast<std::size_t>(trace_.calls.back().stack.value()));
  EXPECT_EQ(stack.addresses.at(0), found[0].program_counter + 1);
  EXPECT_GT(stack.addresses.size(), 2U) << "the callers are there too";
}

TEST_F(HostWatchTest, WhatIsBeingReadMayBeReadButNotWritten) {
  copy_to_device(kStream);
  read(0);
  write(1);
  const auto found = accesses();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].is_write);
}

TEST_F(HostWatchTest, AfterASuccessfulQueryMemoryIsFree) {
  copy_to_host(kStream);
  synchronize(kStream);
  read(0);
  copy_to_host(kStream);
  synchronize(kStream, CUDA_ERROR_NOT_READY);
  synchronize(kOther);
  read(0);
  EXPECT_EQ(accesses().size(), 1U);
}

TEST_F(HostWatchTest, ASynchronizeOfAnotherContextLeavesMemoryInUse) {
  const auto synchronize_context = [&](std::uint32_t context) {
    recorded_.use_context(context);
    recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize, 0);
    recorded_.use_context(1);
  };
  copy_to_host(kStream);
  synchronize_context(2);
  read(0);
  EXPECT_EQ(accesses().size(), 1U);
  copy_to_host(kStream);
  synchronize_context(1);
  read(0);
  EXPECT_EQ(accesses().size(), 1U);
}

TEST_F(HostWatchTest, AStreamThatWaitedCoversTheOther) {
  copy_to_host(kStream);
  record(kStream);
  wait(kOther);
  synchronize(kOther);
  read(0);
  EXPECT_EQ(accesses().size(), 0U);
}

TEST_F(HostWatchTest, ARecordCoversOnlyWhatCameBefore) {
  record(kStream);
  wait(kOther);
  copy_to_host(kStream);
  synchronize(kOther);
  read(0);
  EXPECT_EQ(accesses().size(), 1U);
}

TEST_F(HostWatchTest, ACapturedCopyUsesNothingYet) {
  recorder().driver.stream_is_capturing = is_capturing;
  copy_to_host(kStream);
  read(0);
  EXPECT_EQ(accesses().size(), 0U);
}

TEST_F(HostWatchTest, AKernelMayUseAllOfWhatItPointsInto) {
  recorder().driver.kernel_parameter = one_pointer;
  void* pointer = const_cast<char*>(at(4096));
  void* arguments[] = {&pointer};
  cuLaunchKernel_params parameters{};
  parameters.f = reinterpret_cast<CUfunction>(0x111);
  parameters.hStream = kStream;
  parameters.kernelParams = arguments;
  recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, parameters);
  read(0);
  EXPECT_EQ(accesses().size(), 1U);
}

TEST_F(HostWatchTest, MemoryIsOpenWhenItIsFreed) {
  copy_to_host(kStream);
  watch_->before(format::call_id("cuMemFreeHost"), reinterpret_cast<std::uint64_t>(memory_));
  read(0);
  EXPECT_EQ(accesses().size(), 0U);
}

TEST_F(HostWatchTest, WhatTheRecorderDoesItselfIsNotTold) {
  copy_to_host(kStream);
  std::thread([&] {
    thread_state()->inside = true;
    *at(0);
  }).join();
  EXPECT_EQ(accesses().size(), 0U);
}

TEST_F(HostWatchTest, HostFunctionsDoNotEndTheWatch) {
  cuLaunchHostFunc_params parameters{};
  parameters.hStream = kStream;
  recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchHostFunc, parameters);
  copy_to_host(kStream);
  read(0);
  EXPECT_EQ(accesses().size(), 1U);
}

TEST_F(HostWatchTest, ManagedMemoryThatAKernelUses) {
  void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto address = reinterpret_cast<CUdeviceptr>(memory);
  cuMemAllocManaged_params allocation{};
  allocation.dptr = &address;
  allocation.bytesize = kBytes;
  recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuMemAllocManaged, allocation);
  recorder().driver.kernel_parameter = one_pointer;
  void* arguments[] = {&address};
  cuLaunchKernel_params launch{};
  launch.f = reinterpret_cast<CUfunction>(0x111);
  launch.hStream = kStream;
  launch.kernelParams = arguments;
  const auto read_it = [&] { std::thread([&] { *static_cast<volatile char*>(memory); }).join(); };
  recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, launch);
  read_it();
  EXPECT_EQ(accesses().size(), 1U);
  recorded_.call(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, launch);
  watch_->before(format::call_id("cuMemFree"), address);
  read_it();
  EXPECT_EQ(accesses().size(), 1U) << "it ended";
  munmap(memory, kBytes);
}

}  // namespace
}  // namespace cudep::record
