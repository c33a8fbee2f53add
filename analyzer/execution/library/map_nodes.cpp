// The nodes of a map, and which of them a key means.
#include <algorithm>

#include "analyzer/execution/library/map.h"

namespace cudep::execution::library {
namespace {

// What the object of a map holds.
constexpr std::int64_t kFirst = 0;
constexpr std::int64_t kOpen = 8;
/// Where a node has the next one: apart from its entry.
constexpr std::int64_t kNext = std::int64_t{1} << 40;

enum class Match : std::uint8_t { Same, Different, Unknown };

Match compare(const Value& a, const Value& b) {
  if (a == b && !std::holds_alternative<Unknown>(a)) return Match::Same;
  const Form *x = as_form(a), *y = as_form(b);
  if (x && y) return (*x - *y).as_number() ? Match::Different : Match::Unknown;
  return as_pointer(a) && as_pointer(b) ? Match::Different : Match::Unknown;
}

Match compare(const Key& a, const Key& b) {
  bool all_same = !a.empty() && a.size() == b.size();
  for (const auto& [offset, value] : a) {
    const auto other = std::ranges::find(b, offset, &Key::value_type::first);
    const Match match = other == b.end() ? Match::Unknown : compare(value, other->second);
    if (match == Match::Different) return Match::Different;
    all_same = all_same && match == Match::Same;
  }
  return all_same ? Match::Same : Match::Unknown;
}

}  // namespace

Map::Map(Machine& machine, Path& path, const ReadyCall& call, Pointer self)
    : machine_(machine), path_(path), self_(std::move(self)) {
  const auto& library = callee(machine, call).library;
  if (!library || library->element_bytes.empty()) return;
  key_bytes_ = library->element_bytes.front();
  value_offset_ = library->extent;
  if (value_offset_ != 0 && library->element_bytes.size() > 1) value_bytes_ = library->element_bytes[1];
}

Key Map::key_at(const Pointer& place) {
  const auto known = [&] {
    Key key;
    for (const auto& [offset, cell] : path_.memory[place.object].cells) {
      const auto inside = (offset - place.offset).as_number();
      if (inside && *inside >= 0 && *inside < key_bytes_) key.emplace_back(*inside, cell.value);
    }
    return key;
  };
  Key key = known();
  if (!key.empty()) return key;
  const auto bytes = static_cast<std::uint32_t>(std::min<std::int64_t>(key_bytes_, 8));
  machine_.peek(path_, place, {program::TypeKind::Integer, bytes, true});
  return known();
}

void Map::take_key(const Pointer& node, const Key& key) {
  for (const auto& [offset, value] : key) {
    const std::int64_t bytes = as_pointer(value) ? 8 : std::min<std::int64_t>(key_bytes_ - offset, 8);
    machine_.poke(path_, {node.object, node.offset + Form(offset)}, bytes, value);
  }
}

Map::Found Map::find(const Key& key) {
  Found found{.node = std::nullopt, .maybe = is_open()};
  for (const Pointer& node : nodes()) {
    const Match match = compare(key_at(node), key);
    if (match == Match::Same) return {.node = node, .maybe = false};
    if (match == Match::Unknown) found.maybe = true;
  }
  return found;
}

Pointer Map::get_or_make(const Key& key, bool& made) {
  const Found found = find(key);
  made = !found.node;
  if (found.node) return *found.node;
  const Pointer node = make_node(self_);
  Object& object = path_.memory.write(node.object);
  if (found.maybe) {
    object.from_outside = true;
    object.is_element = !is_open();
  } else {
    object.zero.push_back({0, value_offset_ + value_bytes_});
  }
  take_key(node, key);
  link(node);
  return node;
}

std::optional<Pointer> Map::first() {
  const auto held = path_.memory.find(field(kFirst), 8);
  const Pointer* node = held ? as_pointer(*held) : nullptr;
  return node ? std::optional(*node) : std::nullopt;
}

std::optional<Pointer> Map::next(const Pointer& node) {
  const auto held = path_.memory.find({node.object, node.offset + Form(kNext)}, 8);
  const Pointer* later = held ? as_pointer(*held) : nullptr;
  return later ? std::optional(*later) : std::nullopt;
}

std::vector<Pointer> Map::nodes() {
  std::vector<Pointer> all;
  for (auto node = first(); node; node = next(*node)) all.push_back(*node);
  return all;
}

Pointer Map::make_node(const Pointer& self) {
  return {path_.memory.create({.name = machine_.name_of(path_, self) + "[key]"}), Form(0)};
}

void Map::link(const Pointer& node) {
  const std::vector<Pointer> all = nodes();
  const Pointer last = all.empty() ? field(kFirst) : Pointer{all.back().object, all.back().offset + Form(kNext)};
  if (all.empty() && !path_.memory.find(field(kFirst), 8)) set_open();
  machine_.poke(path_, last, 8, node);
}

void Map::unlink(const Pointer& node) {
  const auto after = next(node);
  Pointer before = field(kFirst);
  for (const Pointer& other : nodes()) {
    if (other == node) break;
    before = {other.object, other.offset + Form(kNext)};
  }
  machine_.poke(path_, before, 8, after ? Value(*after) : Value(Form(0)));
}

void Map::set_empty() {
  machine_.poke(path_, field(kFirst), 8, Form(0));
  machine_.poke(path_, field(kOpen), 8, Form(0));
}

void Map::set_open() { machine_.poke(path_, field(kOpen), 8, Form(1)); }

bool Map::is_open() const {
  if (!path_.memory.find(field(kFirst), 8)) return true;
  return path_.memory.find(field(kOpen), 8) == std::optional<Value>(Form(1));
}

Pointer Map::value_of(const Pointer& node) const { return {node.object, node.offset + Form(value_offset_)}; }

}  // namespace cudep::execution::library
