// What a finding offers to change by machine.
#pragma once
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "cli/report/edited_text.h"
#include "cli/report/source_lines.h"
#include "rules/finding.h"

namespace cudep::fix {

/// Sorted, by file as reports name it.
using FileEdits = std::map<std::string, std::vector<report::LineEdit>>;

/// The edits that order a finding, all of them, or why they are for a person.
std::expected<FileEdits, std::string> offer(const rules::Finding& finding, report::SourceLines& sources);

/// All of `added` can be done beside `edits`: no line is wanted twice, and what the two have in common they have whole.
bool fits(const FileEdits& edits, const FileEdits& added);

/// Each edit once.
void add(FileEdits& edits, const FileEdits& added);

}  // namespace cudep::fix
