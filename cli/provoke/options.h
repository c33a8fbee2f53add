// The command line of `cudep provoke`.
#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/lint/options.h"

namespace cudep::provoke {

struct Options {
  std::string trace;
  std::optional<std::string> finding;  // a number, or the beginning of a fingerprint; none: all
  std::optional<std::string> check;    // says by its exit code whether the program did the right thing
  std::optional<std::string> static_findings;
  std::optional<std::string> kernels;
  unsigned milliseconds = 20;
  unsigned timeout = 300;  // seconds, of each run
  std::vector<std::string> command;
  lint::Options report;
};

/// `arguments` are those after `provoke`.
std::expected<Options, lint::Usage> parse_options(std::span<const std::string> arguments);

}  // namespace cudep::provoke
