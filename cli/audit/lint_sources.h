// Lints the sources of a recorded program: their findings, and what their kernels read and write.
#pragma once
#include <expected>
#include <string>

#include "cli/audit/options.h"

namespace cudep::audit {

/// What `cudep lint` wrote, as text.
struct Linted {
  std::string findings;
  std::string kernels;
};

/// Starts `cudep-lint` on `--source` files. What it says of them goes to stderr; an error is one line.
std::expected<Linted, std::string> lint_sources(const Options& options);

}  // namespace cudep::audit
