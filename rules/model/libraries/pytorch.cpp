// PyTorch: the stream that is current in a host thread, guards that change it, events, and tensors.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {
namespace {

LibraryEffect on_current() { return handle(kCurrent); }
LibraryEffect makes_current(ArgumentPlace stream) { return binds(kCurrent, std::move(stream)); }

/// A guard keeps the stream that was current before, until its end.
void add_guard(std::vector<LibraryCall>& calls, const std::string& type) {
  const std::string name = "c10::cuda::" + type;
  calls.push_back({name + "::" + type, {binds(kReceiver, kCurrent), makes_current(0)}});
  calls.push_back({name + "::reset_stream", {makes_current(0)}});
  calls.push_back({name + "::~" + type, {makes_current(kReceiver)}});
}

void add_event(std::vector<LibraryCall>& calls) {
  const std::string name = "at::cuda::CUDAEvent::";
  const LibraryEffect records = {Effect::Record, {kReceiver}};
  calls.push_back({name + "CUDAEvent", {{Effect::CreateEvent, {kReceiver}}}});
  calls.push_back({name + "~CUDAEvent", {destroys(kReceiver)}});
  calls.push_back({name + "record*", {stream(0), records}});
  calls.push_back({name + "record*", {on_current(), records}});
  calls.push_back({name + "block", {stream(0), {Effect::Wait, {kReceiver}}}});
  calls.push_back({name + "synchronize", {{Effect::Synchronize, {kReceiver}}}});
}

/// Tensors share their memory with their copies, and give it back to the allocator in the order of the stream that was
/// current when it was made.
void add_tensors(std::vector<LibraryCall>& calls) {
  for (const std::string space : {"at::", "torch::"})
    for (const char* name : {"empty", "zeros", "ones", "full", "rand", "randn", "arange"})
      calls.push_back({space + name, {on_current(), {Effect::Allocate, {kResult}}}});
  for (const std::string type : {"at::Tensor::", "at::TensorBase::"}) {
    for (const char* pointer : {"data_ptr", "mutable_data_ptr", "const_data_ptr"})
      calls.push_back({type + pointer, {{Effect::Return, {kReceiver}}}});
    for (const char* name : {"zero_", "fill_"}) calls.push_back({type + name, {on_current(), writes({kReceiver})}});
    calls.push_back({type + "copy_", {on_current(), reads({0}), writes({kReceiver})}});
    for (const char* name : {"item", "cpu"})
      calls.push_back({type + name, {on_current(), reads({kReceiver}), synchronizes()}});
    calls.push_back({type + "record_stream", {nothing()}});
  }
}

}  // namespace

Library pytorch() {
  Library library{.name = "PyTorch",
                  .prefixes = {"c10::cuda::", "at::", "torch::"},
                  .source = "PyTorch, \"CUDA semantics\", c10/cuda/CUDAStream.h, CUDAGuard.h, ATen/cuda/CUDAEvent.h",
                  .calls = {
                      {"c10::cuda::getCurrentCUDAStream", {stream_of(kCurrent, kResult)}},
                      {"c10::cuda::getDefaultCUDAStream", {{Effect::DefaultStream, {kResult}}}},
                      {"c10::cuda::getStreamFromPool", {{Effect::CreateNonBlocking, {kResult}}}},
                      {"c10::cuda::getStreamFromExternal", {{Effect::Return, {0}}}},
                      {"c10::cuda::setCurrentCUDAStream", {makes_current(0)}},
                      {"c10::cuda::CUDAStream::stream", {{Effect::Return, {kReceiver}}}},
                      {"c10::cuda::CUDAStream::operator *", {{Effect::Return, {kReceiver}}}},
                      {"c10::cuda::CUDAStream::synchronize", {{Effect::Synchronize, {kReceiver}}}},
                      {"c10::cuda::CUDAStream::query", {nothing()}},
                      {"c10::cuda::stream_synchronize", {stream(0), synchronizes()}},
                      {"c10::cuda::device_synchronize", {synchronizes_device()}},
                  }};
  for (const char* type : {"CUDAStreamGuard", "OptionalCUDAStreamGuard"}) add_guard(library.calls, type);
  add_event(library.calls);
  add_tensors(library.calls);
  return library;
}

}  // namespace cudep::model::library_tables
