// Which findings are shown.
#include "cli/lint/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/check.h"
#include "rules/model/nearest_word.h"

namespace cudep::lint {
namespace {

constexpr std::string_view kDefault = "default";
constexpr std::string_view kAll = "all";
constexpr std::string_view kPerformance = "performance";

std::string unknown_rule(std::string_view option, std::string_view word) {
  std::vector<std::string_view> known = {kDefault, kAll, kPerformance};
  for (const rules::Rule& rule : rules::rules()) known.push_back(rule.id);
  const auto nearest = model::nearest_word(word, known);
  const std::string hint = nearest ? fmt::format("did you mean `{}`? ", *nearest) : "";
  return fmt::format("{}: there is no rule `{}`; {}`cudep rules` lists them", option, word, hint);
}

/// The rules that one word of a list means; none when it is unknown.
std::vector<std::string_view> rules_of(std::string_view word) {
  std::vector<std::string_view> ids;
  for (const rules::Rule& rule : rules::rules()) {
    const bool meant = word == kAll || (word == kDefault && rule.on_by_default) ||
                       (word == kPerformance && rule.performance) || word == rule.id;
    if (meant) ids.push_back(rule.id);
  }
  return ids;
}

bool is_known(std::string_view word) {
  return word == kDefault || word == kAll || word == kPerformance || rules::find_rule(word) != nullptr;
}

std::string_view first_unknown(const std::vector<std::string>& words) {
  const auto wrong = std::ranges::find_if_not(words, is_known);
  return wrong == words.end() ? std::string_view() : std::string_view(*wrong);
}

}  // namespace

std::expected<RuleSet, std::string> select_rules(const std::vector<std::string>& select,
                                                 const std::vector<std::string>& ignore) {
  if (const auto word = first_unknown(select); word.data()) return std::unexpected(unknown_rule("--select", word));
  if (const auto word = first_unknown(ignore); word.data()) return std::unexpected(unknown_rule("--ignore", word));
  RuleSet on;
  const std::vector<std::string> by_default = {std::string(kDefault)};
  for (const std::string& word : select.empty() ? by_default : select)
    for (const std::string_view id : rules_of(word)) on.emplace(id);
  for (const std::string& word : ignore)
    for (const std::string_view id : rules_of(word)) on.erase(std::string(id));
  return on;
}

std::vector<rules::Finding> shown(const std::vector<rules::Finding>& findings, const RuleSet& rules, bool possible) {
  std::vector<rules::Finding> result;
  std::ranges::copy_if(findings, std::back_inserter(result), [&](const rules::Finding& finding) {
    return rules.contains(finding.rule) && (possible || finding.confidence != rules::Confidence::Possible);
  });
  return result;
}

}  // namespace cudep::lint
