// Lints the sources of a recorded program: their findings, and what their kernels read and write.
#pragma once
#include <expected>
#include <string>

#include "cli/audit/known_source.h"
#include "cli/audit/options.h"

namespace cudep::audit {

/// Runs `cudep lint` on `--source` files. What it says of them goes to stderr; an error is one line.
std::expected<KnownSource, std::string> lint_sources(const Options& options);

}  // namespace cudep::audit
