// Looking up library functions, and the words for what they do.
#include "rules/model/library_call.h"

#include <algorithm>
#include <cctype>

#include "rules/model/libraries/libraries.h"

namespace cudep::model {
namespace {

constexpr std::size_t kAny = 64;

constexpr EffectWords kWords[] = {
    {Effect::Stream, "stream", 1, 1, "the work is submitted to this stream"},
    {Effect::Handle, "handle", 1, 1, "the work is submitted to the stream bound to this handle"},
    {Effect::Bind, "binds", 2, 2, "later work of the handle goes to the stream"},
    {Effect::PointerMode, "pointer_mode", 2, 2, "handle and mode: whether its scalars lie on the host or the device"},
    {Effect::CreateStream, "creates_stream", 1, 1, "makes a stream"},
    {Effect::CreateNonBlocking, "creates_nonblocking_stream", 1, 1, "makes a stream with cudaStreamNonBlocking"},
    {Effect::CreateEvent, "creates_event", 1, 1, "makes an event"},
    {Effect::CreateHandle, "creates_handle", 1, 1, "makes a handle that no stream is bound to"},
    {Effect::StreamOf, "stream_of", 1, 2, "the stream of this handle is the result, or goes to the second argument"},
    {Effect::DefaultStream, "default_stream", 1, 1, "becomes the default stream"},
    {Effect::Hold, "holds", 2, kAny, "who uses the first uses the memory of the others"},
    {Effect::Read, "reads", 1, kAny, "the work reads this memory"},
    {Effect::Write, "writes", 1, kAny, "the work writes this memory"},
    {Effect::Use, "uses", 1, kAny, "the work reads what is pointed to as const, and writes the rest"},
    {Effect::HostRead, "host_reads", 1, kAny, "a number that the call reads, on the host or by the pointer mode"},
    {Effect::HostWrite, "host_writes", 1, kAny, "a number that the call computes: on the host, it waits for it"},
    {Effect::Synchronize, "synchronizes", 0, 1, "the host waits for the work, or for this stream, handle or event"},
    {Effect::SynchronizeDevice, "synchronizes_device", 0, 0, "the host waits for the device"},
    {Effect::Record, "records", 1, kAny, "records this event after the work"},
    {Effect::Wait, "waits", 1, kAny, "the work waits for this event"},
    {Effect::Allocate, "allocates", 1, 1, "makes device memory, in the order of the stream if there is one"},
    {Effect::Free, "frees", 1, kAny, "ends this memory, in the order of the stream if there is one"},
    {Effect::Destroy, "destroys", 1, kAny, "ends a stream, an event or a handle"},
    {Effect::QueryWhenNull, "query_when_null", 1, 1, "with null here the call only computes a size"},
    {Effect::Return, "returns", 1, 1, "the result is this argument"},
    {Effect::Nothing, "nothing", 0, 0, "orders and uses nothing"},
};

bool has_prefix(const Library& library, std::string_view name) {
  return std::ranges::any_of(library.prefixes, [&](const std::string& prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::string_view without_version(std::string_view name) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string_view suffix : {"_64", "_v2", "_v3", "_v7", "_v8"})
      if (name.size() > suffix.size() && name.ends_with(suffix)) {
        name.remove_suffix(suffix.size());
        changed = true;
      }
  }
  return name;
}

bool fits(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t skipped = star; skipped <= text.size(); ++skipped)
    if (fits(rest, text.substr(skipped))) return true;
  return false;
}

const LibraryCall* find_library_call(std::span<const LibraryCall> calls, std::string_view qualified,
                                     const Accepts& accepts) {
  const auto found = std::ranges::find_if(calls, [&](const LibraryCall& call) {
    return fits(call.name, qualified) && (call.effects.empty() || accepts(call));
  });
  return found == calls.end() || found->effects.empty() ? nullptr : &*found;
}

const LibraryCall* find_library_call(std::string_view qualified, const Accepts& accepts) {
  const std::string_view name = without_version(qualified);
  for (const Library& library : libraries())
    if (has_prefix(library, name))
      if (const LibraryCall* call = find_library_call(library.calls, name, accepts)) return call;
  return nullptr;
}

std::string word_of(const ArgumentPlace& place) {
  switch (place.kind) {
    case ArgumentPlace::Kind::Position:
      return std::to_string(place.position);
    case ArgumentPlace::Kind::Parameter:
      return place.parameter;
    case ArgumentPlace::Kind::Receiver:
      return "this";
    case ArgumentPlace::Kind::Result:
      return "result";
    case ArgumentPlace::Kind::Current:
      return "current";
  }
  return {};
}

std::span<const EffectWords> effect_words() { return kWords; }

const EffectWords& words_of(Effect effect) { return *std::ranges::find(kWords, effect, &EffectWords::effect); }

std::span<const Library> libraries() {
  static const std::vector<Library> kLibraries = [] {
    using namespace library_tables;
    std::vector<Library> all;
    for (const auto make :
         {cublas, cusparse, cusolver, cufft, curand, cudnn, nccl, npp, cub, thrust, rmm, stream_reference, pytorch})
      all.push_back(make());
    return all;
  }();
  return kLibraries;
}

}  // namespace cudep::model
