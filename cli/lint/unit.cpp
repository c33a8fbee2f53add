// Lowers units one by one in a pool of threads.
#include "cli/lint/unit.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "cli/lint/pool.h"
#include "cli/lint/progress.h"

namespace cudep::lint {
namespace {

UnitFacts lower_one(const UnitRequest& request, const LowerUnit& lower) {
  const auto start = std::chrono::steady_clock::now();
  UnitFacts facts;
  try {
    facts = lower(request);
  } catch (const std::exception& error) {
    facts.problems = {internal_problem(request.shown, error.what())};
  }
  facts.file = request.shown;
  facts.arguments = request.command.arguments;
  facts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return facts;
}

}  // namespace

report::Problem internal_problem(const std::string& file, std::string_view what) {
  return {.kind = report::ProblemKind::Internal,
          .site = {.file = file},
          .message = fmt::format("internal error: {}; please report it with this file", what)};
}

std::vector<UnitFacts> lower_all(const std::vector<UnitRequest>& requests, unsigned jobs, const LowerUnit& lower,
                                 Progress& progress) {
  std::vector<UnitFacts> all(requests.size());
  in_parallel(requests.size(), jobs, [&](std::size_t unit) {
    all[unit] = lower_one(requests[unit], lower);
    progress.done(requests[unit].shown);
  });
  return all;
}

}  // namespace cudep::lint
