// Compares changed lines with the places of findings.
#include "cli/adoption/change.h"

#include <algorithm>
#include <filesystem>
#include <ranges>
#include <tuple>
#include <utility>

namespace cudep::adoption {
namespace {

namespace fs = std::filesystem;

std::string identity(const std::string& file) {
  std::error_code failed;
  const fs::path path = fs::weakly_canonical(file, failed);
  return failed ? file : path.string();
}

/// The places of a finding in one function, from the first to the last.
struct Span {
  std::uint32_t first;
  std::uint32_t last;
};
using Spans = std::map<std::pair<std::string, std::string>, Span>;  // by file and function

void add(const rules::SourceFrame& frame, Spans& spans) {
  if (frame.site.file.empty() || frame.site.line == 0) return;
  const auto [entry, is_new] =
      spans.try_emplace({frame.site.file, frame.function}, Span{frame.site.line, frame.site.line});
  entry->second.first = std::min(entry->second.first, frame.site.line);
  entry->second.last = std::max(entry->second.last, frame.site.line);
}

Spans spans_of(const rules::Finding& finding) {
  Spans spans;
  const auto add_place = [&](const rules::Place& place) {
    for (const rules::SourceFrame& frame : place.frames) add(frame, spans);
  };
  add(finding.primary, spans);
  add_place(finding.earlier);
  add_place(finding.later);
  if (finding.evidence) add_place(*finding.evidence);
  if (finding.counterpart) add_place(*finding.counterpart);
  std::ranges::for_each(finding.more_earlier, add_place);
  std::ranges::for_each(finding.path, add_place);
  return spans;
}

/// The first line of the block around line `first`, as far as braces in the text show it.
std::uint32_t block_begin(const std::string& file, std::uint32_t first, report::SourceLines& sources) {
  std::size_t closed = 0;
  for (std::uint32_t number = first - 1; number > 0; --number) {
    const std::string_view line = sources.line(file, number).value_or("");
    for (const char c : std::views::reverse(line)) {
      if (c == '}') ++closed;
      if (c == '{' && closed-- == 0) return number;
    }
  }
  return first;
}

/// Likewise its last line.
std::uint32_t block_end(const std::string& file, std::uint32_t last, report::SourceLines& sources) {
  std::size_t open = 0;
  for (std::uint32_t number = last + 1; const auto line = sources.line(file, number); ++number)
    for (const char c : *line) {
      if (c == '{') ++open;
      if (c == '}' && open-- == 0) return number;
    }
  return last;
}

/// Submitted first, yet not above the other: the two belong to two laps.
bool is_of_two_laps(const rules::Finding& finding) {
  if (finding.earlier.frames.empty() || finding.later.frames.empty()) return false;
  const rules::SourceFrame& earlier = finding.earlier.frames.front();
  const rules::SourceFrame& later = finding.later.frames.front();
  return earlier.site.file == later.site.file && earlier.function == later.function &&
         earlier.site.line >= later.site.line;
}

void widen_to_loop(const rules::Finding& finding, report::SourceLines& sources, Spans& spans) {
  const rules::SourceFrame& place = finding.later.frames.front();
  Span& span = spans.at({place.site.file, place.function});
  span = {block_begin(place.site.file, span.first, sources), block_end(place.site.file, span.last, sources)};
}

bool meet(const ChangedLines& lines, const Span& span) {
  const bool gap = lines.last < lines.first;
  return gap ? span.first <= lines.first && lines.last <= span.last
             : span.first <= lines.last && lines.first <= span.last;
}

}  // namespace

void Change::add(const std::string& file, ChangedLines lines) { by_file_[identity(file)].push_back(lines); }

void Change::add_whole(const std::string& file) { add(file, {1, UINT32_MAX}); }

bool Change::touches(const rules::Finding& finding, report::SourceLines& sources) const {
  Spans spans = spans_of(finding);
  if (is_of_two_laps(finding)) widen_to_loop(finding, sources, spans);
  return std::ranges::any_of(spans, [&](const auto& entry) {
    const auto& [place, span] = entry;
    return std::ranges::any_of(lines_of(place.first), [&](const ChangedLines& lines) { return meet(lines, span); });
  });
}

const std::vector<ChangedLines>& Change::lines_of(const std::string& file) const {
  static const std::vector<ChangedLines> kNone;
  const auto known = by_file_.find(identity(file));
  return known == by_file_.end() ? kNone : known->second;
}

}  // namespace cudep::adoption
