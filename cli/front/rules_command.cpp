// `cudep rules` and `cudep explain`: what the registry says of each rule.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/front/commands.h"
#include "cli/report/phrases.h"
#include "rules/check.h"

namespace cudep::front {
namespace {

constexpr std::string_view kHazards =
    "In messages: RAW, a read that must come after a write; WAR, a write after a read; WAW, a write after a write.";

std::string_view state(const rules::Rule& rule) { return rule.on_by_default ? "on" : "off"; }

std::string table() {
  std::size_t width = 0;
  for (const rules::Rule& rule : rules::rules()) width = std::max(width, rule.id.size());
  std::string text;
  for (const rules::Rule& rule : rules::rules())
    text += fmt::format("{:<{}}  {:<7}  {:<3}  {}\n", rule.id, width, report::name(rule.severity), state(rule),
                        rule.summary);
  return text;
}

std::string json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const rules::Rule& rule : rules::rules())
    list.push_back({{"id", rule.id},
                    {"severity", report::name(rule.severity)},
                    {"on_by_default", rule.on_by_default},
                    {"performance", rule.performance},
                    {"summary", rule.summary},
                    {"help", rule.help}});
  return nlohmann::ordered_json({{"version", 1}, {"rules", std::move(list)}}).dump(2) + "\n";
}

std::string unknown_rule(std::string_view word) {
  const std::string_view nearest = rules::nearest_rule(word);
  return fmt::format("there is no rule `{}`; {}`cudep rules` lists them", word,
                     nearest.empty() ? "" : fmt::format("did you mean `{}`? ", nearest));
}

bool asks_for_help(const Call& call) {
  return std::ranges::any_of(call.arguments, [](const std::string& word) { return word == "--help" || word == "-h"; });
}

}  // namespace

ExitCode list_rules(const Call& call) {
  if (asks_for_help(call)) {
    call.out
        << "usage: cudep rules [--format=text|json]\n\nLists every rule: id, level, whether it is on by default.\n";
    return ExitCode::Clean;
  }
  std::string format = "text";
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const std::string& word = call.arguments[i];
    if (word.starts_with("--format="))
      format = word.substr(9);
    else if (word == "--format" && i + 1 < call.arguments.size())
      format = call.arguments[++i];
    else
      return usage_error(call.err, fmt::format("rules: `{}` is not understood; it takes --format=text|json", word));
  }
  if (format != "text" && format != "json")
    return usage_error(call.err, fmt::format("rules: --format: `{}` is not one of text, json", format));
  call.out << (format == "json" ? json() : table());
  return ExitCode::Clean;
}

ExitCode explain_rule(const Call& call) {
  if (asks_for_help(call)) {
    call.out << "usage: cudep explain RULE\n\nSays what a rule reports, why that is wrong and how to mend it.\n";
    return ExitCode::Clean;
  }
  if (call.arguments.size() != 1)
    return usage_error(call.err, "explain: name one rule, as in `cudep explain free-in-flight`");
  const rules::Rule* rule = rules::find_rule(call.arguments.front());
  if (!rule) return usage_error(call.err, fmt::format("explain: {}", unknown_rule(call.arguments.front())));
  call.out << fmt::format("{}: {}\n{}, {} by default\n\n{}\n\n{}\n", rule->id, rule->summary,
                          report::name(rule->severity), state(*rule), rule->help, kHazards);
  return ExitCode::Clean;
}

}  // namespace cudep::front
