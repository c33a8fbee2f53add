// What `cudep doctor` looks at: each check says what it found and, when something is amiss, what to do about it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/lint/unit.h"

namespace cudep::doctor {

enum class Level : std::uint8_t {
  Fine,
  Note,   // cudep works, but with less than it could have
  Fault,  // something does not work
};

struct Check {
  Level level = Level::Fine;
  std::string subject;  // a word or two
  std::string found;
  std::string remedy;  // empty when all is well
  bool operator==(const Check&) const = default;
};

struct Options {
  std::optional<std::string> database;  // -p
  std::string cuda_path;
};

/// What `cudep lint` needs: declarations of CUDA, clang's headers, a parse that succeeds, flags, a configuration.
std::vector<Check> lint_checks(const Options& options, const lint::LowerUnit& lower);
/// The compile database, and what its flags lack; `database` as on the command line.
std::vector<Check> database_checks(const std::optional<std::string>& database);
/// What `cudep trace` needs: the recorder, a driver, a GPU, CUPTI.
std::vector<Check> trace_checks();

}  // namespace cudep::doctor
