// Both sides of the pipe between `cudep` and `cudep-lower`.
#include "cli/lint/worker.h"

#include <fmt/format.h>
#include <string.h>

#include <iostream>
#include <iterator>
#include <utility>

#include "cli/lint/facts.h"
#include "cli/lint/request.h"
#include "tracer/process/exchange.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;

UnitFacts failed(const UnitRequest& request, report::Problem problem) {
  problem.site.file = request.shown;
  UnitFacts facts;
  facts.problems.push_back(std::move(problem));
  return facts;
}

UnitFacts not_started(const std::string& program, const UnitRequest& request, int error) {
  const std::string_view remedy = error == ENOENT ? "; build it with -DCUDEP_LINT=ON" : "";
  return failed(request, {.kind = ProblemKind::NotParsed,
                          .message = fmt::format("cannot start {}: {}{}", program, strerror(error), remedy)});
}

std::string ending(const process::Exchange& exchange) {
  if (exchange.signal) return fmt::format("the compiler crashed ({})", strsignal(*exchange.signal));
  return fmt::format("the compiler ended with exit code {}", exchange.exit_code);
}

}  // namespace

LowerUnit lower_in(std::string program) {
  return [program = std::move(program)](const UnitRequest& request) {
    const std::vector<std::string> words = {program};
    const auto exchange = process::exchange(words, print_request(request));
    if (!exchange) return not_started(program, request, exchange.error());
    if (exchange->signal || exchange->exit_code != 0)
      return failed(request, internal_problem(request.shown, ending(*exchange)));
    auto facts = parse_facts(exchange->output, program);
    if (!facts || facts->size() != 1)
      return failed(request, internal_problem(request.shown, facts ? "no answer" : facts.error()));
    return std::move(facts->front());
  };
}

int answer_request(const LowerUnit& lower) {
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  const auto request = parse_request(text);
  if (!request) {
    std::cerr << "cudep-lower: " << request.error() << "; it is started by `cudep lint`\n";
    return 2;
  }
  std::cout << print_facts(lower_all({*request}, 1, lower)) << std::flush;
  return std::cout.good() ? 0 : 1;
}

}  // namespace cudep::lint
