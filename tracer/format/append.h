// Adds to a finished trace where its program counters lie in the source, so that the trace can be read on a machine
// that has neither the program nor its debugging information.
#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "tracer/format/trace.h"

namespace cudep::format {

/// Places by return address, innermost function first. Appends to the file; an error names it.
std::expected<void, std::string> append_places(const std::string& path,
                                               const std::map<std::uint64_t, std::vector<Place>>& places);

}  // namespace cudep::format
