// Functions whose bodies are not seen: what they may do with what they are given.
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "analyzer/execution/machine.h"
#include "analyzer/program/references.h"

namespace cudep::execution {

using model::AccessKind;
using model::Operation;
using model::Verb;

namespace {

constexpr unsigned kDepth = 3;  // of pointers that are followed

/// What a function can get at through its arguments.
struct Reach {
  std::set<StreamId> streams;
  std::set<EventId> events;
  std::set<ObjectId> buffers;
  std::set<ObjectId> seen;
};

void follow(const Memory& memory, ObjectId id, unsigned depth, Reach& reach) {
  if (!memory.exists(id) || !reach.seen.insert(id).second) return;
  const Object& object = memory[id];
  if (object.stream) reach.streams.insert(*object.stream);
  if (object.event) reach.events.insert(*object.event);
  if (object.buffer || object.watched) reach.buffers.insert(id);
  if (depth == 0) return;
  for (const auto& [offset, cell] : object.cells)
    if (const Pointer* pointer = as_pointer(cell.value)) follow(memory, pointer->object, depth - 1, reach);
}

/// Of what the host measures, it waits for the end.
bool is_clock(std::string_view qualified) {
  constexpr std::string_view kClocks[] = {"clock",         "clock_gettime", "gettimeofday", "time",
                                          "omp_get_wtime", "MPI_Wtime",     "__rdtsc",      "QueryPerformanceCounter"};
  return std::ranges::find(kClocks, qualified) != std::end(kClocks) ||
         (qualified.starts_with("std::chrono::") && qualified.ends_with("_clock::now"));
}

/// A function of a library of the toolkit, which may submit work of its own.
bool may_submit(const program::Function& function) {
  constexpr std::string_view kPrefixes[] = {"cublas",   "cufft",  "curand",  "cusolver", "cusparse", "cudnn",
                                            "cutensor", "nvjpeg", "nvgraph", "npp",      "nccl"};
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return function.qualified.starts_with(prefix); });
}

/// Who has handed out a handle may use it when it is called again, unless it is only asked for a handle.
void follow_lender(const Path& path, const ReadyCall& call, ObjectId lender, Reach& reach) {
  for (const CallOrigin& origin : path.origins) {
    const bool lent = std::ranges::any_of(origin.arguments, [&](const Value& argument) {
      const Pointer* pointer = as_pointer(argument);
      return pointer && pointer->object == lender;
    });
    if (!lent || origin.callee == call.callee) continue;
    if (origin.stream) reach.streams.insert(*origin.stream);
    if (origin.event) reach.events.insert(*origin.event);
  }
}

/// Functions outside of classes and function objects, but for those whose calls are modelled, and those that only pass
/// on what they are given.
bool may_call_arguments(const program::Function& function) {
  constexpr std::string_view kOthers[] = {"std::addressof",
                                          "std::any_cast",
                                          "std::as_const",
                                          "std::async",
                                          "std::begin",
                                          "std::bind",
                                          "std::call_once",
                                          "std::cref",
                                          "std::end",
                                          "std::exchange",
                                          "std::forward",
                                          "std::get",
                                          "std::invoke",
                                          "std::make_any",
                                          "std::make_pair",
                                          "std::make_shared",
                                          "std::make_tuple",
                                          "std::make_unique",
                                          "std::move",
                                          "std::ref",
                                          "std::swap",
                                          "std::tie",
                                          "std::function::operator()"};
  if (std::ranges::find(kOthers, function.qualified) != std::end(kOthers)) return false;
  return function.kind == program::FunctionKind::Free || function.qualified.ends_with("::operator()");
}

/// What a library calls with things that cannot be followed: a function, or what is kept in a tuple, a variant or a
/// binder.
bool calls_anything(const program::Function& function, const ReadyCall& call) {
  if (!function.in_system_header) return false;
  constexpr std::string_view kKeepers[] = {"std::apply", "std::visit"};
  return std::ranges::find(kKeepers, function.qualified) != std::end(kKeepers) ||
         function.qualified.starts_with("std::_Bind") || function.qualified.starts_with("std::_Mem_fn") ||
         std::ranges::any_of(call.arguments, [](const Value& v) { return std::holds_alternative<FunctionId>(v); });
}

/// Numbers may have changed; handles and pointers are taken to be what they were.
void forget_numbers(Path& path, ObjectId id) {
  if (!path.memory.exists(id)) return;
  Object& object = path.memory.write(id);
  object.zero.clear();
  std::erase_if(object.cells, [](const auto& cell) { return !as_pointer(cell.second.value); });
}

}  // namespace

/// Whether a function of a library, whose body is not followed, may call code of the program that it was given.
bool Machine::may_call_back(const Path& path, const ReadyCall& call) const {
  const program::Function& function = program_.functions[index(call.callee)];
  if (!function.in_system_header || function.has_body() || !may_call_arguments(function)) return false;
  return std::ranges::any_of(call.arguments, [&](const Value& argument) {
    if (const auto* given = std::get_if<FunctionId>(&argument)) return plans_.reaches_cuda(*given);
    const Pointer* at = as_pointer(argument);
    if (!at || !path.memory.exists(at->object)) return false;
    const Object& object = path.memory[at->object];
    if (!object.dynamic_types.empty()) return true;
    return object.layout && plans_.is_callable(*object.layout);
  });
}

