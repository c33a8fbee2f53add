// What a run of a program came to, and what two runs differ in.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "cli/provoke/program_run.h"

namespace cudep::provoke {

struct Outcome {
  End end;
  std::string out;  // what it printed
  std::string err;
  std::optional<int> check;  // exit code of the user's command, which then decides alone
  bool operator==(const Outcome&) const = default;
};

/// Of a run whose output lies in `folder`; runs `check` if there is one, with its own output beside it.
Outcome outcome_of(const End& end, const std::filesystem::path& folder, const std::optional<std::string>& check);

/// "exit code 1 instead of 0, other output"; empty when the two count as the same.
std::string difference(const Outcome& before, const Outcome& after);

}  // namespace cudep::provoke
