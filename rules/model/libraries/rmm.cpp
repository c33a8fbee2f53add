// RMM's streams and memory that is allocated in stream order, and the stream reference of libcu++.
#include "rules/model/libraries/libraries.h"

namespace cudep::model::library_tables {
namespace {

LibraryEffect returns(ArgumentPlace at) { return {Effect::Return, {std::move(at)}}; }

/// Memory of a class that is allocated in the order of one stream, and freed in it.
void add_memory(std::vector<LibraryCall>& calls, const std::string& type) {
  const std::string name = "rmm::" + type;
  calls.push_back({.name = name + "::" + type,
                   .effects = {stream("stream"), binds(kReceiver, "stream"), {Effect::Allocate, {kReceiver}}}});
  calls.push_back({.name = name + "::~" + type, .effects = {handle(kReceiver), {Effect::Free, {kReceiver}}}});
  calls.push_back({.name = name + "::set_stream", .effects = {{Effect::Bind, {kReceiver, 0}}}});
  for (const char* getter : {"::data", "::begin", "::element_ptr"})
    calls.push_back({.name = name + getter, .effects = {returns(kReceiver)}});
}

}  // namespace

Library rmm() {
  Library library{.name = "RMM",
                  .prefixes = {"rmm::"},
                  .source = "RMM, \"Streams\", \"Stream-ordered memory allocation\"",
                  .calls = {
                      {"rmm::cuda_stream_view::cuda_stream_view", {binds(kReceiver, 0)}},
                      {"rmm::cuda_stream_view::value", {returns(kReceiver)}},
                      {"rmm::cuda_stream_view::synchronize*", {{Effect::Synchronize, {kReceiver}}}},
                      {"rmm::cuda_stream::cuda_stream", {{Effect::CreateStream, {kReceiver}}}},
                      {"rmm::cuda_stream::value", {returns(kReceiver)}},
                      {"rmm::cuda_stream::view", {returns(kReceiver)}},
                      {"rmm::cuda_stream::synchronize*", {{Effect::Synchronize, {kReceiver}}}},
                      {"rmm::cuda_stream_pool::get_stream", {{Effect::CreateStream, {kResult}}}},
                      {"rmm::mr::*::allocate*", {stream("stream"), {Effect::Allocate, {kResult}}}},
                      {"rmm::mr::*::deallocate*", {stream("stream"), {Effect::Free, {"ptr"}}}},
                  }};
  for (const char* type : {"device_buffer", "device_uvector", "device_scalar"}) add_memory(library.calls, type);
  return library;
}

Library stream_reference() {
  return {.name = "libcu++ streams",
          .prefixes = {"cuda::stream_ref"},
          .source = "libcu++, cuda::stream_ref",
          .calls = {
              {"cuda::stream_ref::stream_ref", {binds(kReceiver, 0)}},
              {"cuda::stream_ref::get", {returns(kReceiver)}},
              {"cuda::stream_ref::sync", {{Effect::Synchronize, {kReceiver}}}},
              {"cuda::stream_ref::wait", {{Effect::Synchronize, {kReceiver}}}},  // as older versions call it
          }};
}

}  // namespace cudep::model::library_tables
