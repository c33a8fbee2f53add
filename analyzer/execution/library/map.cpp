// std::map, std::unordered_map and std::set: a cell for each key, found by what the key is.
#include <algorithm>
#include <utility>

#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

constexpr std::int64_t kFirstKey = std::int64_t{1} << 40;  // apart from the fields of the object itself
constexpr std::int64_t kPerObject = std::int64_t{1} << 20;

/// Where the node of a key is noted in the object of the map; the same key, the same place.
std::optional<Pointer> slot(Machine& machine, Path& path, const ReadyCall& call, std::size_t position) {
  if (call.arguments.size() <= position) return std::nullopt;
  const Pointer* self = as_pointer(call.arguments.front());
  const Pointer* key = as_pointer(call.arguments[position]);
  if (!self || !key) return std::nullopt;
  const auto& library = callee(machine, call).library;
  const std::int64_t bytes = library && !library->element_bytes.empty() ? library->element_bytes.front() : 8;
  const bool is_pointer = path.memory.find(*key, 8) && as_pointer(*path.memory.find(*key, 8));
  const program::Type type =
      is_pointer ? kPointer : program::Type{program::TypeKind::Integer, static_cast<std::uint32_t>(bytes), true};
  const Value value = machine.peek(path, *key, type);
  Form place(kFirstKey);
  if (const Pointer* pointer = as_pointer(value))
    place += Form(static_cast<std::int64_t>(pointer->object) * kPerObject) + pointer->offset;
  else
    place += machine.integer(path, value, "key") * Form(8);
  return Pointer{self->object, self->offset + place};
}

Pointer make_node(Machine& machine, Path& path, const Pointer& place, const Pointer& self) {
  Object node{.name = machine.name_of(path, self) + "[key]"};
  node.zero.push_back({0, INT64_MAX});
  const Pointer made{path.memory.create(std::move(node)), Form(0)};
  machine.poke(path, place, 8, made);
  return made;
}

/// The key lies at the start of the node, the value behind it.
std::int64_t value_offset(const Machine& machine, const ReadyCall& call) {
  const auto& library = callee(machine, call).library;
  const std::int64_t key = library && !library->element_bytes.empty() ? library->element_bytes.front() : 8;
  const std::int64_t value = library && library->element_bytes.size() > 1 ? library->element_bytes[1] : 8;
  const std::int64_t alignment = std::clamp<std::int64_t>(value, 1, 8);
  return (key + alignment - 1) / alignment * alignment;
}

void get_or_make(Machine& machine, Path& path, const ReadyCall& call) {
  const auto place = slot(machine, path, call, 1);
  if (!place) return machine.finish_call(path, call, machine.fresh_value(path, kPointer, "element", false));
  const auto known = path.memory.find(*place, 8);
  const Pointer* node = known ? as_pointer(*known) : nullptr;
  const Pointer made = node ? *node : make_node(machine, path, *place, *as_pointer(call.arguments.front()));
  if (!node) path.memory.copy(made, *as_pointer(call.arguments[1]), value_offset(machine, call));
  machine.finish_call(path, call, Pointer{made.object, made.offset + Form(value_offset(machine, call))});
}

void find(Machine& machine, Path& path, const ReadyCall& call) {
  const auto place = slot(machine, path, call, 1);
  const auto known = place ? path.memory.find(*place, 8) : std::nullopt;
  const Pointer* node = known ? as_pointer(*known) : nullptr;
  return_pointer(machine, path, call, node ? Value(*node) : Value(Form(0)));
}

void end(Machine& machine, Path& path, const ReadyCall& call) { return_pointer(machine, path, call, Form(0)); }

void erase(Machine& machine, Path& path, const ReadyCall& call) {
  if (const auto place = slot(machine, path, call, 1)) machine.poke(path, *place, 8, Form(0));
  machine.finish_call(path, call, Form(1));
}

void count(Machine& machine, Path& path, const ReadyCall& call) {
  const auto place = slot(machine, path, call, 1);
  const auto known = place ? path.memory.find(*place, 8) : std::nullopt;
  machine.finish_call(path, call, Form(known && as_pointer(*known) ? 1 : 0));
}

void nothing(Machine&, Path&, const ReadyCall&) {}

constexpr Model kModels[] = {
    {"std::map::map", nothing},
    {"std::map::~map", nothing},
    {"std::map::operator[]", get_or_make},
    {"std::map::at", get_or_make},
    {"std::map::find", find},
    {"std::map::end", end},
    {"std::map::count", count},
    {"std::map::erase", erase},
    {"std::unordered_map::unordered_map", nothing},
    {"std::unordered_map::~unordered_map", nothing},
    {"std::unordered_map::operator[]", get_or_make},
    {"std::unordered_map::at", get_or_make},
    {"std::unordered_map::find", find},
    {"std::unordered_map::end", end},
    {"std::unordered_map::count", count},
    {"std::unordered_map::erase", erase},
};

}  // namespace

std::span<const Model> map_models() { return kModels; }

}  // namespace cudep::execution::library
