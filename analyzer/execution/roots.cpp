#include "analyzer/execution/roots.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyzer/program/query.h"
#include "analyzer/program/references.h"
#include "rules/model/cuda_api.h"

namespace cudep::execution {

using program::Function;
using program::FunctionKind;
using program::Program;
using program::TypeKind;

namespace {

std::vector<bool> referenced(const Program& program) {
  std::vector<bool> found(program.functions.size(), false);
  for (std::size_t f = 0; f < program.functions.size(); ++f)
    for (const FunctionId callee : program::callees(program.functions[f], program))
      if (index(callee) != f) found[index(callee)] = true;
  return found;
}

bool is_lambda(const Function& function) { return function.display.find("lambda") != std::string::npos; }

bool is_candidate(const Function& function) {
  return function.has_body() && !function.is_kernel && !function.is_device && !function.in_system_header &&
         !is_lambda(function);
}

bool waits_for_something(const model::LibraryCall& call) {
  using model::Effect;
  constexpr Effect kWaits[] = {Effect::Synchronize, Effect::SynchronizeDevice, Effect::Wait};
  return std::ranges::any_of(call.effects, [&](const model::LibraryEffect& effect) {
    return std::ranges::find(kWaits, effect.effect) != std::end(kWaits);
  });
}

/// Whether a function can come to a call that makes the host or a stream wait.
std::vector<bool> reach_a_wait(const Program& program, const Plans& plans) {
  using model::Verb;
  constexpr Verb kWaits[] = {Verb::StreamSynchronize, Verb::EventSynchronize, Verb::DeviceSynchronize,
                             Verb::StreamWait,        Verb::StreamQuery,      Verb::EventQuery};
  std::vector<bool> waits(program.functions.size(), false);
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const model::Call* call = model::find_call(program.functions[f].qualified);
    waits[f] = call && call->verb && std::ranges::find(kWaits, *call->verb) != std::end(kWaits);
    const model::LibraryCall* described = plans.library_call(FunctionId(static_cast<std::uint32_t>(f)));
    if (described && waits_for_something(*described)) waits[f] = true;
  }
  return program::reaching(program, std::move(waits));
}

/// Another public method may make the two calls ordered: their protocol is the caller's.
bool other_method_waits(const program::Class& owner, FunctionId method, const std::vector<bool>& waits) {
  return std::ranges::any_of(owner.methods, [&](FunctionId other) { return other != method && waits[index(other)]; });
}

std::optional<FunctionId> constructor_of(const Program& program, const program::Class& owner) {
  for (const FunctionId constructor : owner.constructors)
    if (program.functions[index(constructor)].has_body()) return constructor;
  return std::nullopt;
}

Value outside_argument(Machine& machine, Path& path, const program::Parameter& parameter) {
  const Program& program = machine.program();
  std::optional<program::LayoutId> layout = parameter.layout;
  if (parameter.type.kind == TypeKind::Pointer) {
    if (layout) layout = program.layouts[index(*layout)].pointee;
    return Pointer{path.memory.create(
                       {.name = parameter.name, .layout = layout, .from_outside = true, .memory = MemoryKind::Unknown}),
                   Form(0)};
  }
  if (parameter.type.kind == TypeKind::Aggregate)
    return Pointer{path.memory.create({.name = parameter.name, .layout = layout, .from_outside = true}), Form(0)};
  if (parameter.type.kind != TypeKind::Integer) return Unknown{};
  const bool is_flag = parameter.type.bytes == 1;
  return machine.fresh(path, parameter.name, is_flag ? std::optional<std::int64_t>(0) : std::nullopt,
                       is_flag ? std::optional<std::int64_t>(1) : std::nullopt);
}

std::vector<Value> outside_arguments(Machine& machine, Path& path, const Function& function, std::size_t first) {
  std::vector<Value> arguments;
  for (std::size_t p = first; p < function.parameters.size(); ++p)
    arguments.push_back(outside_argument(machine, path, function.parameters[p]));
  return arguments;
}

void enter_root(Machine& machine, Path& path, FunctionId id, std::vector<Value> arguments) {
  const Function& function = machine.program().functions[index(id)];
  ReadyCall call{.callee = id, .arguments = std::move(arguments), .site = function.site};
  if (function.result_object)
    call.result_object = Pointer{path.memory.create({.name = "result of " + function.display}), Form(0)};
  machine.enter(path, std::move(call));
  path.top().is_root = true;
}

/// The numbers of the second call are those of the first, plus one.
std::vector<Value> next_arguments(const std::vector<Value>& arguments) {
  std::vector<Value> next = arguments;
  for (Value& value : next)
    if (const Form* form = as_form(value)) value = *form + Form(1);
  return next;
}

void begin_class(Machine& machine, Path& path, const RootPlan& root) {
  const Program& program = machine.program();
  const program::Class& owner = program.classes[index(*root.owner)];
  const Function& method = program.functions[index(root.function)];
  const auto constructor = constructor_of(program, owner);
  const Pointer self{path.memory.create({.name = "*this", .layout = owner.layout, .from_outside = !constructor}),
                     Form(0)};
  std::vector<Value> arguments = outside_arguments(machine, path, method, 1);
  const auto with_self = [&](std::vector<Value> rest) {
    rest.insert(rest.begin(), self);
    return rest;
  };
  // The stack runs from its top: what is entered first runs last.
  if (owner.destructor && program.functions[index(*owner.destructor)].has_body())
    enter_root(machine, path, *owner.destructor, {self});
  if (root.repeat) {
    enter_root(machine, path, root.function, with_self(next_arguments(arguments)));
    const auto note = machine.assume(path, {model::Assumption::Kind::RepeatedCall, method.display, ""});
    path.top().notes.push_back({note, std::nullopt});
  }
  enter_root(machine, path, root.function, with_self(std::move(arguments)));
  if (constructor)
    enter_root(machine, path, *constructor,
               with_self(outside_arguments(machine, path, program.functions[index(*constructor)], 1)));
}

/// The files with functions that can be reached, and with the globals that these use.
std::set<std::string_view> files_reached(const Program& program, FunctionId start) {
  std::set<std::string_view> files;
  auto note_global = program::Overloaded{
      [&](const program::GlobalId& id) { files.insert(program.sites[index(program.globals[index(id)].site)].file); },
      [](const auto&) {}};
  const std::vector<bool> reached = program::reachable(program, start);
  for (std::size_t f = 0; f < reached.size(); ++f) {
    if (!reached[f]) continue;
    files.insert(program.sites[index(program.functions[f].site)].file);
    program::visit_references(program.functions[f], note_global);
  }
  return files;
}

/// The initializers that run before a root. Only a main function has any: those in the files that it reaches, for a
/// program of several units may have several main functions.
std::vector<FunctionId> initializers_of(const Program& program, FunctionId root) {
  if (program.functions[index(root)].display != "main") return {};
  const std::set<std::string_view> files = files_reached(program, root);
  std::vector<FunctionId> found;
  for (const FunctionId initializer : program.initializers) {
    const Function& function = program.functions[index(initializer)];
    if (function.has_body() && files.contains(program.sites[index(function.site)].file)) found.push_back(initializer);
  }
  return found;
}

}  // namespace

