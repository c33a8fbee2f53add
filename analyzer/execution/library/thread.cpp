// std::thread, std::async and their like: the body runs where it is started, as a host thread of its own.
#include <utility>

#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

constexpr std::int64_t kThreadBytes = 8;
constexpr std::int64_t kFutureBytes = 16;

/// Runs the callable as a new thread, which `place` names from then on, by one more than its number.
void start(Machine& machine, Path& path, const ReadyCall& call, const std::optional<Pointer>& place,
           std::size_t first) {
  const auto callable = callable_at(machine, path, call, first);
  const auto thread = add<model::HostId>(path.entities.hosts, "thread " + std::to_string(path.entities.hosts.size()));
  if (place) machine.poke(path, *place, 8, Form(static_cast<std::int64_t>(index(thread)) + 1));
  machine.emit(path, {.verb = model::Verb::StartThread, .thread = thread, .label = "start of a thread"}, call.site);
  if (!callable) return machine.unknown_call(path, call, nullptr);
  const model::HostId before = path.host;
  path.host = thread;
  ReadyCall body{.callee = callable->function, .site = call.site};
  if (callable->closure) body.arguments.push_back(*callable->closure);
  const program::Function& target = machine.program().functions[index(callable->function)];
  const program::Function& starter = callee(machine, call);
  for (std::size_t a = first + 1; a < call.arguments.size() && a < starter.parameters.size(); ++a) {
    const std::size_t to = body.arguments.size();
    if (to >= target.parameters.size()) break;
    body.arguments.push_back(handed_on(machine, path, starter.parameters[a], call.arguments[a], target.parameters[to]));
  }
  machine.call_user(path, body.callee, std::move(body.arguments), false,
                    [before](Machine&, Path& later, Value) { later.host = before; });
  if (callable->copied) machine.call_user(path, *callable->copied, {*callable->closure, call.arguments[first]}, true);
}

void construct(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  if (!self) return;
  if (call.arguments.size() < 2) return machine.poke(path, *self, 8, Form(0));
  const program::Parameter& parameter = callee(machine, call).parameters[1];
  const std::string given = referred_name(machine, parameter);
  const Pointer* source = as_pointer(call.arguments[1]);
  if (source && (given == "std::thread" || given == "std::jthread")) {
    path.memory.copy(*self, *source, kThreadBytes);
    return machine.poke(path, *source, 8, Form(0));
  }
  start(machine, path, call, *self, 1);
}

void assign(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer *self = as_pointer(call.arguments[0]), *source = as_pointer(call.arguments[1]);
  if (self && source) {
    const std::int64_t bytes = callee(machine, call).qualified.starts_with("std::future") ? kFutureBytes : kThreadBytes;
    path.memory.copy(*self, *source, bytes);
    machine.poke(path, *source, 8, Form(0));
  }
  machine.finish_call(path, call, call.arguments.front());
}

/// The thread that the object at `self` names has ended.
void join_thread(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  const auto held = self ? path.memory.find(*self, 8) : std::nullopt;
  const Form* form = held ? as_form(*held) : nullptr;
  const auto number = form ? form->as_number() : std::nullopt;
  if (!number || *number < 1 || static_cast<std::size_t>(*number) > path.entities.hosts.size()) return;
  machine.emit(path,
               {.verb = model::Verb::JoinThread,
                .thread = model::HostId(static_cast<std::uint32_t>(*number - 1)),
                .label = callee(machine, call).qualified},
               call.site);
  machine.poke(path, *self, 8, Form(0));
}

void join(Machine& machine, Path& path, const ReadyCall& call) { join_thread(machine, path, call); }

void get(Machine& machine, Path& path, const ReadyCall& call) {
  join_thread(machine, path, call);
  machine.finish_call(path, call, machine.any_value(path, call.type));
}

void is_joinable(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  const auto held = self ? path.memory.find(*self, 8) : std::nullopt;
  machine.finish_call(path, call, Form(held && *held == Value(Form(0)) ? 0 : 1));
}

void nothing(Machine&, Path&, const ReadyCall&) {}

/// std::async(policy, f, arguments...) or std::async(f, arguments...)
void run_task(Machine& machine, Path& path, const ReadyCall& call) {
  if (call.arguments.empty()) return;
  const bool has_policy = callee(machine, call).parameters.front().type.kind == program::TypeKind::Integer;
  start(machine, path, call, call.result_object, has_policy ? 1 : 0);
}

void move_future(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  const Pointer* source = call.arguments.size() > 1 ? as_pointer(call.arguments[1]) : nullptr;
  if (!self) return;
  if (!source) return machine.poke(path, *self, 8, Form(0));
  path.memory.copy(*self, *source, kFutureBytes);
  machine.poke(path, *source, 8, Form(0));
}

constexpr Model kModels[] = {
    {"std::thread::thread", construct},
    {"std::jthread::jthread", construct},
    {"std::thread::operator=", assign},
    {"std::jthread::operator=", assign},
    {"std::thread::~thread", nothing},
    {"std::jthread::~jthread", join},
    {"std::thread::join", join},
    {"std::jthread::join", join},
    {"std::thread::detach", nothing},
    {"std::jthread::detach", nothing},
    {"std::thread::joinable", is_joinable},
    {"std::jthread::joinable", is_joinable},
    {"std::async", run_task},
    {"std::future::future", move_future},
    {"std::future::operator=", assign},
    {"std::future::get", get},
    {"std::__basic_future::wait", join},
    {"std::future::~future", join},
    {"std::__basic_future::valid", is_joinable},
};

}  // namespace

std::span<const Model> thread_models() { return kModels; }

}  // namespace cudep::execution::library