/// Whether the innermost call gets at host memory that an operation may use.
bool Machine::sees_watched(const Path& path) const {
  if (!path.collected.empty()) return true;
  Reach reach;
  for (const auto& local : path.stack.back().locals)
    if (local) follow(path.memory, *local, kDepth, reach);
  auto follow_global = program::Overloaded{[&](const program::GlobalId& id) {
                                             const auto known = path.globals.find(id);
                                             if (known != path.globals.end())
                                               follow(path.memory, known->second, kDepth, reach);
                                           },
                                           [](const auto&) {}};
  program::visit_references(path.stack.back().function(), follow_global);
  return std::ranges::any_of(reach.buffers, [&](ObjectId id) { return path.memory[id].watched; });
}

void Machine::unknown_call(Path& path, const ReadyCall& call, const program::Function* known, bool calls_back) {
  static const program::Function kAny{.display = "a function that is not known"};
  const program::Function& function = known ? *known : kAny;
  // What a library does by itself with handles and memory is known; what it calls is not.
  const bool is_passive = function.in_system_header && !calls_back;
  const Value result = fresh_value(path, call.type, "result of " + function.display, false);
  if (const Pointer* made = as_pointer(result); made && known && !function.in_system_header) {
    path.memory.write(made->object).origin = static_cast<std::uint32_t>(path.origins.size());
    path.origins.push_back({.callee = call.callee, .arguments = call.arguments});
  }
  finish_call(path, call, result);
  Reach reach;
  Operation operation{.verb = is_passive ? Verb::HostAccess : Verb::UnknownCall,
                      .label = "call of " + (known ? "`" + function.display + "`" : function.display)};
  for (std::size_t a = 0; a < call.arguments.size(); ++a) {
    const Pointer* pointer = as_pointer(call.arguments[a]);
    if (!pointer) continue;
    const bool reads_only = a < function.parameters.size() && function.parameters[a].pointee_const;
    Reach mine;
    follow(path.memory, pointer->object, is_passive ? 0 : kDepth, mine);
    follow_lender(path, call, pointer->object, mine);
    for (const ObjectId object : mine.buffers) {
      if (!reach.buffers.insert(object).second) continue;
      if (is_passive && !path.memory[object].watched) continue;
      operation.accesses.push_back({.buffer = buffer_of(path, object),
                                    .kind = reads_only ? AccessKind::Read : AccessKind::MayWrite,
                                    .range = model::ByteRange::open_ended(Form(0)),
                                    .indirect = true});
    }
    reach.streams.insert(mine.streams.begin(), mine.streams.end());
    reach.events.insert(mine.events.begin(), mine.events.end());
    if (!reads_only) forget_numbers(path, pointer->object);
  }
  if (is_clock(function.qualified)) return emit(path, {.verb = Verb::ElapsedTime, .label = operation.label}, call.site);
  if (is_passive) {
    if (may_submit(function)) emit(path, {.verb = Verb::UnknownCall, .label = operation.label}, call.site);
    if (!operation.accesses.empty()) emit(path, std::move(operation), call.site);
    return;
  }
  operation.streams.assign(reach.streams.begin(), reach.streams.end());
  operation.events.assign(reach.events.begin(), reach.events.end());
  operation.synchronizes_all = model::may_synchronize_by_name(function.display) || calls_anything(function, call);
  const bool does_nothing = operation.streams.empty() && operation.events.empty() && operation.accesses.empty();
  if (does_nothing && !operation.synchronizes_all) return;
  note_unknown(function.display);
  emit(path, std::move(operation), call.site);
}

/// Between two calls that nobody's code makes, the caller may synchronize the streams and events that it passed.
void Machine::caller_between(Path& path) {
  Operation operation{.verb = Verb::UnknownCall, .label = "the caller"};
  operation.streams = path.outside_streams;
  for (std::size_t e = 0; e < path.entities.events.size(); ++e)
    if (path.entities.events[e].from_outside) operation.events.push_back(EventId(static_cast<std::uint32_t>(e)));
  if (operation.streams.empty() && operation.events.empty()) return;
  emit(path, std::move(operation), path.top().function().site);
}

void Machine::run_host_function(Path& path, FunctionId body, std::vector<Value> arguments, Operation operation,
                                model::SiteId site) {
  path.collected.push_back({.first_own = path.memory.next(), .accesses = {}});
  call_user(path, body, std::move(arguments), true, [operation, site](Machine& machine, Path& later, Value) {
    Operation complete = operation;
    complete.accesses = std::move(later.collected.back().accesses);
    later.collected.pop_back();
    for (const model::Access& access : complete.accesses)
      for (const auto& [id, object] : later.memory.objects())
        if (object->buffer == access.buffer) {
          machine.watch(later, id);
          break;
        }
    machine.emit(later, std::move(complete), site);
  });
}

}  // namespace cudep::execution
