// Runs a program to its end and keeps what it printed.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cudep::provoke {

using Environment = std::vector<std::pair<std::string, std::string>>;

struct ProgramRun {
  std::vector<std::string> command;
  Environment environment;  // set besides what this process has
  unsigned timeout = 300;   // seconds
};

/// How a program ended.
struct End {
  enum class Kind : unsigned char { Exit, Signal, Timeout, NotStarted };
  Kind kind = Kind::Exit;
  int number = 0;  // of the exit code or the signal
  bool operator==(const End&) const = default;
};

/// Its output goes to the files `stdout` and `stderr` of `folder`; it has no input.
End run_program(const ProgramRun& run, const std::filesystem::path& folder);

}  // namespace cudep::provoke
