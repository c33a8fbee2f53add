// The table of CUDA calls: each row is whole and can be found, and the names and flags mean what they should.
#include "rules/model/cuda_api.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>

namespace cudep::model {
namespace {

bool has(const Call& call, Role role) { return argument(call, role).has_value(); }

bool has_any(const Call& call, std::initializer_list<Role> roles) {
  return std::ranges::any_of(roles, [&](Role role) { return has(call, role); });
}

bool says_what_is_written(const Call& call) {
  return has_any(call, {Role::Destination, Role::DestinationSymbol, Role::DestinationArray, Role::DestinationPitched,
                        Role::Destinations, Role::CopyParameters, Role::BatchOperations});
}

bool says_what_is_read(const Call& call) {
  return has_any(call, {Role::Source, Role::SourceSymbol, Role::SourceArray, Role::Sources, Role::CopyParameters,
                        Role::BatchOperations});
}

bool says_how_much(const Call& call) {
  const bool is_rectangle = has(call, Role::Width) && has(call, Role::Height);
  return is_rectangle ||
         has_any(call, {Role::Bytes, Role::Extent, Role::Sizes, Role::CopyParameters, Role::BatchOperations});
}

bool is_on_a_stream(const Call& call) { return has(call, Role::Stream) || has(call, Role::LaunchConfiguration); }

/// What the verb needs to know is among the arguments.
bool is_whole(const Call& call) {
  if (!call.verb) return true;
  switch (*call.verb) {
    case Verb::Launch:
      return is_on_a_stream(call) && has(call, Role::Kernel);
    case Verb::Copy:
      return says_what_is_written(call) && says_what_is_read(call) && says_how_much(call);
    case Verb::Memset:
      return says_what_is_written(call) && !says_what_is_read(call) && says_how_much(call);
    case Verb::HostFunction:
      return is_on_a_stream(call) && has(call, Role::HostFunction) && has(call, Role::UserData);
    case Verb::Prefetch:
    case Verb::UnorderedWork:
    case Verb::StreamSynchronize:
    case Verb::StreamQuery:
    case Verb::BeginCapture:
    case Verb::DestroyStream:
      return has(call, Role::Stream);
    case Verb::AllocateAsync:
      return has(call, Role::NewMemory) && has(call, Role::Stream);
    case Verb::FreeAsync:
      return has(call, Role::Pointer) && has(call, Role::Stream);
    case Verb::Record:
    case Verb::StreamWait:
      return has(call, Role::Event) && has(call, Role::Stream);
    case Verb::GraphLaunch:
      return has(call, Role::Executable) && has(call, Role::Stream);
    case Verb::EventSynchronize:
    case Verb::EventQuery:
    case Verb::DestroyEvent:
    case Verb::UnknownCall:
      return has(call, Role::Event);
    case Verb::Allocate:
      return has_any(call, {Role::NewMemory, Role::NewPitchedMemory});
    case Verb::FreeDevice:
    case Verb::FreePinned:
    case Verb::Unregister:
      return has(call, Role::Pointer);
    case Verb::CreateStream:
      return has(call, Role::NewStream) && call.creates != StreamKind::Unknown;
    case Verb::CreateEvent:
      return has(call, Role::NewEvent);
    case Verb::EndCapture:
      return has(call, Role::Stream) && has(call, Role::NewGraph);
    case Verb::Instantiate:
      return has(call, Role::NewExecutable) && has(call, Role::OldGraph);
    case Verb::DestroyGraph:
      return has_any(call, {Role::Graph, Role::Executable});
    case Verb::SelectDevice:
      return has(call, Role::Device);
    case Verb::ElapsedTime:
      return has(call, Role::Event) && has(call, Role::LaterEvent);
    case Verb::CheckError:
    case Verb::DeviceSynchronize:
    case Verb::ResetDevice:
    case Verb::UnloadModule:
      return true;
    default:
      return false;  // no CUDA call
  }
}

TEST(CudaApi, EveryRowHasWhatItsVerbNeeds) {
  for (const Call& call : calls()) EXPECT_TRUE(is_whole(call)) << call.name;
}

TEST(CudaApi, EverySignatureIsThereOnce) {
  std::set<std::pair<std::string_view, int>> seen;
  for (const Call& call : calls()) {
    EXPECT_TRUE(seen.emplace(call.name, call.only_with).second) << call.name;
    EXPECT_TRUE(call.only_with == 0 || find_call(call.name)->only_with == 0) << call.name;
  }
}

TEST(CudaApi, EveryRowIsFoundByEverySpellingOfItsName) {
  for (const Call& call : calls()) {
    for (const std::string_view suffix : {"", "_ptsz", "_ptds", "_v2", "_v3_ptsz", "_v10000"}) {
      EXPECT_EQ(find_call(std::string(call.name) + std::string(suffix), call.only_with), &call) << call.name << suffix;
    }
  }
}

TEST(CudaApi, RolesStandOnceUnlessTheyAreACoordinate) {
  using enum Role;
  static constexpr Role kRepeated[] = {Ignored, Grid, Block, Result, Event, Stream};
  for (const Call& call : calls()) {
    for (const Role role : call.roles) {
      const bool may_repeat = std::ranges::find(kRepeated, role) != std::end(kRepeated);
      EXPECT_TRUE(may_repeat || std::ranges::count(call.roles, role) == 1) << call.name;
    }
  }
}

TEST(CudaApi, MemoryIsOfAKnownKind) {
  for (const Call& call : calls()) {
    const bool makes = has_any(call, {Role::NewMemory, Role::NewPitchedMemory});
    const bool registers = call.name.ends_with("HostRegister");
    EXPECT_EQ(call.memory != MemoryKind::Unknown, makes || registers) << call.name;
    EXPECT_EQ(call.verb == Verb::AllocateAsync, call.memory == MemoryKind::Pool) << call.name;
  }
}

TEST(CudaApi, WhatWasSeenToWaitIsACallThatTheEngineKnowsToWait) {
  const std::set<std::optional<Verb>> waiting = {Verb::FreeDevice, Verb::FreePinned, Verb::Unregister,
                                                 Verb::UnloadModule};
  for (const Call& call : calls()) {
    if (call.seen_wait != SeenWait::NotAsked) {
      EXPECT_EQ(call.seen_wait == SeenWait::Device, waiting.contains(call.verb)) << call.name;
    }
  }
}

TEST(CudaApi, OnlyCopiesBetweenDevicesAreAlwaysOfTheLegacyStream) {
  for (const Call& call : calls()) {
    EXPECT_EQ(call.always_legacy, call.name.starts_with("cudaMemcpyPeer")) << call.name;
  }
}

TEST(CudaApi, AsynchronousNamesTakeAStreamAndTheOthersWait) {
  for (const Call& call : calls()) {
    if (call.verb != Verb::Copy && call.verb != Verb::Memset) continue;
    EXPECT_EQ(call.synchronous, !call.name.ends_with("Async")) << call.name;
    EXPECT_EQ(call.synchronous, !has(call, Role::Stream)) << call.name;
  }
}

TEST(CudaApi, RuntimeAndDriverNamesOfOneThingAgree) {
  const std::pair<std::string_view, std::string_view> kPairs[] = {{"cudaStreamSynchronize", "cuStreamSynchronize"},
                                                                  {"cudaStreamWaitEvent", "cuStreamWaitEvent"},
                                                                  {"cudaEventRecord", "cuEventRecord"},
                                                                  {"cudaEventSynchronize", "cuEventSynchronize"},
                                                                  {"cudaDeviceSynchronize", "cuCtxSynchronize"},
                                                                  {"cudaMallocAsync", "cuMemAllocAsync"},
                                                                  {"cudaFreeAsync", "cuMemFreeAsync"},
                                                                  {"cudaFreeHost", "cuMemFreeHost"},
                                                                  {"cudaFree", "cuMemFree"},
                                                                  {"cudaHostUnregister", "cuMemHostUnregister"},
                                                                  {"cudaGraphLaunch", "cuGraphLaunch"},
                                                                  {"cudaLaunchHostFunc", "cuLaunchHostFunc"}};
  for (const auto& [runtime, driver] : kPairs) {
    ASSERT_NE(find_call(runtime), nullptr) << runtime;
    ASSERT_NE(find_call(driver), nullptr) << driver;
    EXPECT_EQ(find_call(runtime)->verb, find_call(driver)->verb) << runtime;
    EXPECT_EQ(find_call(runtime)->roles, find_call(driver)->roles) << runtime;
  }
}

TEST(CudaApi, ArgumentsStandWhereTheReferenceHasThem) {
  EXPECT_EQ(argument(*find_call("cudaMemcpyAsync"), Role::Stream), 4U);
  EXPECT_EQ(argument(*find_call("cudaLaunchKernel"), Role::Stream), 5U);
  EXPECT_EQ(argument(*find_call("cuLaunchKernel"), Role::Stream), 8U);
  EXPECT_EQ(argument(*find_call("cuLaunchKernel"), Role::Block), 4U);
  EXPECT_EQ(argument(*find_call("cudaEventRecord"), Role::Stream), 1U);
  EXPECT_EQ(argument(*find_call("cudaStreamWaitEvent"), Role::Event), 1U);
  EXPECT_EQ(argument(*find_call("cudaMemcpy2DAsync"), Role::Source), 2U);
  EXPECT_EQ(argument(*find_call("cudaMemcpyToSymbol"), Role::Offset), 3U);
  EXPECT_EQ(argument(*find_call("cudaMalloc"), Role::Stream), std::nullopt);
}

TEST(CudaApi, SignaturesOfOneNameAreToldApart) {
  EXPECT_EQ(argument(*find_call("cudaMallocAsync", 3), Role::Stream), 2U);
  EXPECT_EQ(argument(*find_call("cudaMallocAsync", 4), Role::Stream), 3U);
  EXPECT_EQ(argument(*find_call("cudaMemPrefetchAsync", 5), Role::Stream), 4U);
  EXPECT_EQ(argument(*find_call("cudaMemPrefetchAsync", 4), Role::Stream), 3U);
  EXPECT_EQ(argument(*find_call("cudaMallocAsync"), Role::Stream), 2U);
}

TEST(CudaApi, OtherFunctionsAreNotInTheTable) {
  for (const std::string_view name : {"", "_ptsz", "cudaMemcpyAsync_", "cudaMemcpyAsync_v", "memcpy", "my_cudaFree"}) {
    EXPECT_EQ(find_call(name), nullptr) << name;
  }
}

TEST(CudaApi, FlagsOfStreams) {
  const Call& plain = *find_call("cudaStreamCreate");
  const Call& flagged = *find_call("cudaStreamCreateWithFlags");
  EXPECT_EQ(stream_kind(plain, 0), StreamKind::Blocking);
  EXPECT_EQ(stream_kind(flagged, 0), StreamKind::Blocking);
  EXPECT_EQ(stream_kind(flagged, 1), StreamKind::NonBlocking);
  EXPECT_EQ(stream_kind(flagged, std::nullopt), StreamKind::Unknown);
  EXPECT_EQ(stream_kind(*find_call("cuGreenCtxStreamCreate"), 0), StreamKind::NonBlocking);
}

TEST(CudaApi, FlagsOfEvents) {
  const Call& create = *find_call("cudaEventCreateWithFlags");
  EXPECT_TRUE(event_timing(create, 0));
  EXPECT_FALSE(event_timing(create, 2));
  EXPECT_FALSE(event_timing(create, 3));
  EXPECT_TRUE(event_timing(create, std::nullopt));
  EXPECT_TRUE(is_external(*find_call("cudaEventRecordWithFlags"), 1));
  EXPECT_TRUE(is_external(*find_call("cudaStreamWaitEvent"), 1));
  EXPECT_FALSE(is_external(*find_call("cudaStreamWaitEvent"), 0));
  EXPECT_FALSE(is_external(create, 1)) << "cudaEventBlockingSync";
}

TEST(CudaApi, DirectionsOfCopies) {
  const Call& runtime = *find_call("cudaMemcpyAsync");
  EXPECT_EQ(copy_direction(runtime, 1), Direction::HostToDevice);
  EXPECT_EQ(copy_direction(runtime, 2), Direction::DeviceToHost);
  EXPECT_EQ(copy_direction(runtime, 4), Direction::Unknown);
  EXPECT_EQ(copy_direction(runtime, std::nullopt), Direction::Unknown);
  EXPECT_EQ(copy_direction(*find_call("cuMemcpyDtoHAsync_v2_ptsz"), std::nullopt), Direction::DeviceToHost);
}

TEST(CudaApi, NamesThatMaySynchronize) {
  for (const std::string_view name :
       {"sync", "syncAll", "sync_streams", "GPUSync", "waitForStream", "Wait", "stream_barrier", "flushQueue2", "JOIN",
        "pool::drain", "Engine<float>::finish", "memoryFence", "synchronize"}) {
    EXPECT_TRUE(may_synchronize_by_name(name)) << name;
  }
  for (const std::string_view name : {"copyAsync", "async", "await_ready", "waiter", "asynchronous", "finished",
                                      "launch", "rejoined", "", "joiner<wait>"}) {
    EXPECT_FALSE(may_synchronize_by_name(name)) << name;
  }
}

}  // namespace
}  // namespace cudep::model
