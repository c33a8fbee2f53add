// The instruction loop: one instruction of the innermost call at a time, until a path has no call left.
#include "analyzer/execution/machine.h"

#include <algorithm>
#include <utility>

#include "analyzer/execution/result_use.h"
#include "analyzer/program/visit.h"

namespace cudep::execution {

using program::Overloaded;

namespace {

/// A smart pointer: the user code that it calls is a deleter.
bool owns_memory(const program::Function& function) {
  constexpr std::string_view kOwners[] = {"std::unique_ptr", "std::__uniq_ptr", "std::shared_ptr", "std::__shared",
                                          "std::_Sp"};
  return function.in_system_header &&
         std::ranges::any_of(kOwners, [&](std::string_view owner) { return function.qualified.starts_with(owner); });
}

}  // namespace

Machine::Machine(const program::Program& program, const Plans& plans, const Limits& limits)
    : program_(program), plans_(plans), limits_(limits) {}

void Machine::cut(std::string reason) {
  if (std::ranges::find(cut_, reason) == cut_.end()) cut_.push_back(std::move(reason));
}

void Machine::note_unknown(const std::string& function) {
  if (std::ranges::find(unknown_, function) == unknown_.end()) unknown_.push_back(function);
}

void Machine::fork(Path other, model::SiteId site) {
  ++forks_[site];
  waiting_.push_back(std::move(other));
}

/// Half of the instructions are kept for the paths that have begun.
bool Machine::may_fork() {
  const bool are_few = finished_ + waiting_.size() + 1 < limits_.paths;
  if (are_few && instructions_ < limits_.instructions / 2) return true;
  if (is_sampled_) return false;
  is_sampled_ = true;
  const auto most = std::ranges::max_element(forks_, {}, [](const auto& entry) { return entry.second; });
  if (most == forks_.end()) return false;
  const model::Site& site = program_.sites[index(most->first)];
  const std::string limit = are_few ? "long paths" : "more than " + std::to_string(limits_.paths) + " paths";
  cut(limit + ": not all combinations of branches were followed; most paths are from the branch at " + site.file + ":" +
      std::to_string(site.line));
  return false;
}

/// The way of a branch that was taken least often so far.
std::size_t Machine::rarest_way(model::SiteId site, std::size_t ways) {
  std::vector<std::size_t>& taken = taken_[site];
  taken.resize(std::max(taken.size(), ways));
  const auto rarest = std::ranges::min_element(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(ways));
  ++*rarest;
  return static_cast<std::size_t>(rarest - taken.begin());
}

Path Machine::begin() {
  Path path(std::make_shared<std::uint32_t>(0));
  path.entities.hosts.push_back("main thread");
  return path;
}

std::vector<Path> Machine::run(Path start) {
  std::vector<Path> finished;
  waiting_.clear();
  finished_ = 0;
  waiting_.push_back(std::move(start));
  while (!waiting_.empty()) {
    Path path = std::move(waiting_.back());
    waiting_.pop_back();
    while (!path.ended && !path.stack.empty() && instructions_ < limits_.instructions) step(path);
    if (instructions_ >= limits_.instructions)
      cut("more than " + std::to_string(limits_.instructions) + " instructions");
    finished.push_back(std::move(path));
    ++finished_;
    if (instructions_ >= limits_.instructions) break;
  }
  return finished;
}

void Machine::step(Path& path) {
  ++instructions_;
  Activation& top = path.top();
  const program::Block& block = top.function().blocks[index(top.block)];
  const program::Instruction& instruction = block.instructions[top.next++];
  execute(path, instruction);
}

void Machine::execute(Path& path, const program::Instruction& instruction) {
  const auto set = [&](program::Register result, Value value) {
    path.top().registers[index(result)] = std::move(value);
  };
  const auto pointer_to = [&](const program::Operand& operand) -> std::optional<Pointer> {
    const Value value = evaluate(path, operand);
    const Pointer* pointer = as_pointer(value);
    return pointer ? std::optional(*pointer) : std::nullopt;
  };
  const model::SiteId site = instruction.site;
  std::visit(Overloaded{
                 [&](const program::Compute& c) {
                   const Value left = evaluate(path, c.left), right = evaluate(path, c.right);
                   set(c.result, compute(path, c, left, right));
                 },
                 [&](const program::Address& a) {
                   const auto base = pointer_to(a.base);
                   if (!base) return set(a.result, Unknown{});
                   Form offset = base->offset + Form(a.offset);
                   if (a.index) offset += integer(path, evaluate(path, *a.index), "index") * Form(a.scale);
                   set(a.result, Pointer{base->object, offset});
                 },
                 [&](const program::Load& l) {
                   const auto at = pointer_to(l.address);
                   set(l.result, at ? load(path, *at, l.type, site) : any_value(path, l.type));
                 },
                 [&](const program::Store& s) {
                   Value value = evaluate(path, s.value);
                   if (const auto at = pointer_to(s.address)) store(path, *at, s.type, std::move(value), site);
                 },
                 [&](const program::CopyObject& c) {
                   const auto to = pointer_to(c.to), from = pointer_to(c.from);
                   if (from) host_access(path, *from, Form(c.bytes), model::AccessKind::Read, site);
                   if (to) host_access(path, *to, Form(c.bytes), model::AccessKind::Write, site);
                   if (to && from) path.memory.copy(*to, *from, c.bytes);
                   if (to && !from) path.memory.forget(*to, c.bytes);
                 },
                 [&](const program::ZeroObject& z) {
                   const auto at = pointer_to(z.address);
                   if (!at) return;
                   host_access(path, *at, Form(z.bytes), model::AccessKind::Write, site);
                   path.memory.zero(*at, z.bytes);
                 },
                 [&](const program::ScopeBegin& s) { path.top().locals[index(s.local)].reset(); },
                 [&](const program::ScopeEnd& s) {
                   auto& object = path.top().locals[index(s.local)];
                   if (object) end_life(path, *object, site);
                 },
                 [&](const program::SetDynamicType& t) {
                   if (const auto at = pointer_to(t.address))
                     path.memory.write(at->object).dynamic_types.insert_or_assign(at->offset, t.type);
                 },
                 [&](const program::Call& c) { call(path, c, site); },
                 [&](const program::Launch& l) { launch(path, l, site); },
                 [&](const program::Branch& b) { branch(path, b); },
                 [&](const program::Jump& j) { jump(path, j.target); },
                 [&](const program::Switch& s) { switch_on(path, s); },
                 [&](const program::Return& r) { leave(path, r.value ? evaluate(path, *r.value) : Value(Unknown{})); },
                 [&](const program::Stop&) { path.ended = true; },
             },
             instruction.operation);
}

void Machine::call(Path& path, const program::Call& call, model::SiteId site) {
  ReadyCall ready{
      .callee = FunctionId{}, .result = call.result, .type = call.type, .site = site, .allocates = call.allocates};
  for (const program::Operand& argument : call.arguments) ready.arguments.push_back(evaluate(path, argument));
  if (call.result_object) {
    const Value object = evaluate(path, *call.result_object);
    if (const Pointer* at = as_pointer(object)) ready.result_object = *at;
  }
  if (const auto* callee = std::get_if<FunctionId>(&call.callee)) {
    ready.callee = *callee;
  } else {
    const Value target = evaluate(path, std::get<program::Register>(call.callee));
    const auto* function = std::get_if<FunctionId>(&target);
    if (!function) return unknown_call(path, ready, nullptr);
    ready.callee = *function;
  }
  if (call.is_virtual && !ready.arguments.empty())
    ready.callee = dynamic_target(path, ready.callee, ready.arguments.front());
  dispatch(path, std::move(ready));
}

FunctionId Machine::dynamic_target(const Path& path, FunctionId callee, const Value& receiver) const {
  const auto override_in = [&](const program::Class& type) -> std::optional<FunctionId> {
    for (const auto& [base, target] : type.overrides)
      if (base == callee) return target;
    return std::nullopt;
  };
  if (const Pointer* object = as_pointer(receiver); object && path.memory.exists(object->object)) {
    const auto& types = path.memory[object->object].dynamic_types;
    const auto known = types.find(object->offset);
    if (known != types.end()) return override_in(program_.classes[index(known->second)]).value_or(callee);
  }
  std::optional<FunctionId> only;
  for (const program::Class& type : program_.classes)
    if (const auto target = override_in(type)) {
      if (only && *only != *target) return callee;
      only = target;
    }
  return only.value_or(callee);
}

void Machine::dispatch(Path& path, ReadyCall call) {
  const program::Function& function = program_.functions[index(call.callee)];
  const model::LibraryCall* described = plans_.library_call(call.callee);
  if (described && plans_.is_written(call.callee)) return library_use(*this, path, *described, call);
  if (!function.has_body() || function.in_system_header) {
    const model::Call* row = model::find_call(function.qualified, call.arguments.size());
    if (row) return cuda_call(*this, path, *row, call);
    if (!described && may_call_back(path, call)) return unknown_call(path, call, &function, true);
    if (library_call(*this, path, call)) return;
  }
  if (described) return library_use(*this, path, *described, call);
  const auto same = std::ranges::count_if(path.stack, [&](const Activation& a) { return a.id == call.callee; });
  if (!function.has_body()) return unknown_call(path, call, &function);
  if (path.stack.size() >= limits_.call_depth || same >= 2) {
    cut("calls of `" + function.display + "` deeper than the limit");
    return unknown_call(path, call, &function);
  }
  const bool is_deleter = owns_memory(path.top().function());
  enter(path, std::move(call));
  path.top().hidden = is_deleter;
}

void Machine::enter(Path& path, ReadyCall call, Continuation then) {
  const program::Function& function = program_.functions[index(call.callee)];
  entered_.insert(call.callee);
  Activation activation{.id = call.callee,
                        .plan = &plans_.of(call.callee),
                        .registers = std::vector<Value>(function.registers),
                        .locals = std::vector<std::optional<ObjectId>>(function.locals.size()),
                        .result = call.result,
                        .call_site = call.site,
                        .then = std::move(then)};
  bind_parameters(path, activation, call);
  path.stack.push_back(std::move(activation));
  enter_loops(path, BlockId{});
}

void Machine::bind_parameters(Path& path, Activation& activation, const ReadyCall& call) {
  const program::Function& function = activation.function();
  for (std::size_t p = 0; p < function.parameters.size(); ++p) {
    const program::Parameter& parameter = function.parameters[p];
    const Value argument = p < call.arguments.size() ? call.arguments[p] : Value(Unknown{});
    auto& local = activation.locals[index(parameter.local)];
    const Pointer* object = as_pointer(argument);
    if (parameter.type.kind == program::TypeKind::Aggregate && object && object->offset == Form(0)) {
      local = object->object;
      continue;
    }
    local = path.memory.create({.name = parameter.name,
                                .layout = parameter.layout,
                                .bytes = Form(static_cast<std::int64_t>(parameter.type.bytes))});
    const Pointer at{*local, Form(0)};
    if (parameter.type.kind != program::TypeKind::Aggregate)
      poke(path, at, parameter.type.bytes, argument);
    else if (object)
      path.memory.copy(at, *object, parameter.type.bytes);
  }
  if (function.result_object && call.result_object) {
    if (call.result_object->offset == Form(0)) {
      activation.locals[index(*function.result_object)] = call.result_object->object;
    } else {
      const std::int64_t bytes = function.result.bytes;
      const Pointer target = *call.result_object;
      const ObjectId result = path.memory.create({.name = name_of(path, target), .bytes = Form(bytes)});
      activation.locals[index(*function.result_object)] = result;
      auto inner = std::move(activation.then);
      activation.then = [result, target, bytes, inner, register_result = call.result](Machine& machine, Path& later,
                                                                                      Value value) {
        later.memory.copy(target, {result, Form(0)}, bytes);
        if (inner) return inner(machine, later, value);
        if (register_result) later.top().registers[index(*register_result)] = value;
      };
    }
  }
}

void Machine::leave(Path& path, Value value) {
  Activation done = std::move(path.stack.back());
  path.stack.pop_back();
  if (done.is_root && !path.stack.empty()) return caller_between(path);
  if (done.then) return done.then(*this, path, std::move(value));
  if (done.result && !path.stack.empty()) path.top().registers[index(*done.result)] = std::move(value);
  path.collect();
}

bool Machine::drops_result(Path& path, const ReadyCall& call) {
  if (!call.result) return false;
  const auto [read, is_new] = read_registers_.try_emplace(path.top().id);
  if (is_new) read->second = read_registers(path.top().function());
  return !read->second[index(*call.result)];
}

void Machine::finish_call(Path& path, const ReadyCall& call, Value result) {
  if (call.result) path.top().registers[index(*call.result)] = std::move(result);
}

void Machine::call_user(Path& path, FunctionId function, std::vector<Value> arguments, bool hidden, Continuation then) {
  if (!program_.functions[index(function)].has_body() || path.stack.size() >= limits_.call_depth) {
    if (then) then(*this, path, Unknown{});
    return;
  }
  const Activation& caller = path.top();
  const auto& instructions = caller.function().blocks[index(caller.block)].instructions;
  const model::SiteId site = instructions[caller.next == 0 ? 0 : caller.next - 1].site;
  if (!then) then = [](Machine&, Path&, Value) {};
  enter(path, {.callee = function, .arguments = std::move(arguments), .site = site}, std::move(then));
  path.top().hidden = hidden;
}

}  // namespace cudep::execution
