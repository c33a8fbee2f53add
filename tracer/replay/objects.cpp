// Entities for the handles of a trace.
#include "tracer/replay/objects.h"

#include <fmt/format.h>

#include <tuple>

namespace cudep::replay {
namespace {

constexpr std::uint32_t kNonBlocking = 1;    // CU_STREAM_NON_BLOCKING
constexpr std::uint32_t kDisableTiming = 2;  // CU_EVENT_DISABLE_TIMING

model::StreamKind kind_of(const format::Stream& stream) {
  switch (stream.kind) {
    case format::Stream::Kind::Legacy:
      return model::StreamKind::Legacy;
    case format::Stream::Kind::PerThread:
      return model::StreamKind::PerThread;
    case format::Stream::Kind::Created:
      return stream.green || (stream.flags & kNonBlocking) != 0 ? model::StreamKind::NonBlocking
                                                                : model::StreamKind::Blocking;
    case format::Stream::Kind::Unknown:
      return model::StreamKind::Unknown;
  }
  return model::StreamKind::Unknown;
}

std::string default_name(model::StreamKind kind) {
  return kind == model::StreamKind::Legacy ? "the default stream" : "the per-thread default stream";
}

}  // namespace

model::DeviceId Objects::device(std::uint32_t context) const {
  const auto found = trace_.contexts.find(context);
  return model::DeviceId{found == trace_.contexts.end() ? 0 : found->second};
}

model::StreamId Objects::add(model::Stream stream) {
  const auto id = model::StreamId{static_cast<std::uint32_t>(entities_.streams.size())};
  if (stream.name.empty()) stream.name = fmt::format("stream{}", entities_.streams.size() + 1);
  entities_.streams.push_back(std::move(stream));
  return id;
}

model::StreamId Objects::stream(format::StreamId id) {
  if (const auto known = streams_.find(id); known != streams_.end()) return known->second;
  const format::Stream& recorded = trace_.streams[static_cast<std::size_t>(id)];
  const model::StreamKind kind = kind_of(recorded);
  const model::DeviceId on = device(recorded.context);
  const bool is_default = kind == model::StreamKind::Legacy || kind == model::StreamKind::PerThread;
  if (!is_default) return streams_[id] = add({.name = {}, .kind = kind, .device = on});
  const auto [known, is_new] = default_streams_.try_emplace({on, kind, recorded.thread});
  if (is_new) known->second = add({.name = default_name(kind), .kind = kind, .device = on});
  return streams_[id] = known->second;
}

model::StreamId Objects::default_stream(const format::Call& call) {
  const auto kind = call.per_thread_default ? model::StreamKind::PerThread : model::StreamKind::Legacy;
  const model::DeviceId on = device(call.context);
  const auto [known, is_new] = default_streams_.try_emplace({on, kind, call.per_thread_default ? call.thread : 0});
  if (is_new) known->second = add({.name = default_name(kind), .kind = kind, .device = on});
  return known->second;
}

model::StreamId Objects::new_stream(model::DeviceId device) {
  return add({.name = {}, .kind = model::StreamKind::NonBlocking, .device = device});
}

model::EventId Objects::event(format::EventId id) {
  const auto [known, is_new] = events_.try_emplace(id);
  if (is_new) {
    const format::Event& recorded = trace_.events[static_cast<std::size_t>(id)];
    known->second = new_event();
    model::Event& event = entities_.events.back();
    event.from_outside = !recorded.created;
    event.timing = (recorded.flags & kDisableTiming) == 0;
  }
  return known->second;
}

model::EventId Objects::new_event() {
  entities_.events.push_back({.name = fmt::format("event{}", entities_.events.size() + 1)});
  return model::EventId{static_cast<std::uint32_t>(entities_.events.size() - 1)};
}

model::GraphId Objects::add_graph() {
  entities_.graphs.push_back(fmt::format("{}", entities_.graphs.size() + 1));
  return model::GraphId{static_cast<std::uint32_t>(entities_.graphs.size() - 1)};
}

model::GraphId Objects::graph(format::GraphId id) {
  const auto [known, is_new] = graphs_.try_emplace(id);
  if (is_new) known->second = add_graph();
  return known->second;
}

model::GraphId Objects::executable(format::ExecutableId id) {
  const auto [known, is_new] = executables_.try_emplace(id);
  if (is_new) known->second = add_graph();
  return known->second;
}

void Objects::name(model::StreamId id, const std::string& name) { entities_.streams[index(id)].name = unique(name); }

void Objects::name(model::EventId id, const std::string& name) { entities_.events[index(id)].name = unique(name); }

std::string Objects::unique(const std::string& name) {
  const int count = ++names_[name];
  return count == 1 ? name : fmt::format("{} #{}", name, count);
}

}  // namespace cudep::replay
