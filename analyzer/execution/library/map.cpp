// std::map, std::unordered_map and sets: what their functions do to the nodes.
#include "analyzer/execution/library/map.h"

#include <array>
#include <string>

namespace cudep::execution::library {
namespace {

std::optional<Map> self(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* pointer = call.arguments.empty() ? nullptr : as_pointer(call.arguments.front());
  return pointer ? std::optional<Map>(std::in_place, machine, path, call, *pointer) : std::nullopt;
}

const Pointer* argument(const ReadyCall& call, std::size_t position) {
  return call.arguments.size() > position ? as_pointer(call.arguments[position]) : nullptr;
}

bool is_iterator(const Machine& machine, const ReadyCall& call, std::size_t position) {
  const auto& parameters = callee(machine, call).parameters;
  return position < parameters.size() &&
         referred_name(machine, parameters[position]).find("_iterator<") != std::string::npos;
}

Value as_iterator(const std::optional<Pointer>& node) { return node ? Value(*node) : Value(Form(0)); }

/// The result of an insertion: the iterator, and whether it is a new entry.
void return_inserted(Machine& machine, Path& path, const ReadyCall& call, const Pointer& node, bool is_new) {
  if (!call.result_object) return;
  machine.poke(path, *call.result_object, 8, node);
  if (call.type.bytes <= 8) return;
  const Pointer flag{call.result_object->object, call.result_object->offset + Form(8)};
  machine.poke(path, flag, 1, Form(is_new ? 1 : 0));
}

/// Fills a value from another one, by the constructor of its class where there is one.
void copy_value(Machine& machine, Path& path, const ReadyCall& call, const Map& map, const Pointer& node,
                const Pointer& value, bool moved) {
  path.memory.copy(map.value_of(node), value, map.value_bytes());
  const auto& library = callee(machine, call).library;
  const auto make = moved && library->element_move ? library->element_move : library->element_copy;
  if (make) machine.call_user(path, *make, {map.value_of(node), value}, false);
}

void get_or_make(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  const Pointer* key = argument(call, 1);
  if (!map || !key) return machine.finish_call(path, call, machine.any_value(path, kPointer));
  bool made = false;
  const Pointer node = map->get_or_make(map->key_at(*key), made);
  machine.finish_call(path, call, map->value_of(node));
  const auto& library = callee(machine, call).library;
  if (made && library->element_default && !path.memory[node.object].from_outside)
    machine.call_user(path, *library->element_default, {map->value_of(node)}, false);
}

void find(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  const Pointer* key = argument(call, 1);
  if (!map || !key) return return_pointer(machine, path, call, machine.any_value(path, kPointer));
  const Map::Found found = map->find(map->key_at(*key));
  bool made = false;
  if (!found.maybe) return return_pointer(machine, path, call, as_iterator(found.node));
  return_pointer(machine, path, call, map->get_or_make(map->key_at(*key), made));
}

void count(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  const Pointer* key = argument(call, 1);
  if (!map || !key) return machine.finish_call(path, call, machine.fresh(path, "count", 0, 1));
  const Map::Found found = map->find(map->key_at(*key));
  machine.finish_call(path, call, found.maybe ? machine.fresh(path, "count", 0, 1) : Form(found.node ? 1 : 0));
}

void begin(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map) return return_pointer(machine, path, call, machine.any_value(path, kPointer));
  if (map->is_open() && !map->first()) {
    const Pointer node = map->make_node(map->self());
    path.memory.write(node.object).from_outside = true;
    map->link(node);
  }
  return_pointer(machine, path, call, as_iterator(map->first()));
}

void end(Machine& machine, Path& path, const ReadyCall& call) { return_pointer(machine, path, call, Form(0)); }

void size(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map || map->is_open()) return machine.finish_call(path, call, machine.fresh(path, "size", 1));
  machine.finish_call(path, call, Form(static_cast<std::int64_t>(map->nodes().size())));
}

void is_empty(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map || map->is_open()) return machine.finish_call(path, call, machine.fresh(path, "", 0, 1));
  machine.finish_call(path, call, Form(map->first() ? 0 : 1));
}

void insert(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map) return;
  const Pointer* entry = argument(call, 1);
  const bool is_entry = entry && call.arguments.size() == 2 && callee(machine, call).parameters[1].is_reference;
  if (!is_entry) return map->set_open();
  bool made = false;
  const Pointer node = map->get_or_make(map->key_at(*entry), made);
  return_inserted(machine, path, call, node, made);
  if (!made || map->is_set()) return;
  const Pointer value{entry->object, map->value_of(*entry).offset};
  copy_value(machine, path, call, *map, node, value, !callee(machine, call).parameters[1].pointee_const);
}

void emplace(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map) return;
  const auto& library = callee(machine, call).library;
  const Pointer node = map->make_node(map->self());
  if (!library || !library->element_construct) {
    map->set_open();
    path.memory.write(node.object).from_outside = true;
    return return_inserted(machine, path, call, node, true);
  }
  std::vector<Value> arguments = call.arguments;
  arguments.front() = node;
  machine.call_user(path, *library->element_construct, std::move(arguments), false,
                    [self = map->self(), call, node](Machine& on, Path& later, Value) {
                      Map now(on, later, call, self);
                      const Map::Found found = now.find(now.key_at(node));
                      if (!found.node) now.link(node);
                      return_inserted(on, later, call, found.node ? *found.node : node, !found.node);
                    });
}

