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

std::vector<Memory::Entry>::const_iterator Memory::position(ObjectId id) const {
  return std::ranges::lower_bound(objects_, id, {}, &Entry::first);
}

const Object* Memory::read(ObjectId id) const {
  const auto entry = position(id);
  return entry == objects_.end() || entry->first != id ? nullptr : entry->second.get();
}

Object& Memory::write(ObjectId id) {
  const auto at = objects_.begin() + (position(id) - objects_.begin());
  if (at == objects_.end() || at->first != id) return *objects_.emplace(at, id, std::make_shared<Object>())->second;
  if (at->second.use_count() > 1) at->second = std::make_shared<Object>(*at->second);
  return *at->second;
}

void Memory::begin(ObjectId id, std::optional<ParameterField> initial) { write(id) = {.initial = initial}; }

void Memory::end(ObjectId id) {
  if (const auto entry = position(id); entry != objects_.end() && entry->first == id) objects_.erase(entry);
}

Value Memory::load(ObjectId id, std::int64_t offset, const program::Type& type, Variables& variables) const {
  const Object* object = read(id);
  if (!object) return just(Anything{});
  const auto cell = object->cells.find(offset);
  if (cell != object->cells.end() && cell->second.type.bytes == type.bytes) return cell->second.value;
  const auto after = object->cells.lower_bound(offset + type.bytes);
  const bool overlaps =
      after != object->cells.begin() && std::prev(after)->first + std::prev(after)->second.type.bytes > offset;
  if (overlaps || object->unclear || !object->initial) return just(Anything{});
  const ParameterField& initial = *object->initial;
  return initial_value({initial.parameter, initial.offset + offset}, type, variables);
}

void Memory::erase(Object& object, std::int64_t offset, std::int64_t bytes) {
  auto cell = object.cells.lower_bound(offset);
  if (cell != object.cells.begin() && std::prev(cell)->first + std::prev(cell)->second.type.bytes > offset) --cell;
  while (cell != object.cells.end() && cell->first < offset + bytes) cell = object.cells.erase(cell);
}

void Memory::store(ObjectId id, std::int64_t offset, const program::Type& type, Value value) {
  Object& object = write(id);
  erase(object, offset, type.bytes);
  object.cells[offset] = {type, std::move(value)};
}

void Memory::copy(ObjectId to, std::int64_t to_offset, ObjectId from, std::int64_t from_offset, std::int64_t bytes) {
  const Object* known = read(from);
  const Object source = known ? *known : Object{};
  Object& target = write(to);
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
  Object& object = write(id);
  object.cells.clear();
  object.unclear = true;
}

std::optional<program::Type> Memory::type_at(ObjectId id, std::int64_t offset) const {
  const Object* object = read(id);
  if (!object || !object->cells.contains(offset)) return std::nullopt;
  return object->cells.at(offset).type;
}

std::optional<Value> Memory::find(const CellName& name, Variables& variables) const {
  const Object* object = read(name.object);
  if (!object) return std::nullopt;
  const bool set = object->cells.contains(name.offset) || object->initial || object->unclear;
  if (!set) return std::nullopt;
  return load(name.object, name.offset, name.type, variables);
}

std::vector<CellName> Memory::changed_since(const Memory& earlier) const {
  std::vector<CellName> changed;
  for (const auto& [id, before] : earlier.objects_) {
    const Object* now = read(id);
    if (!now || now == before.get()) continue;
    for (const auto& [offset, cell] : now->cells) {
      const auto old = before->cells.find(offset);
      if (old == before->cells.end() || old->second != cell) changed.push_back({id, offset, cell.type});
    }
  }
  return changed;
}

void Memory::join(const Memory& other, const Facts& when_this, const Facts& when_other, Variables& variables) {
  for (const auto& [id, theirs] : other.objects_) {
    const Object* mine = read(id);
    if (!mine) {
      objects_.emplace(position(id), id, theirs);
    } else if (mine != theirs.get() && *mine != *theirs) {
      join_object(id, other, when_this, when_other, variables);
    }
  }
}

void Memory::join_object(ObjectId id, const Memory& other, const Facts& when_this, const Facts& when_other,
                         Variables& variables) {
  std::map<std::int64_t, Cell> cells;
  for (const Object* side : {read(id), other.read(id)})
    for (const auto& [offset, cell] : side->cells) {
      if (cells.contains(offset)) continue;
      const auto mine = find({id, offset, cell.type}, variables);
      const auto theirs = other.find({id, offset, cell.type}, variables);
      // Never set on one side: not read after it either.
      Value value = !mine ? *theirs : !theirs ? *mine : kernels::join(*mine, when_this, *theirs, when_other, variables);
      cells[offset] = {cell.type, std::move(value)};
    }
  Object& joined = write(id);
  joined.cells = std::move(cells);
  joined.unclear |= other.read(id)->unclear;
}

}  // namespace cudep::kernels
