// The tables of the `.ops` language.
#include "rules/model/operation_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace cudep::model {
namespace {

constexpr VerbWords kVerbs[] = {
    {Verb::Launch, "launch", Object::None, "kernel", "kernel"},
    {Verb::Copy, "copy", Object::None, "cudaMemcpyAsync", "cudaMemcpy"},
    {Verb::Memset, "memset", Object::None, "cudaMemsetAsync", "cudaMemset"},
    {Verb::HostFunction, "host function", Object::None, "cudaLaunchHostFunc", {}},
    {Verb::Prefetch, "prefetch", Object::Buffer, "cudaMemPrefetchAsync", {}},
    {Verb::UnorderedWork, "unordered", Object::None, "cuStreamWaitValue32", {}},
    {Verb::AllocateAsync, "allocate async", Object::Buffer, "cudaMallocAsync", {}},
    {Verb::FreeAsync, "free async", Object::Buffer, "cudaFreeAsync", {}},
    {Verb::Record, "record", Object::Event, "cudaEventRecord", {}},
    {Verb::StreamWait, "wait", Object::Event, "cudaStreamWaitEvent", {}},
    {Verb::GraphLaunch, "launch graph", Object::Graph, "cudaGraphLaunch", {}},
    {Verb::HostAccess, "access", Object::None, "host access", {}},
    {Verb::StreamSynchronize, "synchronize stream", Object::Stream, "cudaStreamSynchronize", {}},
    {Verb::EventSynchronize, "synchronize event", Object::Event, "cudaEventSynchronize", {}},
    {Verb::DeviceSynchronize, "synchronize device", Object::Device, "cudaDeviceSynchronize", {}},
    {Verb::StreamQuery, "query stream", Object::Stream, "cudaStreamQuery", {}},
    {Verb::EventQuery, "query event", Object::Event, "cudaEventQuery", {}},
    {Verb::ElapsedTime, "elapsed time", Object::None, "cudaEventElapsedTime", {}},
    {Verb::CheckError, "check error", Object::None, "cudaGetLastError", {}},
    {Verb::Allocate, "allocate", Object::Buffer, "cudaMalloc", {}},
    {Verb::FreeDevice, "free", Object::Buffer, "cudaFree", {}},
    {Verb::FreePinned, "free host", Object::Buffer, "cudaFreeHost", {}},
    {Verb::Unregister, "unregister", Object::Buffer, "cudaHostUnregister", {}},
    {Verb::UnloadModule, "unload module", Object::None, "cuModuleUnload", {}},
    {Verb::EndHostLife, "end", Object::Buffer, "end of life", {}},
    {Verb::CreateStream, "create stream", Object::Stream, "cudaStreamCreate", {}},
    {Verb::DestroyStream, "destroy stream", Object::Stream, "cudaStreamDestroy", {}},
    {Verb::CreateEvent, "create event", Object::Event, "cudaEventCreate", {}},
    {Verb::DestroyEvent, "destroy event", Object::Event, "cudaEventDestroy", {}},
    {Verb::BeginCapture, "begin capture", Object::Stream, "cudaStreamBeginCapture", {}},
    {Verb::EndCapture, "end capture", Object::Stream, "cudaStreamEndCapture", {}},
    {Verb::Instantiate, "instantiate", Object::Graph, "cudaGraphInstantiate", {}},
    {Verb::DestroyGraph, "destroy graph", Object::Graph, "cudaGraphDestroy", {}},
    {Verb::SelectDevice, "device", Object::Device, "cudaSetDevice", {}},
    {Verb::ResetDevice, "reset device", Object::Device, "cudaDeviceReset", {}},
    {Verb::StartThread, "start", Object::Host, "start of thread", {}},
    {Verb::JoinThread, "join", Object::Host, "join of thread", {}},
    {Verb::UnknownCall, "unknown call", Object::None, "unknown call", {}},
};

constexpr std::string_view kDeclarations[] = {"stream", "event", "buffer",     "symbol",
                                              "host",   "graph", "executable", "assumption"};
constexpr std::string_view kClauses[] = {
    "reads", "writes",       "may-write", "atomic",      "on",       "event",        "buffer",
    "graph", "into",         "as",        "device",      "thread",   "sync",         "external",
    "uses",  "synchronizes", "assuming",  "during-call", "any-time", "programmatic", "dropped"};
bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// `host` in `free host`: read as an id, the operation would be another one.
bool is_second_word(std::string_view phrase, std::string_view word) {
  const std::size_t space = phrase.find(' ');
  return space != std::string_view::npos && phrase.substr(space + 1) == word;
}

}  // namespace

std::span<const VerbWords> verb_words() { return kVerbs; }

const VerbWords& words_of(Verb verb) {
  const auto found = std::ranges::find(kVerbs, verb, &VerbWords::verb);
  assert(found != std::end(kVerbs) && "every verb has a row");
  return *found;
}

bool is_submitted(Verb verb) {
  return verb <= Verb::GraphLaunch;  // the enumerators before HostAccess
}

std::string usual_label(const Operation& op, const Entities& entities) {
  const VerbWords& words = words_of(op.verb);
  if (op.verb == Verb::HostAccess && !op.accesses.empty()) {
    const Access& access = op.accesses.front();
    const std::string_view what = access.kind == AccessKind::Read ? "read" : "write";
    return fmt::format("{} of `{}`", what, entities.buffers[index(access.buffer)].name);
  }
  const bool synchronous = op.synchronous && !words.synchronous_label.empty();
  return std::string(synchronous ? words.synchronous_label : words.label);
}

std::span<const std::string_view> declaration_words() { return kDeclarations; }
std::span<const std::string_view> clause_words() { return kClauses; }

bool is_reserved(std::string_view word) {
  const auto in_phrase = [&](const VerbWords& words) { return is_second_word(words.phrase, word); };
  return word == "none" || word == "min" || contains(kClauses, word) || std::ranges::any_of(kVerbs, in_phrase);
}

}  // namespace cudep::model
