// Link, execute, judge.
#include "cli/lint/check_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "analyzer/execution/execute.h"
#include "analyzer/program/link.h"
#include "cli/lint/pool.h"

namespace cudep::lint {
namespace {

using program::FunctionId;
using report::ProblemKind;

const RootResult* find(const RootResults& results, const inputs::Hash& hash) {
  const auto found = results.find(hash);
  return found == results.end() ? nullptr : &found->second;
}

/// Units that call the same default stream by the same name, linked.
class LinkedUnits {
 public:
  /// `numbers` are those of the units among all of them.
  LinkedUnits(std::vector<program::Program> programs, std::vector<std::size_t> numbers)
      : linked_(program::link(std::move(programs))), numbers_(std::move(numbers)) {
    const std::vector<program::Function>& functions = linked_.program.functions;
    for (std::size_t f = 0; f < functions.size(); ++f) functions_.emplace(functions[f].name, f);
  }

  void check(const CheckUnitsOptions& options, Checked& all, std::vector<bool>& followed, KeptRoots* kept) const {
    const execution::Execution execution(linked_.program, options.functions);
    const std::vector<inputs::Hash> hashes = kept ? execution.hashes() : std::vector<inputs::Hash>();
    std::vector<RootResult> roots(execution.size());
    in_parallel(roots.size(), options.jobs, [&](std::size_t root) {
      const RootResult* known = kept ? find(kept->before, hashes[root]) : nullptr;
      roots[root] = known ? *known : run_root(linked_.program, execution, root, options.rules);
    });
    for (std::size_t root = 0; root < roots.size(); ++root) {
      if (kept && !roots[root].error) kept->now.emplace(hashes[root], roots[root]);
      note_followed(roots[root], followed);
      add(execution.function(root), std::move(roots[root]), all);
    }
  }

 private:
  /// Something of each unit was checked whose code ran before there was an operation.
  void note_followed(const RootResult& root, std::vector<bool>& followed) const {
    if (root.operations == 0) return;
    for (const std::string& function : root.entered)
      for (const std::uint32_t unit : linked_.units_of_function[functions_.at(function)])
        followed[numbers_[unit]] = true;
  }

  /// A root counts for the first of the units that define it.
  void add(FunctionId function, RootResult root, Checked& all) const {
    report::Unit& unit = all.units[numbers_[linked_.units_of_function[program::index(function)].front()]];
    unit.roots += 1;
    unit.multi_stream_roots += root.multi_stream ? 1 : 0;
    unit.paths += root.paths;
    unit.operations += root.operations;
    unit.seconds += root.seconds;
    if (root.cut) unit.cut_roots.push_back(*std::move(root.cut));
    if (root.error) unit.problems.push_back(internal_problem(unit.file, *root.error));
    std::ranges::move(root.unknown, std::back_inserter(unit.unknown_functions));
    std::ranges::move(root.findings, std::back_inserter(all.findings));
  }

  program::Linked linked_;
  std::vector<std::size_t> numbers_;
  std::map<std::string_view, std::size_t> functions_;  // by name
};

void sort_and_unify(std::vector<std::string>& words) {
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  words.erase(repeated.begin(), repeated.end());
}

std::vector<std::string> opaque_functions(const program::Program& program) {
  std::vector<std::string> names;
  for (const program::Function& function : program.functions)
    if (function.opaque && !function.is_kernel && !function.is_device) names.push_back(function.display);
  sort_and_unify(names);
  return names;
}

report::Problem silence(const report::Unit& unit, std::uint32_t launches) {
  return {
      .kind = ProblemKind::NoOperations,
      .site = {.file = unit.file},
      .message = fmt::format("nothing was checked: {} in the source, but none could be followed; --verbose tells more",
                             launches == 1 ? "one launch" : fmt::format("{} launches", launches))};
}

}  // namespace

Checked check_units(std::vector<UnitFacts> units, const CheckUnitsOptions& options, KeptRoots* kept) {
  std::ranges::sort(units, {}, [](const UnitFacts& facts) { return std::tie(facts.file, facts.arguments); });
  Checked all;
  std::vector<std::uint32_t> launches;
  std::map<bool, std::pair<std::vector<program::Program>, std::vector<std::size_t>>> by_default_stream;
  for (UnitFacts& facts : units) {
    auto& [programs, numbers] = by_default_stream[facts.program.per_thread_default_stream];
    launches.push_back(facts.program.launches_in_source);
    numbers.push_back(all.units.size());
    all.units.push_back({.file = std::move(facts.file),
                         .problems = std::move(facts.problems),
                         .remarks = std::move(facts.remarks),
                         .opaque_functions = opaque_functions(facts.program),
                         .seconds = facts.seconds});
    programs.push_back(std::move(facts.program));
  }
  std::vector<bool> followed(all.units.size());
  for (auto& [is_per_thread, group] : by_default_stream)
    LinkedUnits(std::move(group.first), std::move(group.second)).check(options, all, followed, kept);
  for (std::size_t u = 0; u < all.units.size(); ++u) {
    report::Unit& unit = all.units[u];
    sort_and_unify(unit.unknown_functions);
    if (launches[u] != 0 && !followed[u]) unit.problems.push_back(silence(unit, launches[u]));
  }
  return all;
}

kernels::SummaryFile summarize_kernels(const std::vector<UnitFacts>& units) {
  kernels::SummaryFile all;
  for (const UnitFacts& facts : units) kernels::add_summaries(facts.program, all);
  return all;
}

}  // namespace cudep::lint
