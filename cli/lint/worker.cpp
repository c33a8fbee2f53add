// Both sides of the pipe between `cudep` and `cudep-lower`.
#include "cli/lint/worker.h"

#include <fmt/format.h>
#include <string.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "cli/lint/cache_key.h"
#include "cli/lint/facts.h"
#include "cli/lint/kept_answers.h"
#include "cli/lint/request.h"
#include "tracer/process/exchange.h"
#include "tracer/process/process.h"

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

/// Preludes that are being prepared; asked of once for each.
class Preparation {
 public:
  void start(const std::string& program, const UnitRequest& request) {
    {
      const std::scoped_lock lock(mutex_);
      if (!started_.insert(prelude_key(request)).second) return;
    }
    const std::array<std::string, 2> words = {program, std::string(kPreparePrelude)};
    process::leave_behind(words, print_request(request));
  }

 private:
  std::mutex mutex_;
  std::set<inputs::Hash> started_;
};

UnitFacts ask(const std::string& program, const UnitRequest& request, Preparation& preparation) {
  const std::array<std::string, 1> words = {program};
  const auto exchange = process::exchange(words, print_request(request));
  if (!exchange) return not_started(program, request, exchange.error());
  if (exchange->signal || exchange->exit_code != 0)
    return failed(request, internal_problem(request.shown, ending(*exchange)));
  const auto answer = parse_answer(exchange->output);
  if (!answer) return failed(request, internal_problem(request.shown, answer.error()));
  if (answer->prelude == PreludeUse::Missing) preparation.start(program, request);
  auto facts = parse_facts(answer->facts, program);
  if (!facts || facts->size() != 1)
    return failed(request, internal_problem(request.shown, facts ? "no answer" : facts.error()));
  facts->front().files = files_read(answer->inputs);
  keep_answer(request, *answer, exchange->output);
  return std::move(facts->front());
}

Answer answer_to(const UnitRequest& request, const std::function<Answer(const UnitRequest&)>& lower) {
  try {
    return lower(request);
  } catch (const std::exception& error) {
    return {.facts = {.problems = {internal_problem(request.shown, error.what())}}, .is_steady = false};
  }
}

/// A parse takes its memory bit by bit, and asking the system for each page costs a third of its time. What the user
/// sets counts.
void take_memory_in_large_pages() { setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0); }

std::optional<UnitRequest> read_request(const std::string& text) {
  if (text.empty()) return std::nullopt;  // who wanted to ask was interrupted
  auto request = parse_request(text);
  if (request) return *std::move(request);
  std::cerr << "cudep-lower: " << request.error() << "; it is started by `cudep lint`\n";
  return std::nullopt;
}

}  // namespace

LowerUnit lower_in(std::string program) {
  take_memory_in_large_pages();
  const auto inspection = std::make_shared<inputs::Inspection>();
  const auto preparation = std::make_shared<Preparation>();
  return [=, program = std::move(program)](const UnitRequest& request) {
    auto kept = find_facts(request, *inspection);
    return kept ? *std::move(kept) : ask(program, request, *preparation);
  };
}

int answer_request(const std::string& text, const std::function<Answer(const UnitRequest&)>& lower) {
  const auto request = read_request(text);
  if (!request) return 2;
  std::cout << print_answer(answer_to(*request, lower)) << std::flush;
  return std::cout.good() ? 0 : 1;
}

int prepare(const std::string& text, const std::function<void(const UnitRequest&)>& work) {
  const auto request = read_request(text);
  if (!request) return 2;
  work(*request);
  return 0;
}

}  // namespace cudep::lint
