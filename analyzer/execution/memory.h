// The memory of one path: objects made of cells. A fork of a path shares the objects and copies those it writes.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/execution/value.h"
#include "rules/model/operation.h"

namespace cudep::execution {

using model::BufferId;
using model::EventId;
using model::GraphId;
using model::MemoryKind;
using model::StreamId;

struct Cell {
  Value value;
  std::int64_t bytes;
  bool operator==(const Cell&) const = default;
};

/// Something that has an address: a variable, an allocation, or what a handle or an unknown pointer stands for.
struct Object {
  std::string name;          // as the source would say it; empty for temporaries
  std::size_t named_at = 0;  // how many calls were open where it got its name
  std::optional<program::LayoutId> layout;
  std::int64_t stride = 0;     // not 0: an allocation of elements of this size, each with the layout
  std::map<Form, Cell> cells;  // by offset
  std::map<Form, program::ClassId> dynamic_types;
  std::vector<model::Interval> zero;    // bytes that hold zero where there is no cell; sorted, apart
  bool from_outside = false;            // a parameter, a member or global of a root, or reached from one
  bool is_element = false;              // at an unknown index: another element may be the same object
  bool is_literal = false;              // the characters of a string literal
  std::optional<std::uint32_t> origin;  // the call that returned it, of Path::origins
  bool alive = true;
  bool watched = false;  // an operation may use it: host accesses are operations from now on
  MemoryKind memory = MemoryKind::Pageable;
  std::optional<Form> bytes;
  std::optional<BufferId> buffer;  // what the object is to the engine, once it is something
  std::optional<StreamId> stream;
  std::optional<EventId> event;
  std::optional<GraphId> graph;
  bool operator==(const Object&) const = default;
};

class Memory {
 public:
  /// `next` is shared by all paths of a root, so that the objects of two arms never get the same id.
  explicit Memory(std::shared_ptr<std::uint32_t> next) : next_(std::move(next)) {}

  ObjectId create(Object object);
  [[nodiscard]] const Object& operator[](ObjectId id) const { return *objects_.at(id); }
  /// The id that the next object gets.
  [[nodiscard]] ObjectId next() const { return ObjectId{*next_}; }
  /// To change an object: copies it when another path shares it.
  Object& write(ObjectId id);
  /// Forgets the objects that nothing can name any more.
  void keep_only(const std::set<ObjectId>& live) {
    std::erase_if(objects_, [&](const auto& object) { return !live.contains(object.first); });
  }

  /// The cell, when it is known; partly overlapping cells are not.
  [[nodiscard]] std::optional<Value> find(const Pointer& at, std::int64_t bytes) const;
  void store(const Pointer& at, std::int64_t bytes, Value value);
  void copy(const Pointer& to, const Pointer& from, std::int64_t bytes);
  void zero(const Pointer& at, std::int64_t bytes);
  /// Forgets the cells of [offset, offset + bytes), or of the whole object.
  void forget(const Pointer& at, std::optional<std::int64_t> bytes = std::nullopt);

  /// What holds on both paths: cells that differ are forgotten. Objects of either path are kept.
  void merge(const Memory& other);
  /// Takes over the objects that only `other` has.
  void adopt_objects_of(const Memory& other);
  /// Replaces a symbol by a number everywhere.
  void substitute(model::SymbolId symbol, const Form& number);

  /// Objects that one path wrote since `before`, for finding what a loop changes.
  [[nodiscard]] std::vector<ObjectId> changed_since(const Memory& before) const;
  [[nodiscard]] bool exists(ObjectId id) const { return objects_.contains(id); }
  [[nodiscard]] const std::map<ObjectId, std::shared_ptr<Object>>& objects() const { return objects_; }

 private:
  std::map<ObjectId, std::shared_ptr<Object>> objects_;
  std::shared_ptr<std::uint32_t> next_;
};

Value substitute(const Value& value, model::SymbolId symbol, const Form& number);

}  // namespace cudep::execution
