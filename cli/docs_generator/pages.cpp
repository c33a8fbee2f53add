// Writes the tables of rules, CUDA calls and ordering facts as Markdown.
#include "cli/docs_generator/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/docs_generator/libraries_page.h"
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

std::string_view state(const rules::Rule& rule) {
  if (rule.performance) return "off, in the group `performance`";
  return rule.on_by_default ? "on" : "off";
}

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

std::string_view seen_wait(const model::Call& call) {
  switch (call.seen_wait) {
    case model::SeenWait::NotAsked:
      return "";
    case model::SeenWait::None:
      return "no";
    case model::SeenWait::Device:
      return "yes";
  }
  return "";
}

Page cuda_calls() {
  constexpr Role kStream[] = {Role::Stream};
  constexpr Role kReads[] = {Role::Source, Role::SourceSymbol, Role::SourceArray, Role::Sources};
  constexpr Role kWrites[] = {Role::Destination, Role::DestinationSymbol, Role::DestinationArray,
                              Role::DestinationPitched, Role::Destinations};
  std::string text = fmt::format(
      "{}\n# CUDA calls that cudep knows\n\nColumns 3 to 5 say which arguments are the stream, what is read and what "
      "is written; a stream 0 that is *legacy* is so in per-thread compilation units too. Column 6 says whether the "
      "call itself waits for work that it has nothing to do with, as seen on an H200, driver 580, CUDA 13.0; nothing "
      "is promised of that. What copies and memsets wait for is in [the ordering facts](ordering.md). Names with the "
      "suffixes `_ptsz` and `_ptds` and with version suffixes count as the plain name.\n\n"
      "| call | what it is | stream | reads | writes | seen to wait |\n|---|---|---|---|---|---|\n",
      kGenerated);
  for (const model::Call& call : model::calls())
    text += fmt::format("| `{}`{} | {} | {}{} | {} | {} | {} |\n", call.name,
                        call.only_with == 0 ? "" : fmt::format(" of {} arguments", call.only_with), meaning(call),
                        positions(call, kStream), call.always_legacy ? " (0: legacy)" : "", positions(call, kReads),
                        positions(call, kWrites), seen_wait(call));
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

std::string fact_rows(std::span<const engine::FactRow> rows) {
  std::string text = "| fact | says | strength | source |\n|---|---|---|---|\n";
  for (const engine::FactRow& row : rows)
    text += fmt::format("| `{}` | {} | {} | {} |\n", row.id, in_cell(row.statement), strength(row.strength),
                        in_cell(row.source));
  return text;
}

Page ordering() {
  return {.path = "docs/ordering.md",
          .text = fmt::format(
              "{}\n# What orders CUDA work, as cudep sees it\n\nA *documented* fact is promised by CUDA's "
              "documentation. A *measured* one is promised nowhere, but was seen on an H200 with driver 580 and CUDA "
              "13.0, by the programs of `bench/probes`: what it orders is no error, and may not be so on another "
              "machine. An *open* one is neither: it may order, so that nothing certain is reported against it.\n\n"
              "## Facts that the engine uses\n\n{}\n## What orders nothing that a program may rely on\n\n{}\n"
              "## Facts that it does not use yet\n\n{}",
              kGenerated, fact_rows(engine::ordering_facts()), fact_rows(engine::facts_without_edge()),
              fact_rows(engine::facts_not_encoded()))};
}

}  // namespace

std::vector<Page> pages() {
  std::vector<Page> all = {rules_index(), cuda_calls(), libraries_page(), ordering()};
  for (const rules::Rule& rule : rules::rules()) all.push_back(rule_page(rule));
  return all;
}

}  // namespace cudep::docs
