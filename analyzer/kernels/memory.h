// The locals of the functions that a kernel runs: what their cells hold at one place of the walk.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/kernels/value.h"

namespace cudep::kernels {

struct Cell {
  program::Type type;
  Value value;
  bool operator==(const Cell&) const = default;
};

struct Object {
  std::map<std::int64_t, Cell> cells;     // by offset; they do not overlap
  std::optional<ParameterField> initial;  // a cell that was never stored holds this part of the kernel's arguments
  bool unclear = false;                   // stored to at an unknown offset: nothing is known but the cells
  bool operator==(const Object&) const = default;
};

/// A cell of an object.
struct CellName {
  ObjectId object;
  std::int64_t offset;
  program::Type type;
  bool operator==(const CellName&) const = default;
};

/// Copies share the objects that neither has stored to since.
class Memory {
 public:
  void begin(ObjectId id, std::optional<ParameterField> initial = std::nullopt);
  void end(ObjectId id);
  [[nodiscard]] Value load(ObjectId id, std::int64_t offset, const program::Type& type, Variables& variables) const;
  void store(ObjectId id, std::int64_t offset, const program::Type& type, Value value);
  void copy(ObjectId to, std::int64_t to_offset, ObjectId from, std::int64_t from_offset, std::int64_t bytes);
  /// Any part of the object may have changed.
  void blur(ObjectId id);

  /// Of the cell that begins there.
  [[nodiscard]] std::optional<program::Type> type_at(ObjectId id, std::int64_t offset) const;
  /// Nothing when the cell was never set.
  [[nodiscard]] std::optional<Value> find(const CellName& name, Variables& variables) const;
  /// The cells that differ from those of `earlier`, among the objects of `earlier`.
  [[nodiscard]] std::vector<CellName> changed_since(const Memory& earlier) const;

  [[nodiscard]] std::size_t size() const { return objects_.size(); }

  /// This or the other; the facts hold where it is this and the other.
  void join(const Memory& other, const Facts& when_this, const Facts& when_other, Variables& variables);

 private:
  void join_object(ObjectId id, const Memory& other, const Facts& when_this, const Facts& when_other,
                   Variables& variables);
  static void erase(Object& object, std::int64_t offset, std::int64_t bytes);
  /// Null when there is none.
  [[nodiscard]] const Object* read(ObjectId id) const;
  /// The object, made if there is none, and no longer shared.
  Object& write(ObjectId id);

  using Entry = std::pair<ObjectId, std::shared_ptr<Object>>;
  [[nodiscard]] std::vector<Entry>::const_iterator position(ObjectId id) const;

  std::vector<Entry> objects_;  // sorted
};

/// The argument of the launch at this place, of this type.
Value initial_value(const ParameterField& field, const program::Type& type, Variables& variables);

}  // namespace cudep::kernels