/// try_emplace(key, arguments...): the value is built only when the key is new.
void try_emplace(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  const Pointer* key = argument(call, 1);
  if (!map || !key) return;
  bool made = false;
  const Pointer node = map->get_or_make(map->key_at(*key), made);
  return_inserted(machine, path, call, node, made);
  const auto& library = callee(machine, call).library;
  if (!made || !library || !library->element_construct) return;
  std::vector<Value> arguments(call.arguments.begin() + 1, call.arguments.end());
  arguments.front() = map->value_of(node);
  machine.call_user(path, *library->element_construct, std::move(arguments), false);
}

void insert_or_assign(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  const Pointer *key = argument(call, 1), *value = argument(call, 2);
  if (!map || !key) return;
  bool made = false;
  const Pointer node = map->get_or_make(map->key_at(*key), made);
  return_inserted(machine, path, call, node, made);
  if (value) copy_value(machine, path, call, *map, node, *value, !callee(machine, call).parameters[2].pointee_const);
}

std::vector<UserCall> destructions(const Machine& machine, const ReadyCall& call, const Map& map,
                                   const std::vector<Pointer>& nodes) {
  std::vector<UserCall> calls;
  const auto& library = callee(machine, call).library;
  for (const Pointer& node : nodes)
    if (library && library->element_destroy) calls.push_back({*library->element_destroy, {map.value_of(node)}});
  return calls;
}

void erase(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  const Pointer* given = argument(call, 1);
  if (!map || !given) return;
  std::optional<Pointer> node;
  if (is_iterator(machine, call, 1))
    node = pointer_argument(machine, path, call, 1);
  else
    node = map->find(map->key_at(*given)).node;
  machine.finish_call(path, call, Form(node ? 1 : 0));
  if (!node) return;
  if (call.result_object) machine.poke(path, *call.result_object, 8, as_iterator(map->next(*node)));
  map->unlink(*node);
  run_in_order(machine, path, destructions(machine, call, *map, {*node}), [](Machine&, Path&) {});
}

void clear(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map) return;
  const std::vector<Pointer> nodes = map->nodes();
  map->set_empty();
  run_in_order(machine, path, destructions(machine, call, *map, nodes), [](Machine&, Path&) {});
}

/// Another map that is moved hands its nodes over; one that is copied is walked.
void construct(Machine& machine, Path& path, const ReadyCall& call) {
  auto map = self(machine, path, call);
  if (!map) return;
  map->set_empty();
  const Pointer* source = argument(call, 1);
  if (!source) return;
  const program::Parameter& parameter = callee(machine, call).parameters[1];
  const std::string given = referred_name(machine, parameter);
  const bool is_map = given.starts_with("std::map<") || given.starts_with("std::unordered_map<") ||
                      given.starts_with("std::set<") || given.starts_with("std::unordered_set<");
  if (!is_map) return map->set_open();
  Map other(machine, path, call, *source);
  if (other.is_open()) return map->set_open();
  for (const Pointer& node : other.nodes()) {
    const Pointer copied = map->make_node(map->self());
    path.memory.copy(copied, node,
                     map->value_of(node).offset.as_number().value_or(0) + map->value_bytes() + map->key_bytes());
    map->link(copied);
  }
  if (!parameter.pointee_const) other.set_empty();
}

void assign(Machine& machine, Path& path, const ReadyCall& call) {
  construct(machine, path, call);
  machine.finish_call(path, call, call.arguments.front());
}

void nothing(Machine&, Path&, const ReadyCall&) {}

struct Method {
  std::string_view name;
  void (*run)(Machine&, Path&, const ReadyCall&);
};

constexpr Method kMethods[] = {
    {"operator=", assign},
    {"operator[]", get_or_make},
    {"at", get_or_make},
    {"find", find},
    {"begin", begin},
    {"cbegin", begin},
    {"end", end},
    {"cend", end},
    {"count", count},
    {"contains", count},
    {"size", size},
    {"empty", is_empty},
    {"insert", insert},
    {"emplace", emplace},
    {"try_emplace", try_emplace},
    {"clear", clear},
    {"erase", erase},
    {"insert_or_assign", insert_or_assign},
    {"reserve", nothing},
};

}  // namespace

std::span<const Model> map_models() {
  constexpr std::array<std::string_view, 4> kClasses{"map", "unordered_map", "set", "unordered_set"};
  struct Table {
    std::vector<std::string> names;
    std::vector<Model> models;
  };
  static const Table kTable = [&] {
    Table table;
    std::vector<void (*)(Machine&, Path&, const ReadyCall&)> runs;
    const auto add = [&](std::string name, void (*run)(Machine&, Path&, const ReadyCall&)) {
      table.names.push_back(std::move(name));
      runs.push_back(run);
    };
    for (const std::string_view type : kClasses) {
      const std::string prefix = "std::" + std::string(type) + "::";
      add(prefix + std::string(type), construct);
      add(prefix + "~" + std::string(type), clear);
      for (const Method& method : kMethods) add(prefix + std::string(method.name), method.run);
    }
    for (std::size_t m = 0; m < runs.size(); ++m) table.models.push_back({table.names[m], runs[m]});
    return table;
  }();
  return kTable.models;
}

}  // namespace cudep::execution::library
