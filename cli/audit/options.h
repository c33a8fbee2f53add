// The command line of `cudep audit`.
#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/lint/options.h"

namespace cudep::audit {

struct Options {
  std::vector<std::string> traces;             // at least one
  std::optional<std::string> static_findings;  // --static
  std::optional<std::string> kernels;          // --kernels
  std::vector<std::string> sources;            // --source
  std::optional<std::string> database;         // -p
  lint::Options report;                        // rules, levels and outputs, as for lint
};

/// The files that they name to be read.
std::vector<std::string> read_files(const Options& options);

/// `arguments` are those after `audit`.
std::expected<Options, lint::Usage> parse_options(std::span<const std::string> arguments);

}  // namespace cudep::audit
