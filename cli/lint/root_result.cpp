// Runs a root, judges each path, and notes what failed.
#include "cli/lint/root_result.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <set>
#include <utility>

#include "cli/lint/crash.h"

namespace cudep::lint {

using program::index;

namespace {

bool uses_two_streams(const model::OperationList& path) {
  std::set<model::StreamId> streams;
  for (const model::Operation& operation : path.operations)
    if (operation.stream && !operation.accesses.empty()) streams.insert(*operation.stream);
  return streams.size() > 1;
}

RootResult judged(const program::Program& program, execution::Root root, const rules::RuleSet& rules) {
  RootResult result{.paths = root.paths.size(), .unknown = std::move(root.unknown)};
  for (const program::FunctionId function : root.entered)
    result.entered.push_back(program.functions[index(function)].name);
  result.multi_stream = std::ranges::any_of(root.paths, uses_two_streams);
  if (!root.cut.empty())
    result.cut = {
        .name = root.name, .site = root.site, .reasons = std::move(root.cut), .multi_stream = result.multi_stream};
  const bool whole = !result.cut;
  for (const model::OperationList& path : root.paths) {
    result.operations += path.operations.size();
    std::ranges::move(rules::check(path, {.rules = &rules, .whole = whole}), std::back_inserter(result.findings));
  }
  return result;
}

}  // namespace

RootResult run_root(const program::Program& program, const execution::Execution& execution, std::size_t root,
                    const rules::RuleSet& rules) {
  const program::Function& function = program.functions[program::index(execution.function(root))];
  const CrashScope scope(program.sites[program::index(function.site)].file);
  const auto start = std::chrono::steady_clock::now();
  RootResult result;
  try {
    result = judged(program, execution.run(root), rules);
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace cudep::lint
