// What an explanation advises, as changes of lines that a machine can make.
#pragma once
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "cli/report/edited_text.h"
#include "cli/report/source_lines.h"
#include "cli/report/wording.h"

namespace cudep::report {

/// Sorted, by file as reports name it.
using FileEdits = std::map<std::string, std::vector<LineEdit>>;

/// All that is to be done, or why it is for a person.
std::expected<FileEdits, std::string> offered_edits(const Explanation& explanation, SourceLines& sources);

}  // namespace cudep::report
