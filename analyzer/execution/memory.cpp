#include "analyzer/execution/memory.h"

#include <algorithm>
#include <utility>

namespace cudep::execution {
namespace {

/// The distance between two offsets, when it is a number.
std::optional<std::int64_t> distance(const Form& from, const Form& to) { return (to - from).as_number(); }

/// True unless two cells are known to have no byte in common.
bool may_overlap(const Form& a, std::int64_t a_bytes, const Form& b, std::int64_t b_bytes) {
  const auto between = distance(a, b);
  if (!between) return true;
  return *between < a_bytes && -*between < b_bytes;
}

std::vector<model::Interval> within(const std::vector<model::Interval>& parts, std::int64_t low, std::int64_t bytes) {
  std::vector<model::Interval> inside;
  for (const model::Interval& part : parts) {
    const model::Interval clipped{std::max(part.low, low), std::min(part.high, low + bytes)};
    if (clipped.low < clipped.high) inside.push_back(clipped);
  }
  return inside;
}

std::vector<model::Interval> without(const std::vector<model::Interval>& parts, model::Interval hole) {
  std::vector<model::Interval> left;
  for (const model::Interval& part : parts) {
    if (const auto low_end = std::min(part.high, hole.low); part.low < low_end) left.push_back({part.low, low_end});
    if (const auto high_end = std::max(part.low, hole.high); high_end < part.high)
      left.push_back({high_end, part.high});
  }
  return left;
}

/// Zero bytes that no cell covers: a store takes its bytes out of `zero`.
bool lies_in_zero(const Object& object, model::Interval bytes) {
  return std::ranges::any_of(
      object.zero, [&](const model::Interval& part) { return part.low <= bytes.low && bytes.high <= part.high; });
}

}  // namespace

ObjectId Memory::create(Object object) {
  const ObjectId id{(*next_)++};
  objects_.emplace(id, std::make_shared<Object>(std::move(object)));
  return id;
}

Object& Memory::write(ObjectId id) {
  auto& object = objects_.at(id);
  if (object.use_count() > 1) object = std::make_shared<Object>(*object);
  return *object;
}

std::optional<Value> Memory::find(const Pointer& at, std::int64_t bytes) const {
  const Object& object = (*this)[at.object];
  if (const auto found = object.cells.find(at.offset); found != object.cells.end()) {
    if (found->second.bytes == bytes) return found->second.value;
    return std::nullopt;
  }
  const auto offset = at.offset.as_number();
  if (offset && lies_in_zero(object, {*offset, *offset + bytes})) return Form(0);
  return std::nullopt;
}

void Memory::forget(const Pointer& at, std::optional<std::int64_t> bytes) {
  Object& object = write(at.object);
  if (!bytes) {
    object.cells.clear();
    object.zero.clear();
    return;
  }
  std::erase_if(object.cells,
                [&](const auto& cell) { return may_overlap(cell.first, cell.second.bytes, at.offset, *bytes); });
  const auto offset = at.offset.as_number();
  if (offset)
    object.zero = without(object.zero, {*offset, *offset + *bytes});
  else
    object.zero.clear();
}

void Memory::store(const Pointer& at, std::int64_t bytes, Value value) {
  forget(at, bytes);
  write(at.object).cells.insert_or_assign(at.offset, Cell{std::move(value), bytes});
}

void Memory::copy(const Pointer& to, const Pointer& from, std::int64_t bytes) {
  std::vector<std::pair<Form, Cell>> copied;
  for (const auto& [offset, cell] : (*this)[from.object].cells) {
    const auto inside = distance(from.offset, offset);
    if (inside && *inside >= 0 && *inside + cell.bytes <= bytes) copied.emplace_back(to.offset + Form(*inside), cell);
  }
  const std::vector<model::Interval> zero = (*this)[from.object].zero;
  forget(to, bytes);
  Object& target = write(to.object);
  if (const auto move = distance(from.offset, to.offset); move && from.offset.as_number())
    for (const model::Interval& part : within(zero, *from.offset.as_number(), bytes))
      target.zero.push_back({part.low + *move, part.high + *move});
  for (auto& [offset, cell] : copied) target.cells.insert_or_assign(std::move(offset), std::move(cell));
  for (const auto& [offset, type] : (*this)[from.object].dynamic_types)
    if (const auto inside = distance(from.offset, offset); inside && *inside >= 0 && *inside < bytes)
      target.dynamic_types.insert_or_assign(to.offset + Form(*inside), type);
}

void Memory::zero(const Pointer& at, std::int64_t bytes) {
  forget(at, bytes);
  if (const auto offset = at.offset.as_number()) write(at.object).zero.push_back({*offset, *offset + bytes});
}

void Memory::merge(const Memory& other) {
  for (const auto& [id, theirs] : other.objects_) {
    const auto mine = objects_.find(id);
    if (mine == objects_.end()) {
      objects_.emplace(id, theirs);
      continue;
    }
    if (mine->second == theirs) continue;
    Object& object = write(id);
    std::erase_if(object.cells, [&](const auto& cell) {
      const auto match = theirs->cells.find(cell.first);
      return match == theirs->cells.end() || !(match->second == cell.second);
    });
    if (object.zero != theirs->zero) object.zero.clear();
    object.watched = object.watched || theirs->watched;
    if (!object.buffer) object.buffer = theirs->buffer;
    if (!object.stream) object.stream = theirs->stream;
    if (!object.event) object.event = theirs->event;
  }
}

void Memory::adopt_objects_of(const Memory& other) { objects_.insert(other.objects_.begin(), other.objects_.end()); }

Value substitute(const Value& value, model::SymbolId symbol, const Form& number) {
  if (const auto* form = std::get_if<Form>(&value)) return form->substitute(symbol, number);
  if (const auto* pointer = std::get_if<Pointer>(&value))
    return Pointer{pointer->object, pointer->offset.substitute(symbol, number)};
  if (const auto* condition = std::get_if<Condition>(&value))
    return Condition{condition->comparison, condition->difference.substitute(symbol, number)};
  return value;
}

void Memory::substitute(model::SymbolId symbol, const Form& number) {
  for (auto& [id, shared] : objects_) {
    Object copy = *shared;
    copy.cells.clear();
    for (const auto& [offset, cell] : shared->cells)
      copy.cells.insert_or_assign(offset.substitute(symbol, number),
                                  Cell{execution::substitute(cell.value, symbol, number), cell.bytes});
    if (copy.bytes) copy.bytes = copy.bytes->substitute(symbol, number);
    if (!(copy == *shared)) shared = std::make_shared<Object>(std::move(copy));
  }
}

std::vector<ObjectId> Memory::changed_since(const Memory& before) const {
  std::vector<ObjectId> changed;
  for (const auto& [id, object] : objects_) {
    const auto match = before.objects_.find(id);
    if (match != before.objects_.end() && match->second != object) changed.push_back(id);
  }
  return changed;
}

}  // namespace cudep::execution
