// A std::map, std::unordered_map or set on one path: a list of nodes, each with the bytes of its entry, the key first.
#pragma once
#include <utility>
#include <vector>

#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {

/// What is known of the bytes of a key.
using Key = std::vector<std::pair<std::int64_t, Value>>;

class Map {
 public:
  Map(Machine& machine, Path& path, const ReadyCall& call, Pointer self);

  struct Found {
    std::optional<Pointer> node;
    bool maybe = false;  // without a node: whether the key is there is not known
  };
  Found find(const Key& key);
  /// The node of the key; one that is made when there is none. What it holds is then not known where the map may have
  /// had it all along.
  Pointer get_or_make(const Key& key, bool& made);
  [[nodiscard]] Key key_at(const Pointer& place);

  std::optional<Pointer> first();
  std::optional<Pointer> next(const Pointer& node);
  std::vector<Pointer> nodes();
  /// A node that is not in the list yet.
  Pointer make_node(const Pointer& self);
  void link(const Pointer& node);
  void unlink(const Pointer& node);

  void set_empty();
  /// There may be more in it than is known.
  void set_open();
  [[nodiscard]] bool is_open() const;

  [[nodiscard]] Pointer value_of(const Pointer& node) const;
  [[nodiscard]] std::int64_t key_bytes() const { return key_bytes_; }
  [[nodiscard]] std::int64_t value_bytes() const { return value_bytes_; }
  [[nodiscard]] bool is_set() const { return value_offset_ == 0; }
  [[nodiscard]] Pointer self() const { return self_; }

 private:
  [[nodiscard]] Pointer field(std::int64_t offset) const { return {self_.object, self_.offset + Form(offset)}; }
  void take_key(const Pointer& node, const Key& key);

  Machine& machine_;
  Path& path_;
  Pointer self_;
  std::int64_t key_bytes_ = 8;
  std::int64_t value_bytes_ = 0;
  std::int64_t value_offset_ = 0;
};

}  // namespace cudep::execution::library
