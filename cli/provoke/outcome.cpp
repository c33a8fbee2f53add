// Compares outcomes.
#include "cli/provoke/outcome.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <vector>

namespace cudep::provoke {
namespace {

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string text_of(const End& end) {
  switch (end.kind) {
    case End::Kind::Exit:
      return fmt::format("exit code {}", end.number);
    case End::Kind::Signal:
      return fmt::format("signal {}", end.number);
    case End::Kind::Timeout:
      return fmt::format("no end within {} s", end.number);
    case End::Kind::NotStarted:
      return "no start";
  }
  return {};
}

}  // namespace

Outcome outcome_of(const End& end, const std::filesystem::path& folder, const std::optional<std::string>& check) {
  Outcome outcome{.end = end, .out = content(folder / "stdout"), .err = content(folder / "stderr")};
  if (!check) return outcome;
  const std::filesystem::path beside = folder / "check";
  std::filesystem::create_directories(beside);
  outcome.check = run_program({.command = {"/bin/sh", "-c", *check},
                               .environment = {{"CUDEP_STDOUT", folder / "stdout"},
                                               {"CUDEP_STDERR", folder / "stderr"},
                                               {"CUDEP_EXIT", fmt::format("{}", end.number)}}},
                              beside)
                      .number;
  return outcome;
}

std::string difference(const Outcome& before, const Outcome& after) {
  if (before.check || after.check) {
    if (before.check == after.check) return {};
    return fmt::format("the check ended with {} instead of {}", after.check.value_or(0), before.check.value_or(0));
  }
  std::vector<std::string> differences;
  if (before.end != after.end)
    differences.push_back(fmt::format("{} instead of {}", text_of(after.end), text_of(before.end)));
  if (before.out != after.out) differences.emplace_back("other output");
  if (before.err != after.err) differences.emplace_back("other messages on stderr");
  return fmt::format("{}", fmt::join(differences, ", "));
}

}  // namespace cudep::provoke
