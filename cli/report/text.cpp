// Prints findings in clang's shape, with the source lines they speak of.
#include "cli/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "cli/report/edited_text.h"
#include "cli/report/named_parts.h"
#include "cli/report/phrases.h"
#include "cli/report/placed_edits.h"
#include "cli/report/verdicts.h"
#include "cli/report/wrapped_text.h"

namespace cudep::report {
namespace {

enum class Color : std::uint8_t { Bold, Red, Magenta, Cyan, Green };

std::string paint(std::string_view text, Color color, const TextStyle& style) {
  constexpr std::array<std::string_view, 5> kCodes = {"1", "1;31", "1;35", "1;36", "1;32"};
  if (!style.color || text.empty()) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", kCodes[static_cast<std::size_t>(color)], text);
}

Color color_of(rules::Severity severity) {
  if (severity == rules::Severity::Error) return Color::Red;
  return severity == rules::Severity::Warning ? Color::Magenta : Color::Cyan;
}

std::string place(const model::Site& site) {
  if (site.line == 0) return site.file + ": ";
  if (site.column == 0) return fmt::format("{}:{}: ", site.file, site.line);
  return fmt::format("{}:{}:{}: ", site.file, site.line, site.column);
}

/// Writes one finding; several notes at one place quote its line once.
class FindingText {
 public:
  FindingText(SourceLines& sources, const TextStyle& style) : sources_(sources), style_(style) {}

  std::string write(const rules::Finding& finding, const std::vector<Note>& verdict) {
    const Explanation explanation = explain(finding, sources_);
    names_ = names_of(finding);
    head(finding, explanation.message);
    for (const Note& note : verdict) this->note(note.site, note.text);
    for (const Note& note : explanation.notes) this->note(note.site, note.text);
    for (const Advice& advice : explanation.advice) this->advice(advice);
    for (const Note& note : explanation.background) this->note(note.site, note.text);
    return std::move(out_);
  }

 private:
  void head(const rules::Finding& finding, std::string_view message) {
    const std::string where = place(finding.primary.site);
    const std::string level = fmt::format("{}:", name(finding.severity));
    const std::string id = fmt::format("[{}]", finding.rule);
    std::string sentence = wrapped(fmt::format("{} {}", message, id), where.size() + level.size() + 1, style_.width);
    sentence.resize(sentence.size() - id.size());
    const std::string_view words = std::string_view(sentence).substr(0, sentence.find_last_not_of(" \n") + 1);
    out_ += fmt::format("{}{} {}{}{}\n", paint(where, Color::Bold, style_),
                        paint(level, color_of(finding.severity), style_), paint(words, Color::Bold, style_),
                        sentence.substr(words.size()), id);
    quote(finding.primary.site);
  }

  void note_line(const std::optional<model::Site>& site, std::string_view text) {
    constexpr std::string_view kLevel = "note:";
    const std::string where = site && !site->file.empty() ? place(*site) : "";
    out_ += fmt::format("{}{} {}\n", paint(where, Color::Bold, style_), paint(kLevel, Color::Cyan, style_),
                        wrapped(text, where.size() + kLevel.size() + 1, style_.width));
  }

  void note(const std::optional<model::Site>& site, std::string_view text) {
    note_line(site, text);
    if (site) quote(*site);
  }

  void quote(const model::Site& site) {
    const auto line = sources_.line(site.file, site.line);
    if (!line || !quoted_.insert(site).second) return;
    const std::vector<ByteRange> marks = named_parts(sources_.code_line(site.file, site.line).value_or(""), names_);
    const Snippet shown = snippet(*line, site.column, marks, longest());
    out_ += fmt::format("{:5} | {}\n", site.line, shown.text);
    if (!shown.caret.empty()) out_ += fmt::format("      | {}\n", caret(shown.caret));
  }

  /// What fits beside the line numbers.
  std::size_t longest() const { return style_.width == 0 ? kLongLine : style_.width - kGutter; }

  std::string caret(std::string_view text) const {
    const std::size_t at = text.find_first_of("^~");
    return std::string(text.substr(0, at)) + paint(text.substr(at), Color::Green, style_);
  }

  void advice(const Advice& advice) {
    if (!advice.edit || !advice.site) return note(advice.site, advice.text);
    note_line(advice.site, advice.text);
    edit(advice.site->file, *advice.edit);
  }

  /// The lines of a statement with a mark in front; none where the file cannot be read.
  std::string statement(const std::string& file, const Edit& edit, char mark) {
    std::string text;
    for (std::uint32_t number = edit.line; number < edit.line + edit.lines; ++number) {
      const auto line = sources_.line(file, number);
      if (!line) break;
      const std::string shown = fmt::format("{:5} {} {}", number, mark, snippet(*line, 0, {}, longest()).text);
      text += (mark == '-' ? paint(shown, Color::Red, style_) : shown) + "\n";
    }
    return text;
  }

  std::string added(const std::string& file, const Edit& edit) {
    std::string text;
    for (const std::string& line : indented_code(sources_, file, edit))
      text += paint(fmt::format("      + {}", snippet(line, 0, {}, longest()).text), Color::Green, style_) + "\n";
    return text;
  }

