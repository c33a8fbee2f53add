// The items of several units under one numbering, and which of them are the same. Used by the linker alone.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analyzer/program/equal_items.h"
#include "analyzer/program/program.h"

namespace cudep::program {

bool is_definition(const Function& function);
bool is_definition(const Global& global);

/// Of each unit its layouts, classes, globals and functions, and their groups: items of one group are one after
/// linking.
class LinkItems {
 public:
  explicit LinkItems(const std::vector<Program>& units);

  [[nodiscard]] std::size_t group(std::size_t unit, LayoutId id) const { return groups_[item(unit, id)]; }
  [[nodiscard]] std::size_t group(std::size_t unit, ClassId id) const { return groups_[item(unit, id)]; }
  /// What the unit means by it: its own definition, else the one that all units agree on, else nothing but the
  /// declaration.
  [[nodiscard]] std::size_t group(std::size_t unit, GlobalId id) const;
  [[nodiscard]] std::size_t group(std::size_t unit, FunctionId id) const;

 private:
  struct First {
    std::size_t layouts, classes, globals, functions;
  };
  using Definitions = std::map<std::string, std::vector<std::size_t>, std::less<>>;

  [[nodiscard]] std::size_t item(std::size_t unit, LayoutId id) const { return first_[unit].layouts + index(id); }
  [[nodiscard]] std::size_t item(std::size_t unit, ClassId id) const { return first_[unit].classes + index(id); }
  [[nodiscard]] std::size_t item(std::size_t unit, GlobalId id) const { return first_[unit].globals + index(id); }
  [[nodiscard]] std::size_t item(std::size_t unit, FunctionId id) const { return first_[unit].functions + index(id); }

  void number();
  void add_items(std::size_t unit);
  template <class Entry>
  Item compared(std::size_t unit, const Entry& entry, std::string text) const;
  /// The definition that everybody means, or the item itself.
  template <class Id>
  [[nodiscard]] std::size_t used(std::size_t unit, Id id) const;
  template <class Entry>
  [[nodiscard]] std::size_t meaning(const Entry& entry, std::size_t item, const Definitions& definitions) const;
  bool separate_conflicting_classes();

  const std::vector<Program>& units_;
  std::vector<First> first_;
  Definitions functions_, globals_;  // by name
  std::vector<Item> items_;
  std::vector<std::size_t> groups_;
};

}  // namespace cudep::program
