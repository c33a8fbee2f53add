// Operations: their frames, buffers, byte ranges and assumptions.
#include <algorithm>
#include <utility>

#include "analyzer/execution/machine.h"

namespace cudep::execution {

using model::AccessKind;
using model::ByteRange;
using model::Operation;
using model::Verb;

namespace {

/// Both ends of what a form can be while the counters of symbolic laps take all their values.
struct Ends {
  Form low;
  Form high;
  std::int64_t stride = 0;  // of the only counter in it; 0: none, -1: several
};

Ends ends_of(const Path& path, const Form& form) {
  Ends ends{form, form};
  for (const auto& [symbol, range] : path.ranges) {
    std::int64_t coefficient = 0;
    for (const Form::Term& term : form.terms())
      if (std::ranges::find(term.symbols, symbol) != term.symbols.end()) coefficient = term.coefficient;
    if (coefficient == 0) continue;
    ends.stride = ends.stride == 0 ? std::abs(coefficient) : -1;
    ends.low = ends.low.substitute(symbol, coefficient > 0 ? range.first : range.second);
    ends.high = ends.high.substitute(symbol, coefficient > 0 ? range.second : range.first);
  }
  return ends;
}

/// The upper ends that `end` stands for: results of min() are replaced by each of their operands.
std::vector<Form> upper_ends(const Path& path, const Form& end) {
  std::vector<Form> ends{end};
  for (const auto& [symbol, operands] : path.minima) {
    std::vector<Form> replaced;
    for (const Form& form : ends) {
      const bool grows_with_it = std::ranges::any_of(form.terms(), [&](const Form::Term& term) {
        return term.coefficient > 0 && std::ranges::find(term.symbols, symbol) != term.symbols.end();
      });
      if (!grows_with_it) {
        replaced.push_back(form);
        continue;
      }
      for (const Form& operand : operands) replaced.push_back(form.substitute(symbol, operand));
    }
    ends = std::move(replaced);
  }
  return ends;
}

}  // namespace

model::AssumptionId Machine::assume(Path& path, model::Assumption assumption) {
  auto& known = path.entities.assumptions;
  const auto found = std::ranges::find(known, assumption);
  if (found != known.end()) return model::AssumptionId(static_cast<std::uint32_t>(found - known.begin()));
  return add<model::AssumptionId>(known, std::move(assumption));
}

model::Frame Machine::frame(Path& path, FunctionId function, model::SiteId site) {
  auto [site_at, new_site] = path.sites.try_emplace(site);
  if (new_site) site_at->second = add<model::SiteId>(path.entities.sites, program_.sites[index(site)]);
  auto [name_at, new_name] = path.functions.try_emplace(function);
  if (new_name)
    name_at->second = add<model::FunctionNameId>(path.entities.functions, program_.functions[index(function)].display);
  return {site_at->second, name_at->second};
}

std::vector<model::Frame> Machine::frames(Path& path, model::SiteId site) {
  std::vector<model::Frame> all;
  model::SiteId current = site;
  for (auto call = path.stack.rbegin(); call != path.stack.rend(); ++call) {
    if (!call->function().in_system_header) all.push_back(frame(path, call->id, current));
    if (call->hidden) all.clear();
    if (call->is_root) break;
    if (call->call_site) current = *call->call_site;
  }
  return all;
}

void Machine::emit(Path& path, Operation operation, model::SiteId site) {
  operation.host = path.host;
  operation.frames = frames(path, site);
  operation.assumptions.insert(operation.assumptions.end(), path.assumptions.begin(), path.assumptions.end());
  for (const Activation& call : path.stack) {
    for (const BranchNote& note : call.notes) operation.assumptions.push_back(note.assumption);
    for (const LoopRun& run : call.loops)
      if (run.assumption) operation.assumptions.push_back(*run.assumption);
  }
  if (operation.stream) {
    const auto& outside = path.outside_streams;
    if (std::ranges::find(outside, *operation.stream) != outside.end())
      for (const StreamId other : outside)
        if (other != *operation.stream)
          operation.assumptions.push_back(
              assume(path, {model::Assumption::Kind::DistinctParameters,
                            path.entities.streams[index(std::min(other, *operation.stream))].name,
                            path.entities.streams[index(std::max(other, *operation.stream))].name}));
  }
  std::ranges::sort(operation.assumptions);
  const auto repeated = std::ranges::unique(operation.assumptions);
  operation.assumptions.erase(repeated.begin(), repeated.end());
  path.operations.add(std::move(operation));
}

model::BufferId Machine::buffer_of(Path& path, ObjectId id) {
  if (path.memory[id].buffer) return *path.memory[id].buffer;
  Object& object = path.memory.write(id);
  object.buffer = add<model::BufferId>(
      path.entities.buffers, model::Buffer{.name = object.name, .kind = object.memory, .bytes = object.bytes});
  return *object.buffer;
}

ByteRange Machine::range(Path& path, const Form& offset, const std::vector<Form>& bytes, bool dense) {
  const Ends low = ends_of(path, offset);
  std::vector<Form> high;
  for (const Form& length : bytes) {
    const Ends end = ends_of(path, offset + length);
    for (Form& upper : upper_ends(path, end.high)) high.push_back(std::move(upper));
    if (low.stride != 0 && length.as_number() != low.stride) dense = false;
  }
  if (high.empty()) return ByteRange::open_ended(low.low);
  return ByteRange::symbolic({.low = low.low, .high = std::move(high)}, dense);
}

ByteRange Machine::widened(Path& path, const ByteRange& range) {
  if (range.is_concrete()) return range;
  model::SymbolicRange forms = range.forms();
  forms.low = ends_of(path, forms.low).low;
  std::vector<Form> high;
  for (const Form& end : forms.high)
    for (Form& upper : upper_ends(path, ends_of(path, end).high)) high.push_back(std::move(upper));
  forms.high = std::move(high);
  return ByteRange::symbolic(std::move(forms), range.dense());
}

model::Access Machine::access(Path& path, const Pointer& at, const Form& bytes, AccessKind kind) {
  return {.buffer = buffer_of(path, at.object), .kind = kind, .range = range(path, at.offset, {bytes})};
}

void Machine::watch(Path& path, ObjectId id) {
  if (!path.memory[id].watched) path.memory.write(id).watched = true;
}

void Machine::host_access(Path& path, const Pointer& at, const Form& bytes, AccessKind kind, model::SiteId site) {
  if (!path.collected.empty()) {
    Collected& collected = path.collected.back();
    if (at.object < collected.first_own) collected.accesses.push_back(access(path, at, bytes, kind));
    return;
  }
  if (!path.memory[at.object].watched) return;
  Operation operation{.verb = Verb::HostAccess, .accesses = {access(path, at, bytes, kind)}};
  const char* what = kind == AccessKind::Read ? "read of `" : "write to `";
  operation.label = what + path.memory[at.object].name + "`";
  const Operation* last = path.operations.last();
  if (last && last->verb == Verb::HostAccess && last->accesses == operation.accesses &&
      last->frames == frames(path, site))
    return;
  emit(path, std::move(operation), site);
}

void Machine::end_life(Path& path, ObjectId id, model::SiteId site) {
  if (!path.memory.exists(id)) return;
  const Object& object = path.memory[id];
  if (object.watched && object.alive)
    emit(
        path,
        {.verb = Verb::EndHostLife, .buffer = buffer_of(path, id), .label = "end of the life of `" + object.name + "`"},
        site);
  if (object.watched || object.buffer) path.memory.write(id).alive = false;
}

namespace {

enum class Same : std::uint8_t { Yes, No, Perhaps };

Same same(const Value& first, const Value& second) {
  if (first == second && !std::holds_alternative<Unknown>(first)) return Same::Yes;
  const Form *a = as_form(first), *b = as_form(second);
  const Pointer *p = as_pointer(first), *q = as_pointer(second);
  const bool differ = (a && b && (*a - *b).as_number()) || (p && q && p->object != q->object);
  return differ ? Same::No : Same::Perhaps;
}

/// Whether the two calls return the same handle: a function that is asked the same gives the same answer.
Same same(const CallOrigin& first, const CallOrigin& second) {
  if (first.callee != second.callee || first.arguments.size() != second.arguments.size()) return Same::No;
  Same all = Same::Yes;
  for (std::size_t a = 0; a < first.arguments.size() && all != Same::No; ++a)
    if (const Same one = same(first.arguments[a], second.arguments[a]); one != Same::Yes) all = one;
  return all;
}

/// The handle that an earlier call has given, if this one gives it again; `open` when that is not known.
template <class Id>
std::optional<Id> given_before(Path& path, const Object& object, std::optional<Id> CallOrigin::* kind, bool& open) {
  if (!object.origin) return std::nullopt;
  const CallOrigin& mine = path.origins[*object.origin];
  for (const CallOrigin& other : path.origins) {
    if (!(other.*kind)) continue;
    const Same answer = same(mine, other);
    if (answer == Same::Yes) return other.*kind;
    open |= answer == Same::Perhaps;
  }
  return std::nullopt;
}

}  // namespace

StreamId Machine::stream_of(Path& path, const Value& handle) {
  const model::DeviceId device = path.devices[path.host];
  const auto default_stream = [&](std::map<model::DeviceId, StreamId>& known, model::StreamKind kind,
                                  const char* name) {
    const auto [at, is_new] = known.try_emplace(device);
    if (is_new)
      at->second = add<StreamId>(path.entities.streams, model::Stream{.name = name, .kind = kind, .device = device});
    return at->second;
  };
  const Form* form = as_form(handle);
  const auto number = form ? form->as_number() : std::nullopt;
  constexpr std::int64_t kLegacy = 1, kPerThread = 2;  // cudaStreamLegacy, cudaStreamPerThread
  if (number == 0 && !program_.per_thread_default_stream)
    return default_stream(path.legacy, model::StreamKind::Legacy, "the default stream");
  if (number == kLegacy) return default_stream(path.legacy, model::StreamKind::Legacy, "the default stream");
  if (number == 0 || number == kPerThread)
    return default_stream(path.per_thread, model::StreamKind::PerThread, "the per-thread default stream");
  const Pointer* pointer = as_pointer(handle);
  if (!pointer)
    return add<StreamId>(path.entities.streams,
                         model::Stream{.name = "a stream that is not known", .device = device, .is_element = true});
  if (const auto known = path.memory[pointer->object].stream) return *known;
  Object& object = path.memory.write(pointer->object);
  bool open = object.is_element;
  object.stream = given_before(path, object, &CallOrigin::stream, open);
  if (object.stream) return *object.stream;
  const StreamId stream =
      add<StreamId>(path.entities.streams, model::Stream{.name = object.name, .device = device, .is_element = open});
  object.stream = stream;
  if (object.origin) path.origins[*object.origin].stream = stream;
  if (object.from_outside) path.outside_streams.push_back(stream);
  return stream;
}

std::optional<EventId> Machine::event_of(Path& path, const Value& handle) {
  if (as_form(handle) == nullptr && as_pointer(handle) == nullptr)
    return add<EventId>(path.entities.events,
                        model::Event{.name = "an event that is not known", .from_outside = true, .is_element = true});
  const Pointer* pointer = as_pointer(handle);
  if (!pointer) return std::nullopt;
  if (const auto known = path.memory[pointer->object].event) return known;
  Object& object = path.memory.write(pointer->object);
  bool open = object.is_element;
  object.event = given_before(path, object, &CallOrigin::event, open);
  if (object.event) return object.event;
  object.event =
      add<EventId>(path.entities.events, model::Event{.name = object.name, .from_outside = true, .is_element = open});
  if (object.origin) path.origins[*object.origin].event = object.event;
  return object.event;
}

std::optional<GraphId> Machine::graph_of(Path& path, const Value& handle) {
  const Pointer* pointer = as_pointer(handle);
  if (!pointer) return std::nullopt;
  if (const auto known = path.memory[pointer->object].graph) return known;
  Object& object = path.memory.write(pointer->object);
  object.graph = add<GraphId>(path.entities.graphs, object.name);
  return object.graph;
}

}  // namespace cudep::execution
