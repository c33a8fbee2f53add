// Loads and stores of locals.
#include "analyzer/kernels/memory.h"

#include <algorithm>
#include <utility>

namespace cudep::kernels {

using model::Form;

Value initial_value(const ParameterField& field, const program::Type& type, Variables& variables) {
  if (type.kind == program::TypeKind::Integer) return just(variables.parameter(field));
  if (type.kind == program::TypeKind::Pointer) return just(Pointer{field, Form(0)});
  return just(Anything{});
}

void Memory::begin(ObjectId id, std::optional<ParameterField> initial) { objects_[id] = {.initial = initial}; }

Value Memory::load(ObjectId id, std::int64_t offset, const program::Type& type, Variables& variables) const {
  const auto object = objects_.find(id);
  if (object == objects_.end()) return just(Anything{});
  const auto cell = object->second.cells.find(offset);
  if (cell != object->second.cells.end() && cell->second.type.bytes == type.bytes) return cell->second.value;
  const auto after = object->second.cells.lower_bound(offset + type.bytes);
  const bool overlaps =
      after != object->second.cells.begin() && std::prev(after)->first + std::prev(after)->second.type.bytes > offset;
  if (overlaps || object->second.unclear || !object->second.initial) return just(Anything{});
  const ParameterField& initial = *object->second.initial;
  return initial_value({initial.parameter, initial.offset + offset}, type, variables);
}

void Memory::erase(Object& object, std::int64_t offset, std::int64_t bytes) {
  auto cell = object.cells.lower_bound(offset);
  if (cell != object.cells.begin() && std::prev(cell)->first + std::prev(cell)->second.type.bytes > offset) --cell;
  while (cell != object.cells.end() && cell->first < offset + bytes) cell = object.cells.erase(cell);
}

void Memory::store(ObjectId id, std::int64_t offset, const program::Type& type, Value value) {
  Object& object = objects_[id];
  erase(object, offset, type.bytes);
  object.cells[offset] = {type, std::move(value)};
}

void Memory::copy(ObjectId to, std::int64_t to_offset, ObjectId from, std::int64_t from_offset, std::int64_t bytes) {
  const Object source = objects_[from];
  Object& target = objects_[to];
  erase(target, to_offset, bytes);
  const bool whole = target.cells.empty();
  for (const auto& [offset, cell] : source.cells)
    if (offset >= from_offset && offset + cell.type.bytes <= from_offset + bytes)
      target.cells[offset - from_offset + to_offset] = cell;
  if (whole) {
    target.unclear = source.unclear;
    target.initial = source.initial;
    if (target.initial) target.initial->offset += from_offset - to_offset;
  } else if (source.initial || source.unclear) {
    target.unclear = true;
  }
}

void Memory::blur(ObjectId id) {
  Object& object = objects_[id];
  object.cells.clear();
  object.unclear = true;
}

std::optional<program::Type> Memory::type_at(ObjectId id, std::int64_t offset) const {
  const auto object = objects_.find(id);
  if (object == objects_.end() || !object->second.cells.contains(offset)) return std::nullopt;
  return object->second.cells.at(offset).type;
}

std::optional<Value> Memory::find(const CellName& name, Variables& variables) const {
  const auto object = objects_.find(name.object);
  if (object == objects_.end()) return std::nullopt;
  const bool set = object->second.cells.contains(name.offset) || object->second.initial || object->second.unclear;
  if (!set) return std::nullopt;
  return load(name.object, name.offset, name.type, variables);
}

std::vector<CellName> Memory::changed_since(const Memory& earlier) const {
  std::vector<CellName> changed;
  for (const auto& [id, before] : earlier.objects_) {
    const auto now = objects_.find(id);
    if (now == objects_.end() || now->second == before) continue;
    for (const auto& [offset, cell] : now->second.cells) {
      const auto old = before.cells.find(offset);
      if (old == before.cells.end() || old->second != cell) changed.push_back({id, offset, cell.type});
    }
  }
  return changed;
}

void Memory::join(const Memory& other, const Facts& when_this, const Facts& when_other, Variables& variables) {
  for (auto& [id, object] : objects_) {
    const auto found = other.objects_.find(id);
    if (found == other.objects_.end() || found->second == object) continue;
    std::map<std::int64_t, Cell> cells;
    for (const Object* side : {&std::as_const(object), &found->second})
      for (const auto& [offset, cell] : side->cells) {
        if (cells.contains(offset)) continue;
        const auto mine = find({id, offset, cell.type}, variables);
        const auto theirs = other.find({id, offset, cell.type}, variables);
        // Never set on one side: not read after it either.
        Value value = !mine     ? *theirs
                      : !theirs ? *mine
                                : kernels::join(*mine, when_this, *theirs, when_other, variables);
        cells[offset] = {cell.type, std::move(value)};
      }
    object.cells = std::move(cells);
    object.unclear |= found->second.unclear;
  }
  for (const auto& [id, object] : other.objects_) objects_.try_emplace(id, object);
}

}  // namespace cudep::kernels
