// Writes the tables of rules, CUDA calls and ordering facts as Markdown.
#include "cli/docs_generator/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/report/phrases.h"
#include "rules/check.h"
#include "rules/engine/ordering_facts.h"
#include "rules/model/cuda_api.h"
#include "rules/model/operation_words.h"

namespace cudep::docs {
namespace {

using model::Role;

constexpr std::string_view kGenerated = "<!-- Made by `./dev docs`: change the code, not this page. -->\n";

std::string in_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

// --- rules -----------------------------------------------------------------------------------------------------------

std::string_view state(const rules::Rule& rule) { return rule.on_by_default ? "on" : "off"; }

Page rule_page(const rules::Rule& rule) {
  return {.path = fmt::format("docs/rules/{}.md", rule.id),
          .text = fmt::format("{}\n# {}\n\nReports: {}.\n\nLevel: {}. By default: {}.\n\n{}\n\n## Turning it {}\n\n"
                              "```\ncudep lint {}{} FILES...\n```\n\n[All rules](../rules.md)\n",
                              kGenerated, rule.id, rule.summary, report::name(rule.severity), state(rule), rule.help,
                              rule.on_by_default ? "off" : "on", rule.on_by_default ? "--ignore=" : "--select=default,",
                              rule.id)};
}

Page rules_index() {
  std::string text = fmt::format(
      "{}\n# Rules\n\n`cudep rules` prints this list, `cudep explain RULE` one page of it.\n\n"
      "| rule | reports | level | by default |\n|---|---|---|---|\n",
      kGenerated);
  for (const rules::Rule& rule : rules::rules())
    text += fmt::format("| [`{0}`](rules/{0}.md) | {1} | {2} | {3} |\n", rule.id, in_cell(rule.summary),
                        report::name(rule.severity), state(rule));
  return {.path = "docs/rules.md", .text = std::move(text)};
}

// --- CUDA calls ------------------------------------------------------------------------------------------------------

std::string meaning(const model::Call& call) {
  if (!call.verb) return "orders nothing";
  const std::string_view phrase = model::words_of(*call.verb).phrase;
  return fmt::format("{}{}", phrase, call.synchronous ? ", synchronous form" : "");
}

/// The positions of any of these roles, counted from 1 as people do.
std::string positions(const model::Call& call, std::span<const Role> roles) {
  std::string text;
  for (std::size_t i = 0; i < call.roles.size(); ++i)
    if (std::ranges::find(roles, call.roles[i]) != roles.end())
      text += fmt::format("{}{}", text.empty() ? "" : ", ", i + 1);
  return text;
}

Page cuda_calls() {
  constexpr Role kStream[] = {Role::Stream};
  constexpr Role kReads[] = {Role::Source, Role::SourceSymbol, Role::SourceArray, Role::Sources};
  constexpr Role kWrites[] = {Role::Destination, Role::DestinationSymbol, Role::DestinationArray,
                              Role::DestinationPitched, Role::Destinations};
  std::string text = fmt::format(
      "{}\n# CUDA calls that cudep knows\n\nColumns 3 to 5 say which arguments are the stream, what is read and what "
      "is "
      "written. Names with the suffixes `_ptsz` and `_ptds` and with version suffixes count as the plain name.\n\n"
      "| call | what it is | stream | reads | writes |\n|---|---|---|---|---|\n",
      kGenerated);
  for (const model::Call& call : model::calls())
    text += fmt::format("| `{}`{} | {} | {} | {} | {} |\n", call.name,
                        call.only_with == 0 ? "" : fmt::format(" of {} arguments", call.only_with), meaning(call),
                        positions(call, kStream), positions(call, kReads), positions(call, kWrites));
  return {.path = "docs/cuda-calls.md", .text = std::move(text)};
}

// --- ordering --------------------------------------------------------------------------------------------------------

std::string_view strength(engine::Strength strength) {
  switch (strength) {
    case engine::Strength::Doc:
      return "documented";
    case engine::Strength::Seen:
      return "measured";
    case engine::Strength::Open:
      return "open";
  }
  return "open";
}

std::string fact_rows(bool encoded) {
  std::string text = "| fact | says | strength | source |\n|---|---|---|---|\n";
  for (const engine::FactRow& row : engine::ordering_facts())
    if (row.fact.has_value() == encoded)
      text += fmt::format("| `{}` | {} | {} | {} |\n", row.id, in_cell(row.statement), strength(row.strength),
                          in_cell(row.source));
  return text;
}

Page ordering() {
  return {
      .path = "docs/ordering.md",
      .text = fmt::format("{}\n# What orders CUDA work, as cudep sees it\n\nA *documented* fact is promised by CUDA's "
                          "documentation, a *measured* one was seen but is promised nowhere, an *open* one is "
                          "neither: it may order, so that nothing certain is reported against it.\n\n"
                          "## Facts that the engine uses\n\n{}\n## Facts that it does not use yet\n\n{}",
                          kGenerated, fact_rows(true), fact_rows(false))};
}

}  // namespace

std::vector<Page> pages() {
  std::vector<Page> all = {rules_index(), cuda_calls(), ordering()};
  for (const rules::Rule& rule : rules::rules()) all.push_back(rule_page(rule));
  return all;
}

}  // namespace cudep::docs
