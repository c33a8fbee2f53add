// Numbers and compares the items of several units.
#include "analyzer/program/link_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analyzer/program/item_text.h"
#include "analyzer/program/references.h"

namespace cudep::program {
namespace {

/// What other units cannot see has its unit in its name.
std::string_view unit_in(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}

std::vector<FunctionId> members(const Class& record) {
  std::vector<FunctionId> all = record.constructors;
  all.insert(all.end(), record.methods.begin(), record.methods.end());
  if (record.destructor) all.push_back(*record.destructor);
  return all;
}

/// Members that only their unit sees make the class one that only its unit sees.
std::string text_of(const Class& record, const Program& unit) {
  std::string text = fmt::format("class {}", record.name);
  for (const FunctionId member : members(record)) {
    const std::string_view owner = unit_in(unit.functions[index(member)].name);
    if (!owner.empty()) return fmt::format("{} of {}", text, owner);
  }
  return text;
}

template <class Entry>
std::string text_of_declaration(const Entry& entry) {
  return fmt::format("declare {}", entry.name);
}

}  // namespace

bool is_definition(const Function& function) { return !function.blocks.empty() || function.opaque; }
bool is_definition(const Global& global) { return global.zero_initialized || !global.initial.empty(); }

LinkItems::LinkItems(const std::vector<Program>& units) : units_(units) {
  number();
  for (std::size_t unit = 0; unit < units_.size(); ++unit) add_items(unit);
  do groups_ = group_equal(items_);
  while (separate_conflicting_classes());
}

void LinkItems::number() {
  const auto note = [](const auto& entries, std::size_t first, Definitions& definitions) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (is_definition(entries[i])) definitions[entries[i].name].push_back(first + i);
    return first + entries.size();
  };
  std::size_t next = 0;
  for (const Program& unit : units_) {
    First first{.layouts = next};
    first.classes = first.layouts + unit.layouts.size();
    first.globals = first.classes + unit.classes.size();
    first.functions = note(unit.globals, first.globals, globals_);
    next = note(unit.functions, first.functions, functions_);
    first_.push_back(first);
  }
}

template <class Id>
std::size_t LinkItems::used(std::size_t unit, Id id) const {
  const auto only = [&](const auto& entry, const Definitions& definitions) {
    const auto found = definitions.find(entry.name);
    const bool is_known = !is_definition(entry) && found != definitions.end() && found->second.size() == 1;
    return is_known ? found->second.front() : item(unit, id);
  };
  if constexpr (std::is_same_v<Id, FunctionId>) return only(units_[unit].functions[index(id)], functions_);
  if constexpr (std::is_same_v<Id, GlobalId>) return only(units_[unit].globals[index(id)], globals_);
  return item(unit, id);
}

template <class Entry>
Item LinkItems::compared(std::size_t unit, const Entry& entry, std::string text) const {
  Item item{.text = std::move(text), .uses = {}};
  auto note = Overloaded{[](const StringId&) {}, [](const SiteId&) {},
                         [&](const auto& id) { item.uses.push_back(used(unit, id)); }};
  visit_references(entry, note);
  return item;
}

/// A class is the same where its name and its layout are: which of its members have bodies differs between units.
void LinkItems::add_items(std::size_t unit) {
  const Program& program = units_[unit];
  for (const Layout& layout : program.layouts) items_.push_back(compared(unit, layout, item_text(layout)));
  for (const Class& record : program.classes) {
    Item shape{.text = text_of(record, program), .uses = {}};
    if (record.layout) shape.uses.push_back(item(unit, *record.layout));
    items_.push_back(std::move(shape));
  }
  const auto add = [&](const auto& entry) {
    items_.push_back(is_definition(entry) ? compared(unit, entry, item_text(entry, program))
                                          : Item{.text = text_of_declaration(entry), .uses = {}});
  };
  for (const Global& global : program.globals) add(global);
  for (const Function& function : program.functions) add(function);
}

/// Classes of one name whose members have different bodies are different after all. True when there were any.
bool LinkItems::separate_conflicting_classes() {
  std::map<std::size_t, std::map<std::string_view, std::size_t>>
      bodies;                                                // by group of the class, by name of the member
  std::vector<std::pair<std::size_t, std::size_t>> classes;  // units and their conflicting items
  std::map<std::size_t, bool> conflicting;
  const auto each_class = [&](auto visit) {
    for (std::size_t unit = 0; unit < units_.size(); ++unit)
      for (std::size_t c = 0; c < units_[unit].classes.size(); ++c)
        visit(unit, units_[unit].classes[c], item(unit, static_cast<ClassId>(c)));
  };
  each_class([&](std::size_t unit, const Class& record, std::size_t item_of_class) {
    for (const FunctionId member : members(record)) {
      const Function& function = units_[unit].functions[index(member)];
      if (!is_definition(function)) continue;
      const auto [known, is_new] = bodies[groups_[item_of_class]].emplace(function.name, groups_[item(unit, member)]);
      if (!is_new && known->second != groups_[item(unit, member)]) conflicting[groups_[item_of_class]] = true;
    }
  });
  each_class([&](std::size_t unit, const Class&, std::size_t item_of_class) {
    if (conflicting.contains(groups_[item_of_class])) items_[item_of_class].text += fmt::format(" of unit {}", unit);
  });
  return !conflicting.empty();
}

template <class Entry>
std::size_t LinkItems::meaning(const Entry& entry, std::size_t item, const Definitions& definitions) const {
  const auto found = definitions.find(entry.name);
  if (is_definition(entry) || found == definitions.end()) return groups_[item];
  const std::size_t first = groups_[found->second.front()];
  const bool agree = std::ranges::all_of(found->second, [&](std::size_t other) { return groups_[other] == first; });
  return agree ? first : groups_[item];
}

std::size_t LinkItems::group(std::size_t unit, FunctionId id) const {
  return meaning(units_[unit].functions[index(id)], item(unit, id), functions_);
}

std::size_t LinkItems::group(std::size_t unit, GlobalId id) const {
  return meaning(units_[unit].globals[index(id)], item(unit, id), globals_);
}

}  // namespace cudep::program
