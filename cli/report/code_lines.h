// Source lines without what is no code, so that brackets and names can be looked for.
#pragma once
#include <string>
#include <vector>

namespace cudep::report {

/// The same lines, as long as before: comments and what stands between quotes are blank.
std::vector<std::string> code_lines(const std::vector<std::string>& lines);

}  // namespace cudep::report
