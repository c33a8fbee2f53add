// A pool of threads that takes units one by one.
#include "cli/lint/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <thread>

#include "cli/lint/crash.h"
#include "cli/lint/shown_paths.h"

namespace cudep::lint {
namespace {

UnitResult failed(const UnitRequest& request, std::string_view what) {
  UnitResult result;
  result.unit.problems.push_back({.kind = report::ProblemKind::Internal,
                                  .site = {.file = request.shown},
                                  .message = fmt::format("internal error: {}; please report it with this file", what)});
  return result;
}

UnitResult check_one(const UnitRequest& request, const CheckUnit& check) {
  const CrashScope scope(request.shown);
  const auto start = std::chrono::steady_clock::now();
  UnitResult result;
  try {
    result = check(request);
  } catch (const std::exception& error) {
    result = failed(request, error.what());
  }
  std::error_code ignored;
  show_paths(result, request, std::filesystem::current_path(ignored).string());
  result.unit.file = request.shown;
  result.unit.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

std::vector<UnitResult> check_all(const std::vector<UnitRequest>& requests, unsigned jobs, const CheckUnit& check) {
  std::vector<UnitResult> results(requests.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    const CrashStack stack;
    for (std::size_t i = next++; i < requests.size(); i = next++) results[i] = check_one(requests[i], check);
  };
  const std::size_t threads = std::min<std::size_t>(std::max(jobs, 1U), requests.size());
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  pool.clear();
  return results;
}

}  // namespace cudep::lint
