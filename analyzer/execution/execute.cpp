#include "analyzer/execution/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "analyzer/execution/machine.h"
#include "analyzer/execution/roots.h"
#include "analyzer/program/reach_hash.h"

namespace cudep::execution {
namespace {

/// Counts that became numbers on the way are numbers in what was noted before, too.
model::ByteRange with_numbers(const model::ByteRange& range, const std::map<model::SymbolId, std::int64_t>& chosen) {
  if (range.is_concrete()) return range;
  model::SymbolicRange forms = range.forms();
  for (const auto& [symbol, number] : chosen) {
    forms.low = forms.low.substitute(symbol, Form(number));
    for (Form& high : forms.high) high = high.substitute(symbol, Form(number));
  }
  return model::ByteRange::symbolic(std::move(forms), range.dense());
}

/// Sizes and counts are at least one: a symbol of which no path decided otherwise.
void presume_positive(model::SymbolTable& symbols) {
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    const auto id = static_cast<model::SymbolId>(s);
    const model::Symbol& symbol = symbols[id];
    const bool may_be_positive = !symbol.high || *symbol.high >= 1;
    if ((!symbol.low || *symbol.low == 0) && may_be_positive) symbols.restrict(id, 1, std::nullopt);
  }
}

model::OperationList finish(Path path) {
  model::OperationList list{std::move(path.entities), path.operations.to_vector()};
  for (model::Operation& operation : list.operations)
    for (model::Access& access : operation.accesses) access.range = with_numbers(access.range, path.chosen);
  presume_positive(list.entities.symbols);
  return list;
}

/// Paths that differ in nothing CUDA sees are one.
void add_if_new(std::vector<model::OperationList>& paths, model::OperationList path) {
  const bool known = std::ranges::any_of(paths, [&](const model::OperationList& other) {
    return other.operations == path.operations && other.entities == path.entities;
  });
  if (!known) paths.push_back(std::move(path));
}

/// What plans say of an item because of others that it does not refer to.
std::string decided_elsewhere(const Plans& plans, program::ItemId item) {
  if (const auto* function = std::get_if<FunctionId>(&item)) return plans.needs(*function);
  if (const auto* layout = std::get_if<program::LayoutId>(&item)) return plans.is_callable(*layout) ? "callable" : "";
  return "";
}

}  // namespace

Execution::Execution(const program::Program& program, std::span<const model::LibraryCall> written, const Limits& limits)
    : program_(program), limits_(limits), plans_(program, written), roots_(find_roots(program, plans_)) {}

Root Execution::run(std::size_t number) const {
  const RootPlan& plan = roots_[number];
  const program::Function& function = program_.functions[index(plan.function)];
  Machine machine(program_, plans_, limits_);
  Root root{.function = plan.function, .name = function.display, .site = program_.sites[index(function.site)]};
  for (Path& path : machine.run(begin_root(machine, plan))) add_if_new(root.paths, finish(std::move(path)));
  root.cut = machine.cut();
  root.unknown = machine.unknown();
  root.entered = machine.entered();
  return root;
}

std::vector<inputs::Hash> Execution::hashes() const {
  const program::ReachHash reach(program_, [&](program::ItemId item) { return decided_elsewhere(plans_, item); });
  std::vector<inputs::Hash> all;
  for (const RootPlan& root : roots_) {
    const inputs::Hash code = reach.of(items_of(root));
    all.push_back(inputs::hash_of(fmt::format("{} {} {} {}", inputs::to_text(code), root.owner.has_value(), root.repeat,
                                              program_.per_thread_default_stream)));
  }
  return all;
}

std::vector<Root> execute(const program::Program& program, const Limits& limits,
                          std::span<const model::LibraryCall> written) {
  const Execution execution(program, written, limits);
  std::vector<Root> roots;
  for (std::size_t root = 0; root < execution.size(); ++root) roots.push_back(execution.run(root));
  return roots;
}

}  // namespace cudep::execution