std::vector<RootPlan> find_roots(const Program& program, const Plans& plans) {
  const std::vector<bool> called = referenced(program);
  const std::vector<bool> waits = reach_a_wait(program, plans);
  std::vector<RootPlan> roots;
  std::set<FunctionId> methods;
  for (std::size_t c = 0; c < program.classes.size(); ++c) {
    const program::Class& owner = program.classes[c];
    for (const FunctionId method : owner.methods) {
      const Function& function = program.functions[index(method)];
      if (called[index(method)] || !is_candidate(function) || !plans.reaches_cuda(method)) continue;
      if (!methods.insert(method).second) continue;
      roots.push_back(
          {method, program::ClassId(static_cast<std::uint32_t>(c)), !other_method_waits(owner, method, waits)});
    }
  }
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const auto id = static_cast<FunctionId>(f);
    const Function& function = program.functions[f];
    if (called[f] || !is_candidate(function) || !plans.reaches_cuda(id) || methods.contains(id)) continue;
    if (function.kind == FunctionKind::Constructor || function.kind == FunctionKind::Destructor) continue;
    roots.push_back({.function = id, .owner = {}, .initializers = initializers_of(program, id)});
  }
  std::ranges::sort(roots, {}, [&](const RootPlan& root) {
    const Function& function = program.functions[index(root.function)];
    return std::tuple(program.sites[index(function.site)], function.name);
  });
  return roots;
}

std::vector<program::ItemId> items_of(const RootPlan& root) {
  std::vector<program::ItemId> items = {root.function};
  if (root.owner) items.emplace_back(*root.owner);
  for (const FunctionId initializer : root.initializers) items.emplace_back(initializer);
  return items;
}

Path begin_root(Machine& machine, const RootPlan& root) {
  Path path = machine.begin();
  const Function& function = machine.program().functions[index(root.function)];
  if (root.owner) {
    begin_class(machine, path, root);
  } else {
    enter_root(machine, path, root.function, outside_arguments(machine, path, function, 0));
  }
  for (const FunctionId initializer : std::views::reverse(root.initializers))
    enter_root(machine, path, initializer, {});
  return path;
}

}  // namespace cudep::execution
