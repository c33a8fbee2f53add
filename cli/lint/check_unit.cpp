// Parse, execute, judge: the pipeline for one unit.
#include "cli/lint/check_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/execution/execute.h"
#include "analyzer/frontend/lower.h"
#include "rules/check.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;

void add_parse_errors(const frontend::Lowered& lowered, report::Unit& unit) {
  for (const frontend::ParseError& error : lowered.errors)
    unit.problems.push_back({.kind = ProblemKind::ParseError, .site = error.site, .message = error.message});
  if (lowered.fatal && lowered.errors.empty())
    unit.problems.push_back({.kind = ProblemKind::NotParsed,
                             .site = {.file = unit.file},
                             .message = "could not be parsed to its end; compile it with clang to see why"});
}

void add_root(const execution::Root& root, UnitResult& result, std::set<std::string>& unknown) {
  report::Unit& unit = result.unit;
  unit.roots += 1;
  unit.paths += root.paths.size();
  unknown.insert(root.unknown.begin(), root.unknown.end());
  if (!root.cut.empty()) unit.cut_roots.push_back({.name = root.name, .site = root.site, .reasons = root.cut});
  for (const model::OperationList& path : root.paths) {
    unit.operations += path.operations.size();
    std::ranges::move(rules::check(path), std::back_inserter(result.findings));
  }
}

void check_for_silence(std::uint32_t launches, report::Unit& unit) {
  if (launches == 0 || unit.operations != 0) return;
  unit.problems.push_back(
      {.kind = ProblemKind::NoOperations,
       .site = {.file = unit.file},
       .message = fmt::format("nothing was checked: {} in the source, but none could be followed; --verbose tells more",
                              launches == 1 ? "one launch" : fmt::format("{} launches", launches))});
}

UnitResult check_unit(const UnitRequest& request, const std::string& cuda_path) {
  UnitResult result;
  const command::CompileCommand& command = request.command;
  result.unit.file = command.file;
  const auto lowered = frontend::lower(
      {.directory = command.directory, .file = command.file, .arguments = command.arguments}, cuda_path);
  if (!lowered) {
    result.unit.problems.push_back({.kind = ProblemKind::NotParsed, .site = {.file = {}}, .message = lowered.error()});
    return result;
  }
  add_parse_errors(*lowered, result.unit);
  std::set<std::string> unknown;
  for (const execution::Root& root : execution::execute(lowered->program)) add_root(root, result, unknown);
  result.unit.unknown_functions.assign(unknown.begin(), unknown.end());
  if (request.summarize_kernels) kernels::add_summaries(lowered->program, result.kernels);
  check_for_silence(lowered->program.launches_in_source, result.unit);
  return result;
}

}  // namespace

CheckUnit analyzer(std::string cuda_path) {
  return [path = std::move(cuda_path)](const UnitRequest& request) { return check_unit(request, path); };
}

}  // namespace cudep::lint
