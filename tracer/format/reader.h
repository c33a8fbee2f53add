// Reads a trace file. What a program left behind when it was killed, a file that was cut off and one whose bytes were
// changed are read as far as they make sense, and say what is lost.
#pragma once
#include <cstddef>
#include <expected>
#include <span>
#include <string>

#include "tracer/format/trace.h"

namespace cudep::format {

/// The trace in `path`; an error names the file, what is wrong with it and what to do.
std::expected<Trace, std::string> read_trace(const std::string& path);

/// The same from bytes; `name` stands for the file in errors.
std::expected<Trace, std::string> parse_trace(std::span<const std::byte> bytes, const std::string& name);

}  // namespace cudep::format
