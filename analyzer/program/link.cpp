// Numbers the groups of equal items, and writes each once.
#include "analyzer/program/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "analyzer/program/link_items.h"
#include "analyzer/program/references.h"

namespace cudep::program {
namespace {

/// Each value once, in the order of arrival.
template <class Id, class Value>
class Table {
 public:
  explicit Table(std::vector<Value>& values) : values_(values) {}
  Id operator()(const Value& value) {
    const auto [known, is_new] = ids_.emplace(value, static_cast<Id>(values_.size()));
    if (is_new) values_.push_back(value);
    return known->second;
  }

 private:
  std::vector<Value>& values_;
  std::map<Value, Id> ids_;
};

template <class Value>
void add_once(const std::vector<Value>& more, std::vector<Value>& all) {
  for (const Value& value : more)
    if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

void merge(Layout more, std::optional<Layout>& all) {
  if (!all) all = std::move(more);
}

void merge(Class more, std::optional<Class>& all) {
  if (!all) {
    all = std::move(more);
    return;
  }
  add_once(more.constructors, all->constructors);
  add_once(more.methods, all->methods);
  add_once(more.overrides, all->overrides);
  if (!all->destructor) all->destructor = more.destructor;
  all->in_main_file = all->in_main_file || more.in_main_file;
}

/// Functions and globals: a definition stands for the declarations too.
template <class Entry>
void merge(Entry more, std::optional<Entry>& all) {
  if (!all || (is_definition(more) && !is_definition(*all))) all = std::move(more);
}

/// Where names would meet, later ones get a number.
template <class Entry>
void make_names_unique(std::vector<Entry>& entries) {
  std::set<std::string> used;
  for (Entry& entry : entries) {
    const std::string name = entry.name;
    for (int number = 2; !used.insert(entry.name).second; ++number) entry.name = fmt::format("{}@{}", name, number);
  }
}

/// The items of one kind: what the ids of each unit become, and the items themselves.
template <class Id, class Entry>
class Kind {
 public:
  void number(std::size_t count, auto group_of) {
    std::vector<Id>& ids = ids_.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t group = group_of(static_cast<Id>(i));
      ids.push_back(numbers_.emplace(group, static_cast<Id>(numbers_.size())).first->second);
    }
  }
  [[nodiscard]] Id of(std::size_t unit, Id id) const { return ids_[unit][index(id)]; }

  void add(Id id, Entry entry) {
    entries_.resize(numbers_.size());
    merge(std::move(entry), entries_[index(id)]);
  }
  std::vector<Entry> take() {
    std::vector<Entry> all;
    for (std::optional<Entry>& entry : entries_) all.push_back(*std::move(entry));
    return all;
  }

 private:
  std::map<std::size_t, Id> numbers_;  // by group
  std::vector<std::vector<Id>> ids_;   // by unit and its id
  std::vector<std::optional<Entry>> entries_;
};

class Linker {
 public:
  explicit Linker(std::vector<Program> units) : units_(std::move(units)) {
    sites_(model::Site{});  // the first is the unknown one
    const LinkItems items(units_);
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
      const auto group_of = [&](auto id) { return items.group(unit, id); };
      layouts_.number(units_[unit].layouts.size(), group_of);
      classes_.number(units_[unit].classes.size(), group_of);
      globals_.number(units_[unit].globals.size(), group_of);
      functions_.number(units_[unit].functions.size(), group_of);
    }
  }

  Linked run() {
    for (std::size_t unit = 0; unit < units_.size(); ++unit) add_unit(unit);
    Program& program = linked_.program;
    program.layouts = layouts_.take();
    program.classes = classes_.take();
    program.globals = globals_.take();
    program.functions = functions_.take();
    make_names_unique(program.globals);
    make_names_unique(program.functions);
    linked_.units_of_function.resize(program.functions.size());
    return std::move(linked_);
  }

 private:
  void add_unit(std::size_t unit) {
    Program& from = units_[unit];
    Program& to = linked_.program;
    to.per_thread_default_stream = from.per_thread_default_stream;
    to.launches_in_source += from.launches_in_source;
    for (FunctionId& id : from.initializers) id = functions_.of(unit, id);
    add_once(from.initializers, to.initializers);
    for (std::size_t f = 0; f < from.functions.size(); ++f)
      if (is_definition(from.functions[f])) note_unit(functions_.of(unit, static_cast<FunctionId>(f)), unit);
    add_all(unit, from.layouts, layouts_);
    add_all(unit, from.classes, classes_);
    add_all(unit, from.globals, globals_);
    add_all(unit, from.functions, functions_);
  }

  void note_unit(FunctionId function, std::size_t unit) {
    auto& units = linked_.units_of_function;
    if (units.size() <= index(function)) units.resize(index(function) + 1);
    units[index(function)].push_back(static_cast<std::uint32_t>(unit));
  }

  template <class Id, class Entry>
  void add_all(std::size_t unit, std::vector<Entry>& entries, Kind<Id, Entry>& kind) {
    auto renumber = Overloaded{
        [&](LayoutId& id) { id = layouts_.of(unit, id); },
        [&](ClassId& id) { id = classes_.of(unit, id); },
        [&](GlobalId& id) { id = globals_.of(unit, id); },
        [&](FunctionId& id) { id = functions_.of(unit, id); },
        [&](StringId& id) { id = strings_(units_[unit].strings[index(id)]); },
        [&](SiteId& id) { id = sites_(units_[unit].sites[index(id)]); },
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
      visit_references(entries[i], renumber);
      kind.add(kind.of(unit, static_cast<Id>(i)), std::move(entries[i]));
    }
  }

  std::vector<Program> units_;
  Linked linked_;
  Kind<LayoutId, Layout> layouts_;
  Kind<ClassId, Class> classes_;
  Kind<GlobalId, Global> globals_;
  Kind<FunctionId, Function> functions_;
  Table<StringId, std::string> strings_{linked_.program.strings};
  Table<SiteId, model::Site> sites_{linked_.program.sites};
};

}  // namespace

Linked link(std::vector<Program> units) { return Linker(std::move(units)).run(); }

}  // namespace cudep::program
