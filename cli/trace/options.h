// The command line of `cudep trace`.
#pragma once
#include <expected>
#include <span>
#include <string>

#include "cli/lint/command_line.h"
#include "tracer/launch/launch.h"

namespace cudep::trace {

/// `arguments` are those after `trace`: options, `--`, the program and its arguments.
std::expected<launch::TraceOptions, lint::Usage> parse_options(std::span<const std::string> arguments);

}  // namespace cudep::trace
