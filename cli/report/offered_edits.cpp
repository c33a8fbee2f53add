// Takes what advice says as edits of lines.
#include "cli/report/offered_edits.h"

#include <algorithm>

namespace cudep::report {

std::expected<FileEdits, std::string> offered_edits(const Explanation& explanation, SourceLines& sources) {
  if (explanation.advice.empty()) return std::unexpected("there is no edit that is known to be right");
  FileEdits edits;
  for (const Advice& advice : explanation.advice) {
    if (!advice.edit || !advice.site) return std::unexpected("what to do is not a matter of one statement");
    if (!advice.edit->undecided.empty()) return std::unexpected(advice.edit->undecided);
    edits[advice.site->file].push_back(line_edit(sources, advice.site->file, *advice.edit));
  }
  for (auto& [file, list] : edits) std::ranges::sort(list);
  return edits;
}

}  // namespace cudep::report
