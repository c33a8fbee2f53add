// Tells objects apart that had one handle, one after the other, and ties calls to definitions.
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "tracer/format/pending.h"

namespace cudep::format {
namespace {

constexpr std::uint64_t kLegacyHandle = 1;     // CU_STREAM_LEGACY
constexpr std::uint64_t kPerThreadHandle = 2;  // CU_STREAM_PER_THREAD

/// The live objects of one kind, by handle; objects themselves are in a table of the trace.
template <class Id, class Object>
class Live {
 public:
  explicit Live(std::vector<Object>& objects) : objects_(objects) {}

  Id add(std::uint64_t handle, Object object) {
    const auto id = static_cast<Id>(objects_.size());
    objects_.push_back(std::move(object));
    by_handle_[handle] = id;
    return id;
  }
  /// The one with this handle, or a new one of which nothing more is known.
  Id find(std::uint64_t handle) {
    const auto found = by_handle_.find(handle);
    return found == by_handle_.end() ? add(handle, Object{.handle = handle}) : found->second;
  }
  void end(std::uint64_t handle) { by_handle_.erase(handle); }

 private:
  std::vector<Object>& objects_;
  std::unordered_map<std::uint64_t, Id> by_handle_;
};

template <class Id>
std::optional<Id> defined(const std::unordered_map<std::uint32_t, Id>& positions, std::uint32_t number) {
  const auto found = positions.find(number);
  return found == positions.end() ? std::nullopt : std::optional(found->second);
}

class Resolution {
 public:
  Resolution(const Pending& pending, Trace& trace) : pending_(pending), trace_(trace) {}

  void add(PendingCall pending) {
    Call& call = pending.call;
    call.stack = defined(pending_.stacks, pending.stack);
    if (pending.has_stream) call.stream = stream(pending);
    if (auto* launch = std::get_if<Launch>(&call.detail)) launch->kernel = defined(pending_.kernels, pending.kernel);
    if (std::holds_alternative<EventUse>(call.detail)) resolve_event(pending);
    if (std::holds_alternative<GraphUse>(call.detail)) resolve_graph(pending);
    add_facts(call);
    trace_.calls.push_back(std::move(call));
  }

 private:
  StreamId stream(const PendingCall& pending) {
    const Call& call = pending.call;
    if (pending.stream == kPerThreadHandle || (pending.stream == 0 && call.per_thread_default)) {
      return default_stream(Stream::Kind::PerThread, call.context, call.thread);
    }
    if (pending.stream <= kLegacyHandle) return default_stream(Stream::Kind::Legacy, call.context, 0);
    if (makes_stream(call)) {
      return streams_.add(pending.stream, {.kind = Stream::Kind::Created,
                                           .handle = pending.stream,
                                           .context = call.context,
                                           .flags = pending.flags,
                                           .priority = pending.priority,
                                           .green = call.id == call_id("cuGreenCtxStreamCreate")});
    }
    const StreamId id = streams_.find(pending.stream);
    if (call.id == call_id("cuStreamDestroy") && call.succeeded()) streams_.end(pending.stream);
    return id;
  }

  static bool makes_stream(const Call& call) {
    return call.succeeded() &&
           (call.id == call_id("cuStreamCreate") || call.id == call_id("cuStreamCreateWithPriority") ||
            call.id == call_id("cuGreenCtxStreamCreate"));
  }

  StreamId default_stream(Stream::Kind kind, std::uint32_t context, std::uint32_t thread) {
    const auto next = static_cast<StreamId>(trace_.streams.size());
    const auto [place, is_new] = default_streams_.try_emplace({kind, context, thread}, next);
    if (is_new) trace_.streams.push_back({.kind = kind, .context = context, .thread = thread});
    return place->second;
  }

  void resolve_event(PendingCall& pending) {
    auto& use = std::get<EventUse>(pending.call.detail);
    const CallId id = pending.call.id;
    const bool makes = id == call_id("cuEventCreate") || id == call_id("cuIpcOpenEventHandle");
    if (makes && pending.call.succeeded()) {
      use.event = events_.add(pending.event, {.handle = pending.event, .flags = pending.flags, .created = true});
      return;
    }
    use.event = events_.find(pending.event);
    if (pending.second_event != 0) use.second = events_.find(pending.second_event);
    if (id == call_id("cuEventDestroy") && pending.call.succeeded()) events_.end(pending.event);
  }

  void resolve_graph(PendingCall& pending) {
    auto& use = std::get<GraphUse>(pending.call.detail);
    const CallId id = pending.call.id;
    const bool makes_graph = id == call_id("cuGraphCreate") || id == call_id("cuGraphClone");
    if (makes_graph && pending.call.succeeded()) graphs_.end(pending.graph);
    if (pending.graph != 0) use.graph = graphs_.find(pending.graph);
    if (id == call_id("cuGraphClone") || id == call_id("cuGraphAddChildGraphNode")) {
      if (pending.executable != 0) use.other = graphs_.find(pending.executable);
    } else if (pending.executable != 0) {
      use.executable = executables_.find(pending.executable);
    }
    if (!pending.call.succeeded()) return;
    if (id == call_id("cuGraphDestroy")) graphs_.end(pending.graph);
    if (id == call_id("cuGraphExecDestroy")) executables_.end(pending.executable);
  }

  void add_facts(Call& call) {
    const auto found = pending_.facts.find(call.sequence);
    if (found == pending_.facts.end()) return;
    const Facts& facts = found->second;
    if (facts.node) call.node = node_use(call, facts);
    call.dependencies = facts.dependencies;
    call.correlation = facts.correlation;
    auto* launch = std::get_if<Launch>(&call.detail);
    if (launch == nullptr) return;
    for (const LaunchEventEntry& entry : facts.events) {
      launch->events.push_back({events_.find(entry.event), entry.kind});
    }
  }

  NodeUse node_use(const Call& call, const Facts& facts) {
    NodeUse use{.node = facts.node->node, .dependencies = facts.node_dependencies};
    const bool of_executable = call.name().starts_with("cuGraphExec") || call.id == call_id("cuGraphNodeSetEnabled");
    if (of_executable) {
      use.executable = executables_.find(facts.node->graph);
    } else if (facts.node->graph != 0) {
      use.graph = graphs_.find(facts.node->graph);
    }
    return use;
  }

  const Pending& pending_;
  Trace& trace_;
  Live<StreamId, Stream> streams_{trace_.streams};
  Live<EventId, Event> events_{trace_.events};
  Live<GraphId, Graph> graphs_{trace_.graphs};
  Live<ExecutableId, Graph> executables_{trace_.executables};
  std::map<std::tuple<Stream::Kind, std::uint32_t, std::uint32_t>, StreamId> default_streams_;
};

}  // namespace

void resolve(Pending pending, Trace& trace) {
  std::ranges::sort(pending.calls, {}, [](const PendingCall& pending) { return pending.call.sequence; });
  std::vector<PendingCall> calls = std::move(pending.calls);
  trace.calls.reserve(calls.size());
  Resolution resolution(pending, trace);
  for (PendingCall& call : calls) resolution.add(std::move(call));
}

}  // namespace cudep::format
