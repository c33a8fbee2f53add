// Writes what a command made into the file that the user named.
#pragma once
#include <ostream>
#include <string>
#include <string_view>

namespace cudep::report {

/// False when not all of it could be written; `err` then says so.
bool write_file(const std::string& file, std::string_view text, std::ostream& err);

}  // namespace cudep::report
