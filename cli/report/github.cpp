// One command a finding: `::error file=F,line=L,col=C,title=T::MESSAGE`.
#include "cli/report/github.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "cli/report/paths.h"
#include "cli/report/placed_edits.h"

namespace cudep::report {
namespace {

std::string replaced(std::string_view text, std::string_view characters) {
  std::string escaped;
  for (const char c : text)
    if (characters.find(c) == std::string_view::npos)
      escaped += c;
    else
      escaped += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return escaped;
}

std::string message_of(std::string_view text) { return replaced(text, "%\r\n"); }
std::string property(std::string_view text) { return replaced(text, "%\r\n:,"); }

std::string_view command(rules::Severity severity) {
  if (severity == rules::Severity::Error) return "error";
  return severity == rules::Severity::Warning ? "warning" : "notice";
}

std::string place(const model::Site& site, const std::string& root) {
  std::string text = "file=" + property(path_from(root, site.file));
  if (site.line != 0) text += fmt::format(",line={}", site.line);
  if (site.column != 0) text += fmt::format(",col={}", site.column);
  return text;
}

/// The message and its notes, a line each, with their places.
std::string lines(const rules::Finding& finding, SourceLines& sources, const std::string& root) {
  const Explanation explanation = explain(finding, sources);
  std::string text = explanation.message;
  for (const Note& note : notes_in_order(explanation)) {
    const bool known = note.site && !note.site->file.empty();
    text += known ? fmt::format("\n{}:{}: {}", path_from(root, note.site->file), note.site->line, note.text)
                  : "\n" + note.text;
  }
  return text;
}

}  // namespace

std::string to_github(const Report& report, SourceLines& sources, const std::string& source_root) {
  std::vector<const rules::Finding*> order;
  for (const rules::Finding& finding : report.findings) order.push_back(&finding);
  std::ranges::sort(order, {}, [](const rules::Finding* finding) {
    return std::tuple(-static_cast<int>(finding->severity), finding->primary.site, finding->rule);
  });
  std::string text;
  for (const rules::Finding* finding : order)
    text += fmt::format("::{} {},title={}::{}\n", command(finding->severity), place(finding->primary.site, source_root),
                        property(fmt::format("cudep {}", finding->rule)),
                        message_of(lines(*finding, sources, source_root)));
  for (const Unit& unit : report.units)
    for (const Problem& problem : unit.problems)
      text += fmt::format("::{} {},title=cudep::{}\n", problem.kind == ProblemKind::NoOperations ? "warning" : "error",
                          place(problem.site.file.empty() ? model::Site{.file = unit.file} : problem.site, source_root),
                          message_of(problem.message));
  return text;
}

}  // namespace cudep::report
