// What addresses mean: variables, what unknown pointers lead to, and what the source would call a cell.
#include <algorithm>
#include <utility>

#include "analyzer/execution/machine.h"

namespace cudep::execution {

using program::Layout;
using program::LayoutId;
using program::Type;
using program::TypeKind;

namespace {

std::string join(const std::string& outer, const std::string& inner) {
  if (inner.empty()) return outer;
  if (outer == "*this") return inner;
  return outer.empty() || inner.front() == '[' ? outer + inner : outer + "." + inner;
}

/// The fields and elements that lie at `offset` of a layout, as `slots[1].recycled`.
std::string path_in(const program::Program& program, LayoutId id, std::int64_t offset, unsigned depth = 0) {
  const Layout& layout = program.layouts[index(id)];
  if (depth > 6) return "";
  if (layout.element) {
    const std::int64_t size = program.layouts[index(*layout.element)].bytes;
    if (size <= 0) return "";
    const std::string element = "[" + std::to_string(offset / size) + "]";
    return join(element, path_in(program, *layout.element, offset % size, depth + 1));
  }
  const auto inside = std::ranges::find_if(layout.fields, [&](const program::Field& field) {
    const std::int64_t size = program.layouts[index(field.layout)].bytes;
    return field.offset <= offset && offset < field.offset + std::max<std::int64_t>(size, 1);
  });
  if (inside == layout.fields.end()) return "";
  const bool of_the_library = inside->name.starts_with("_M_");
  return join(of_the_library ? "" : inside->name, path_in(program, inside->layout, offset - inside->offset, depth + 1));
}

/// The layout of the cell at `offset`, as far as it is known.
std::optional<LayoutId> layout_at(const program::Program& program, LayoutId id, std::int64_t offset,
                                  unsigned depth = 0) {
  const Layout& layout = program.layouts[index(id)];
  if (depth > 6) return std::nullopt;
  if (layout.element) {
    const std::int64_t size = program.layouts[index(*layout.element)].bytes;
    return size > 0 ? layout_at(program, *layout.element, offset % size, depth + 1) : std::nullopt;
  }
  for (const program::Field& field : layout.fields) {
    const std::int64_t size = program.layouts[index(field.layout)].bytes;
    if (field.offset <= offset && offset < field.offset + std::max<std::int64_t>(size, 1))
      return layout_at(program, field.layout, offset - field.offset, depth + 1);
  }
  return offset == 0 ? std::optional(id) : std::nullopt;
}

}  // namespace

std::string Machine::name_of(const Path& path, const Pointer& at) const {
  const Object& object = path.memory[at.object];
  const auto offset = at.offset.as_number();
  if (!offset) return object.name + "[…]";
  const bool single = object.stride > 0 && object.bytes == Form(object.stride);
  std::string inside;
  std::int64_t in_element = *offset;
  if (object.stride > 0 && !single) {
    inside = "[" + std::to_string(*offset / object.stride) + "]";
    in_element %= object.stride;
  }
  if (object.layout) inside = join(inside, path_in(program_, *object.layout, in_element));
  return join(object.name, inside);
}

void Machine::rename(Path& path, ObjectId id, const std::string& name) {
  Object& object = path.memory.write(id);
  object.name = name;
  object.named_at = path.stack.size();
  if (object.buffer) path.entities.buffers[index(*object.buffer)].name = name;
  if (object.stream) path.entities.streams[index(*object.stream)].name = name;
  if (object.event) path.entities.events[index(*object.event)].name = name;
  if (object.graph) path.entities.graphs[index(*object.graph)] = name;
}

Value Machine::fresh_value(Path& path, Type type, const std::string& name, bool from_outside) {
  if (type.kind == TypeKind::Integer) return fresh(path, name);
  if (type.kind != TypeKind::Pointer) return Unknown{};
  return Pointer{path.memory.create({.name = name, .from_outside = from_outside, .memory = MemoryKind::Unknown}),
                 Form(0)};
}

Value Machine::any_value(Path& path, Type type) {
  Value value = fresh_value(path, type, "", false);
  if (const Pointer* pointer = as_pointer(value)) path.memory.write(pointer->object).is_element = true;
  return value;
}

Value Machine::peek(Path& path, const Pointer& at, Type type) {
  if (auto known = path.memory.find(at, type.bytes)) return *std::move(known);
  const Object& object = path.memory[at.object];
  const bool outside = object.from_outside;
  const bool element = object.is_element || (!at.offset.as_number() && type.kind == TypeKind::Pointer);
  std::optional<LayoutId> pointee;
  if (const auto offset = at.offset.as_number(); object.layout && offset)
    if (const auto layout = layout_at(program_, *object.layout, object.stride > 0 ? *offset % object.stride : *offset))
      pointee = program_.layouts[index(*layout)].pointee;
  Value value = fresh_value(path, type, name_of(path, at), outside);
  if (const Pointer* pointer = as_pointer(value)) {
    Object& target = path.memory.write(pointer->object);
    target.is_element = element;
    target.layout = pointee;
  }
  if (path.memory[at.object].cells.contains(at.offset)) return value;  // of another size: not kept
  path.memory.write(at.object).cells.insert_or_assign(at.offset, Cell{value, type.bytes});
  return value;
}

void Machine::poke(Path& path, const Pointer& at, std::int64_t bytes, Value value) {
  path.memory.store(at, bytes, std::move(value));
}

/// What a function made and returned is called as its caller calls it.
void Machine::adopt_name(Path& path, const Pointer& at, const Value& value) {
  const Pointer* made = as_pointer(value);
  if (!made || made->offset != Form(0) || path.memory[made->object].named_at <= path.stack.size()) return;
  if (std::string name = name_of(path, at); !name.empty()) rename(path, made->object, name);
}

Value Machine::load(Path& path, const Pointer& at, Type type, model::SiteId site) {
  host_access(path, at, Form(static_cast<std::int64_t>(type.bytes)), model::AccessKind::Read, site);
  return peek(path, at, type);
}

void Machine::store(Path& path, const Pointer& at, Type type, Value value, model::SiteId site) {
  host_access(path, at, Form(static_cast<std::int64_t>(type.bytes)), model::AccessKind::Write, site);
  adopt_name(path, at, value);
  poke(path, at, type.bytes, std::move(value));
}

Pointer Machine::global(Path& path, program::GlobalId id) {
  const auto known = path.globals.find(id);
  if (known != path.globals.end()) return {known->second, Form(0)};
  const program::Global& described = program_.globals[index(id)];
  using Memory = program::Global::Memory;
  Object object{.name = described.display, .layout = described.layout, .bytes = Form(described.bytes)};
  if (described.memory == Memory::Device || described.memory == Memory::Constant) object.memory = MemoryKind::Device;
  if (described.memory == Memory::Managed) object.memory = MemoryKind::Managed;
  const bool settled = described.is_const || described.is_guard;
  object.from_outside = !settled;
  const ObjectId created = path.memory.create(std::move(object));
  path.globals.emplace(id, created);
  if (settled) {
    if (described.is_guard || described.zero_initialized)
      path.memory.write(created).zero.push_back({0, std::max<std::int64_t>(described.bytes, 1)});
    for (const auto& [offset, initial] : described.initial) {
      const auto& [type, operand] = initial;
      Value value = Unknown{};
      if (const auto* number = std::get_if<std::int64_t>(&operand)) value = Form(*number);
      if (const auto* function = std::get_if<FunctionId>(&operand)) value = *function;
      if (const auto* other = std::get_if<program::GlobalId>(&operand)) value = global(path, *other);
      if (!std::holds_alternative<Unknown>(value)) poke(path, {created, Form(offset)}, type.bytes, value);
    }
  }
  return {created, Form(0)};
}

}  // namespace cudep::execution
