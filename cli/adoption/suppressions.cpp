// Finds the comments line by line. No lexer: a word counts where a comment sign stands before it on its line.
#include "cli/adoption/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <expected>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "cli/report/phrases.h"
#include "cli/report/statements.h"
#include "rules/check.h"
#include "rules/model/library_call.h"
#include "rules/model/nearest_word.h"

namespace cudep::adoption {
namespace {

constexpr std::string_view kSpace = " \t";
constexpr std::uint32_t kToTheEnd = UINT32_MAX;

enum class Form : std::uint8_t { Allow, SameLine, NextLine, Begin, End };

struct Word {
  std::string_view text;
  Form form;
};
constexpr std::array<Word, 4> kWords = {{{"NOLINTNEXTLINE(", Form::NextLine},
                                         {"NOLINTBEGIN(", Form::Begin},
                                         {"NOLINTEND(", Form::End},
                                         {"NOLINT(", Form::SameLine}}};
constexpr std::string_view kName = "cudep:";
constexpr std::string_view kAllow = "allow";
/// What people may write in its place.
constexpr std::array<std::string_view, 5> kLikeAllow = {kAllow, "ignore", "suppress", "disable", "nolint"};

/// One comment, not yet understood.
struct Comment {
  Form form;
  std::size_t column;  // from 1
  std::vector<std::string> rules;
  std::string reason;
  bool alone;  // nothing but white space stands before it
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::size_t comment_sign(std::string_view line) { return std::min(line.find("//"), line.find("/*")); }

std::vector<std::string> listed(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    if (!trimmed(word).empty()) words.emplace_back(trimmed(word));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
  }
  return words;
}

std::string reason_after(std::string_view text) {
  if (const std::size_t end = text.find("*/"); end != std::string_view::npos) text = text.substr(0, end);
  text = trimmed(text);
  while (!text.empty() && (text.front() == ':' || text.front() == '-')) text = trimmed(text.substr(1));
  return std::string(text);
}

/// A comment that cannot be followed.
struct Fault {
  std::size_t column;  // from 1
  std::string message;
};
using Found = std::expected<std::optional<Comment>, Fault>;

/// The comment whose list of rules begins at `open`, behind the bracket.
Found comment_with_list(std::string_view line, Form form, std::size_t column, std::size_t open) {
  const std::size_t close = line.find(')', open);
  const std::vector<std::string> rules = listed(line.substr(open, close - open));
  const bool is_ours = form == Form::Allow || (!rules.empty() && rules::find_rule(rules.front()) != nullptr);
  if (close == std::string_view::npos && !is_ours) return std::nullopt;
  if (close == std::string_view::npos)
    return std::unexpected(
        Fault{column, "the bracket of this comment does not close on its line, so that it allows nothing"});
  if (rules.empty() && form == Form::Allow)
    return std::unexpected(Fault{column, "this comment names no rule, as `cudep: allow(free-in-flight)` does"});
  return Comment{.form = form,
                 .column = column,
                 .rules = rules,
                 .reason = reason_after(line.substr(close + 1)),
                 .alone = trimmed(line.substr(0, comment_sign(line))).empty()};
}

std::size_t skip_space(std::string_view line, std::size_t at) {
  return std::min(line.find_first_not_of(kSpace, at), line.size());
}

/// Of `cudep:` at `at`: `allow(RULES)`, or what was meant to be that. Anything else is prose.
Found allowance_in(std::string_view line, std::size_t at) {
  const std::size_t begin = skip_space(line, at + kName.size());
  const auto in_word = [](char c) { return c == '-' || c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const auto end = static_cast<std::size_t>(std::find_if_not(line.begin() + begin, line.end(), in_word) - line.begin());
  const std::string_view word = line.substr(begin, end - begin);
  const std::size_t open = skip_space(line, end);
  const bool has_list = open < line.size() && line[open] == '(';
  if (word == kAllow && has_list) return comment_with_list(line, Form::Allow, at + 1, open + 1);
  if (word != kAllow && !(has_list && model::nearest_word(word, kLikeAllow))) return std::nullopt;
  return std::unexpected(
      Fault{at + 1, fmt::format("`cudep: {}` allows nothing; did you mean `cudep: allow(RULE)`?", word)});
}

Found comment_in(std::string_view line) {
  const std::size_t sign = comment_sign(line);
  if (sign == std::string_view::npos) return std::nullopt;
  if (const std::size_t at = line.find(kName, sign); at != std::string_view::npos) return allowance_in(line, at);
  for (const Word& word : kWords)
    if (const std::size_t at = line.find(word.text, sign); at != std::string_view::npos)
      return comment_with_list(line, word.form, at + 1, at + word.text.size());
  return std::nullopt;
}

/// Whether a rule of ours is meant, by its id or a pattern.
bool is_of_cudep(std::string_view word) {
  return std::ranges::any_of(rules::rules(), [&](const rules::Rule& rule) { return model::fits(word, rule.id); });
}

/// `cudep-free-in-flight`, as other tools prefix theirs.
bool names_cudep(std::string_view word) { return word.starts_with("cudep"); }

class Reader {
 public:
  Reader(const std::string& file, report::SourceLines& sources) : file_(file), sources_(sources) {}

  FileSuppressions read() {
    for (std::uint32_t number = 1; const auto line = sources_.line(file_, number); ++number)
      take(comment_in(*line), number);
    for (const std::size_t open : open_)
      fault(result_.suppressions[open].site,
            fmt::format("NOLINTBEGIN({}) has no NOLINTEND", result_.suppressions[open].rule));
    return std::move(result_);
  }

 private:
  void take(const Found& found, std::uint32_t number) {
    if (!found)
      fault({file_, number, static_cast<std::uint32_t>(found.error().column)}, found.error().message);
    else if (*found)
      add(**found, number);
  }

  void add(const Comment& comment, std::uint32_t number) {
    const model::Site site = {file_, number, static_cast<std::uint32_t>(comment.column)};
    for (const std::string& rule : comment.rules) {
      if (is_of_cudep(rule))
        add(comment, site, rule);
      else if (comment.form == Form::Allow || names_cudep(rule))
        fault(site, unknown(rule));
    }
  }

  void add(const Comment& comment, const model::Site& site, const std::string& rule) {
    if (comment.form == Form::End) return end(site, rule);
    Suppression suppression{.rule = rule, .site = site, .reason = comment.reason};
    suppression.first_line = first_line(comment, site.line);
    suppression.last_line = comment.form == Form::Begin ? kToTheEnd : suppression.first_line;
    if (comment.form == Form::Begin) open_.push_back(result_.suppressions.size());
    result_.suppressions.push_back(std::move(suppression));
  }

  std::uint32_t first_line(const Comment& comment, std::uint32_t number) {
    if (comment.form == Form::NextLine) return number + 1;
    return comment.form == Form::Allow && comment.alone ? next_code(number) : number;
  }

  /// The first line behind `number` that is more than a comment.
  std::uint32_t next_code(std::uint32_t number) {
    for (std::uint32_t next = number + 1; const auto line = sources_.line(file_, next); ++next)
      if (const std::string_view text = trimmed(*line); !text.empty() && comment_sign(text) != 0) return next;
    return number;
  }

  void end(const model::Site& site, const std::string& rule) {
    const auto last = std::ranges::find_if(open_.rbegin(), open_.rend(),
                                           [&](std::size_t i) { return result_.suppressions[i].rule == rule; });
    if (last == open_.rend()) return fault(site, fmt::format("NOLINTEND({}) has no NOLINTBEGIN", rule));
    result_.suppressions[*last].last_line = site.line;
    open_.erase(std::next(last).base());
  }

  void fault(const model::Site& site, std::string message) {
    result_.faults.push_back({.site = site, .message = std::move(message)});
  }

  static std::string unknown(const std::string& rule) {
    constexpr std::string_view kPrefix = "cudep-";
    const std::string_view nearest =
        rules::nearest_rule(rule.starts_with(kPrefix) ? rule.substr(kPrefix.size()) : rule);
    return fmt::format("there is no rule `{}` to allow{}", rule,
                       nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
  }

  const std::string& file_;
  report::SourceLines& sources_;
  FileSuppressions result_;
  std::vector<std::size_t> open_;  // blocks that have not ended
};

}  // namespace

FileSuppressions read_suppressions(const std::string& file, report::SourceLines& sources) {
  return Reader(file, sources).read();
}

void Suppressions::add(const std::string& file) {
  if (files_.contains(file)) return;
  FileSuppressions read = read_suppressions(file, sources_);
  File& known = files_[file];
  known.faults = std::move(read.faults);
  for (Suppression& suppression : read.suppressions) known.entries.push_back({.suppression = std::move(suppression)});
}

const Suppression* Suppressions::accepting(const rules::Finding& finding) {
  const std::array<model::Site, 3> sites = {finding.primary.site, report::site_of(finding.earlier),
                                            report::site_of(finding.later)};
  const Suppression* first = nullptr;
  for (const model::Site& site : sites)
    if (const Suppression* found = accepting(finding, site); found && !first) first = found;
  return first;
}

/// All that fit are used: each of them is a reason why the finding is not seen.
const Suppression* Suppressions::accepting(const rules::Finding& finding, const model::Site& site) {
  if (site.file.empty()) return nullptr;
  add(site.file);
  const std::uint32_t last_line = report::statement_at(sources_, site.file, site.line).last;
  const Suppression* first = nullptr;
  for (Entry& entry : files_[site.file].entries) {
    const Suppression& suppression = entry.suppression;
    if (suppression.first_line > last_line || suppression.last_line < site.line) continue;
    if (!model::fits(suppression.rule, finding.rule)) continue;
    entry.used = true;
    if (!first) first = &suppression;
  }
  return first;
}

std::vector<report::Remark> Suppressions::idle(const std::set<std::string, std::less<>>& on) const {
  std::vector<report::Remark> all;
  for (const auto& [file, known] : files_) {
    all.insert(all.end(), known.faults.begin(), known.faults.end());
    for (const auto& [suppression, used] : known.entries)
      if (!used && on.contains(suppression.rule))
        all.push_back({.site = suppression.site,
                       .message = fmt::format("`{}` is not reported here; remove this comment", suppression.rule)});
  }
  std::ranges::sort(all, {}, &report::Remark::site);
  return all;
}

}  // namespace cudep::adoption