  /// The statement and the change to it, as a patch would show them.
  void edit(const std::string& file, const Edit& edit) {
    switch (edit.kind) {
      case Edit::Kind::InsertBefore:
        out_ += added(file, edit) + statement(file, edit, '|');
        break;
      case Edit::Kind::InsertAfter:
        out_ += statement(file, edit, '|') + added(file, edit);
        break;
      case Edit::Kind::Replace:
        out_ += statement(file, edit, '-') + added(file, edit);
        break;
      case Edit::Kind::Remove:
        out_ += statement(file, edit, '-');
        break;
    }
  }

  static constexpr std::size_t kGutter = 14;  // line numbers, and the dots of a line that was cut

  SourceLines& sources_;
  const TextStyle& style_;
  std::vector<std::string> names_;
  std::string out_;
  std::set<model::Site> quoted_;
};

/// "3 fixed, 1 left", and which they were.
std::string fixes_text(const Report& report, const TextStyle& style) {
  if (!report.fixes) return {};
  std::string text;
  for (const rules::Finding& finding : report.fixes->fixed)
    text += fmt::format("{}{} {} [{}]\n", paint(place(finding.primary.site), Color::Bold, style),
                        paint("fixed:", Color::Green, style), explain(finding).message, finding.rule);
  return text + (text.empty() ? "" : "\n") +
         fmt::format("{} fixed, {} left\n", report.fixes->fixed.size(), report.findings.size());
}

std::string summary(const Report& report) {
  std::array<std::size_t, 3> counts{};
  std::size_t unconfirmed = 0;  // the exit code does not count them either
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const bool counts_here = report.verdicts.empty() || rules::is_shown_by_run(report.verdicts[i].kind);
    (counts_here ? counts[static_cast<std::size_t>(report.findings[i].severity)] : unconfirmed) += 1;
  }
  std::string text;
  constexpr std::array<rules::Severity, 3> kOrder = {rules::Severity::Error, rules::Severity::Warning,
                                                     rules::Severity::Note};
  for (const rules::Severity severity : kOrder) {
    const std::size_t count = counts[static_cast<std::size_t>(severity)];
    if (count == 0) continue;
    text += (text.empty() ? "" : ", ") + counted(count, name(severity));
  }
  if (unconfirmed != 0)
    text += fmt::format("{}{} not confirmed by the run", text.empty() ? "" : ", ", counted(unconfirmed, "finding"));
  if (!report.suppressed.empty())
    text += fmt::format("{}{} suppressed", text.empty() ? "" : ", ", report.suppressed.size());
  return text.empty() ? text : text + "\n";
}

/// Where to read on.
std::string more_text(const Report& report) {
  std::set<std::string_view> rules;
  for (const rules::Finding& finding : report.findings) rules.insert(finding.rule);
  if (rules.empty()) return {};
  return fmt::format("`cudep explain {}` says more\n", rules.size() == 1 ? *rules.begin() : "RULE");
}

}  // namespace

std::string to_text(const Report& report, SourceLines& sources, const TextStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    std::vector<Note> notes = report.verdicts.empty() ? std::vector<Note>() : verdict_notes(report.verdicts[i]);
    if (report.fixes) notes.push_back({.site = std::nullopt, .text = "not fixed: " + report.fixes->why_not[i]});
    text += FindingText(sources, style).write(report.findings[i], notes) + "\n";
  }
  return text + fixes_text(report, style) + summary(report) + more_text(report);
}

std::string to_text(const rules::Finding& finding, SourceLines& sources) {
  const TextStyle plain;
  return FindingText(sources, plain).write(finding, {});
}

std::string to_text(const Problem& problem, const TextStyle& style) {
  const std::string where = problem.site.file.empty() ? "cudep: " : place(problem.site);
  const bool warning = problem.kind == ProblemKind::NoOperations;
  const std::string level = warning ? paint("warning:", Color::Magenta, style) : paint("error:", Color::Red, style);
  return fmt::format("{}{} {}\n", paint(where, Color::Bold, style), level, problem.message);
}

std::string statistics_text(const Report& report) {
  const Statistics sum = statistics(report);
  std::string text = fmt::format(
      "units              {}\n"
      "  with problems    {}\n"
      "roots              {}\n"
      "  cut by a limit   {}\n"
      "  of two streams   {}\n"
      "    cut by a limit {}\n"
      "opaque functions   {}\n"
      "paths              {}\n"
      "operations         {}\n"
      "findings           {}\n"
      "  possible, hidden {}\n"
      "  suppressed       {}\n"
      "  not in change    {}\n"
      "unknown functions  {}\n"
      "seconds            {:.2f}\n",
      sum.units, sum.units_with_problems, sum.roots, sum.cut_roots, sum.multi_stream_roots, sum.cut_multi_stream_roots,
      sum.opaque_functions, sum.paths, sum.operations, report.findings.size(), report.hidden_possible,
      report.suppressed.size(), report.outside_change, sum.unknown_functions.size(), sum.seconds);
  return text;
}

}  // namespace cudep::report
