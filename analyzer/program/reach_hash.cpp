// Walks the items breadth-first and hashes what each says and which items, in the order of the walk, it refers to.
#include "analyzer/program/reach_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "analyzer/program/item_text.h"
#include "analyzer/program/references.h"

namespace cudep::program {
namespace {

std::string class_text(const Class& record) {
  return fmt::format("class {} {} {} {} {} {} {}", record.name, record.layout.has_value(), record.in_main_file,
                     record.constructors.size(), record.destructor.has_value(), record.methods.size(),
                     record.overrides.size());
}

template <class Value>
std::string_view bytes_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

}  // namespace

ReachHash::ReachHash(const Program& program, const std::function<std::string(ItemId)>& note)
    : globals_(static_cast<std::uint32_t>(program.functions.size())),
      classes_(static_cast<std::uint32_t>(globals_ + program.globals.size())),
      layouts_(static_cast<std::uint32_t>(classes_ + program.classes.size())) {
  const auto add = [&](ItemId id, const auto& item, const std::string& text) {
    Node& node = nodes_.emplace_back(Node{.text = inputs::hash_of(text + note(id)), .uses = {}});
    auto use = Overloaded{[](const StringId&) {}, [](const SiteId&) {},  // their contents are in the text
                          [&](const auto& used) { node.uses.push_back(number(used)); }};
    visit_references(item, use);
  };
  for (std::uint32_t f = 0; f < program.functions.size(); ++f)
    add(FunctionId{f}, program.functions[f], item_text(program.functions[f], program));
  for (std::uint32_t g = 0; g < program.globals.size(); ++g)
    add(GlobalId{g}, program.globals[g], item_text(program.globals[g], program));
  for (std::uint32_t c = 0; c < program.classes.size(); ++c)
    add(ClassId{c}, program.classes[c], class_text(program.classes[c]));
  for (std::uint32_t l = 0; l < program.layouts.size(); ++l)
    add(LayoutId{l}, program.layouts[l], item_text(program.layouts[l]));
  add_overriders(program);
}

void ReachHash::add_overriders(const Program& program) {
  for (std::uint32_t c = 0; c < program.classes.size(); ++c)
    for (const auto& [base, own] : program.classes[c].overrides) {
      std::vector<std::uint32_t>& uses = nodes_[number(base)].uses;
      if (std::ranges::find(uses, number(ClassId{c})) == uses.end()) uses.push_back(number(ClassId{c}));
    }
}

std::uint32_t ReachHash::number(ItemId id) const {
  return std::visit(Overloaded{
                        [](FunctionId function) { return static_cast<std::uint32_t>(index(function)); },
                        [&](GlobalId global) { return static_cast<std::uint32_t>(globals_ + index(global)); },
                        [&](ClassId record) { return static_cast<std::uint32_t>(classes_ + index(record)); },
                        [&](LayoutId layout) { return static_cast<std::uint32_t>(layouts_ + index(layout)); },
                    },
                    id);
}

inputs::Hash ReachHash::of(std::span<const ItemId> start) const {
  std::vector<std::uint32_t> order;
  std::unordered_map<std::uint32_t, std::uint32_t> places;  // in the order
  std::string bytes;
  const auto refer = [&](std::uint32_t node) {
    const auto [place, is_new] = places.emplace(node, static_cast<std::uint32_t>(order.size()));
    if (is_new) order.push_back(node);
    bytes += bytes_of(place->second);
  };
  bytes += bytes_of(start.size());
  for (const ItemId& item : start) refer(number(item));
  for (std::size_t next = 0; next < order.size(); ++next) {
    const Node& node = nodes_[order[next]];
    bytes += bytes_of(node.text);
    bytes += bytes_of(static_cast<std::uint32_t>(node.uses.size()));
    for (const std::uint32_t used : node.uses) refer(used);
  }
  return inputs::hash_of(bytes);
}

}  // namespace cudep::program
