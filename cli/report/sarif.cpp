// Writes the report as SARIF 2.1.0: one run, every rule, one result a finding, the witness as a code flow by agents.
#include "cli/report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/report/fingerprint.h"
#include "cli/report/offered_edits.h"
#include "cli/report/phrases.h"
#include "cli/report/placed_edits.h"
#include "cli/report/sarif_places.h"
#include "cli/report/verdicts.h"
#include "rules/check.h"

namespace cudep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

// What GitHub's code scanning takes of one upload.
constexpr std::size_t kMostResults = 25000;
constexpr std::size_t kMostRelated = 100;
constexpr std::size_t kMostSteps = 1000;

/// "app.cu:7", with what would end the text of a link escaped.
std::string link_text(const model::Site& site) {
  std::string text;
  for (const char c : fmt::format("{}:{}", std::filesystem::path(site.file).filename().string(), site.line)) {
    if (c == '[' || c == ']' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

std::string plain_text(std::string_view markdown) {
  std::string text;
  std::ranges::copy_if(markdown, std::back_inserter(text), [](char c) { return c != '`' && c != '*'; });
  return text;
}

Json rule_json(const rules::Rule& rule) {
  return {{"id", rule.id},
          {"shortDescription", {{"text", rule.summary}}},
          {"fullDescription", {{"text", plain_text(rule.help)}}},
          {"help", {{"text", plain_text(rule.help)}, {"markdown", rule.help}}},
          {"defaultConfiguration", {{"enabled", rule.on_by_default}, {"level", name(rule.severity)}}},
          {"properties", {{"tags", {"cuda", "concurrency"}}}}};
}

Json driver_json(const SarifOptions& options) {
  Json list = Json::array();
  for (const rules::Rule& rule : rules::rules()) list.push_back(rule_json(rule));
  return {{"name", "cudep"},
          {"version", options.tool_version},
          {"semanticVersion", options.tool_version},
          {"rules", std::move(list)}};
}

std::size_t rule_index(std::string_view id) {
  const auto all = rules::rules();
  return static_cast<std::size_t>(std::ranges::find(all, id, &rules::Rule::id) - all.begin());
}

bool has_place(const Note& note) { return note.site && !note.site->file.empty(); }

/// The notes with a place and the advice, numbered so that a viewer can refer to them.
Json related_locations(const Explanation& explanation, const SarifPlaces& places) {
  Json related = Json::array();
  for (const Note& note : notes_in_order(explanation)) {
    if (!has_place(note) || related.size() == kMostRelated) continue;
    Json location = {{"id", related.size() + 1}};
    location.update(places.location(*note.site, note.text));
    related.push_back(std::move(location));
  }
  return related;
}

/// The message, and a line for each note. Those with a place link to their related location: GitHub shows no others.
std::string full_message(const Explanation& explanation) {
  std::string text = explanation.message + ".";
  std::size_t linked = 0;
  for (const Note& note : notes_in_order(explanation)) {
    if (!has_place(note))
      text += "\n" + note.text;
    else if (linked < kMostRelated)
      text += fmt::format("\n[{}]({}): {}", link_text(*note.site), ++linked, note.text);
  }
  return text;
}

std::string step_text(const rules::Place& place) {
  return place.event.empty() ? operation_phrase(place)
                             : fmt::format("{} ({})", operation_phrase(place), event_phrase(place));
}

/// The operations of the witness: one thread flow for each stream and the host, in the order of submission over all.
Json code_flows(const rules::Finding& finding, const SarifPlaces& places) {
  const std::vector<rules::Place> pair = {finding.earlier, finding.later};
  const std::span<const rules::Place> path(finding.path.empty() ? pair : finding.path);
  std::map<std::string, Json> steps_of;
  std::vector<std::string> order;
  std::size_t position = 0;
  for (const rules::Place& place : path.last(std::min(path.size(), kMostSteps))) {
    ++position;
    if (place.frames.empty()) continue;
    const std::string agent = agent_phrase(place);
    if (!steps_of.contains(agent)) order.push_back(agent);
    const bool of_pair = place == finding.earlier || place == finding.later;
    steps_of[agent].push_back({{"location", places.location(site_of(place), step_text(place))},
                               {"executionOrder", position},
                               {"importance", of_pair ? "essential" : "important"}});
  }
  Json flows = Json::array();
  for (const std::string& agent : order)
    flows.push_back({{"id", agent}, {"message", {{"text", agent}}}, {"locations", std::move(steps_of[agent])}});
  if (flows.empty()) return Json::array();
  return Json::array(
      {{{"message", {{"text", "the operations as they are submitted"}}}, {"threadFlows", std::move(flows)}}});
}

/// The columns of both ends are the first: whole lines go and come.
Json replacement(const LineEdit& edit) {
  std::string text;
  for (const std::string& line : edit.inserted) text += line + "\n";
  Json json = {
      {"deletedRegion",
       {{"startLine", edit.first}, {"startColumn", 1}, {"endLine", edit.first + edit.removed}, {"endColumn", 1}}}};
  if (!text.empty()) json["insertedContent"] = {{"text", text}};
  return json;
}

/// What --fix would try.
Json fixes(const Explanation& explanation, const SarifPlaces& places, SourceLines& sources) {
  const auto edits = offered_edits(explanation, sources);
  if (!edits) return Json::array();
  Json changes = Json::array();
  for (const auto& [file, list] : *edits) {
    Json replacements = Json::array();
    for (const LineEdit& edit : list) replacements.push_back(replacement(edit));
    changes.push_back(
        {{"artifactLocation", places.artifact_location(file)}, {"replacements", std::move(replacements)}});
  }
  std::string text;
  for (const Advice& advice : explanation.advice) text += (text.empty() ? "" : "; ") + advice.text;
  return Json::array({{{"description", {{"text", text}}}, {"artifactChanges", std::move(changes)}}});
}

Json result_json(const rules::Finding& finding, const std::string& fingerprint, const SarifPlaces& places,
                 SourceLines& sources) {
  const Explanation explanation = explain(finding, sources);
  Json location = places.location(finding.primary.site);
  if (!finding.primary.function.empty())
    location["logicalLocations"] =
        Json::array({{{"fullyQualifiedName", finding.primary.function}, {"kind", "function"}}});
  Json result = {{"ruleId", finding.rule},
                 {"ruleIndex", rule_index(finding.rule)},
                 {"level", name(finding.severity)},
                 {"message", {{"text", full_message(explanation)}}},
                 {"locations", Json::array({std::move(location)})},
                 {"partialFingerprints", {{"cudep/v1", fingerprint}}},
                 {"relatedLocations", related_locations(explanation, places)}};
  Json flows = code_flows(finding, places);
  if (!flows.empty()) result["codeFlows"] = std::move(flows);
  Json edits = fixes(explanation, places, sources);
  if (!edits.empty()) result["fixes"] = std::move(edits);
  result["properties"] = {{"confidence", name(finding.confidence)},
                          {"hazard", finding.hazard ? Json(abbreviation(*finding.hazard)) : Json(nullptr)},
                          {"reason", name(finding.reason)},
                          {"buffer", finding.buffer}};
  return result;
}

/// A result with the decision not to see it.
Json suppressed_json(const Suppressed& suppressed, const std::string& fingerprint, const SarifPlaces& places,
                     SourceLines& sources) {
  Json suppression = {{"kind", suppressed.by == Suppressed::By::Comment ? "inSource" : "external"},
                      {"status", "accepted"}};
  if (!suppressed.reason.empty()) suppression["justification"] = suppressed.reason;
  if (suppressed.site) suppression["location"] = places.location(*suppressed.site);
  Json result = result_json(suppressed.finding, fingerprint, places, sources);
  result["suppressions"] = Json::array({std::move(suppression)});
  return result;
}

Json notification(const Problem& problem, const SarifPlaces& places) {
  Json json = {{"level", problem.kind == ProblemKind::NoOperations ? "warning" : "error"},
               {"message", {{"text", problem.message}}}};
  if (!problem.site.file.empty()) json["locations"] = Json::array({places.location(problem.site)});
  return json;
}

Json invocation(const Report& report, const SarifOptions& options, const SarifPlaces& places) {
  Json notifications = Json::array();
  for (const Unit& unit : report.units)
    for (const Problem& problem : unit.problems) notifications.push_back(notification(problem, places));
  return {{"executionSuccessful", notifications.empty()},
          {"exitCode", options.exit_code},
          {"workingDirectory", {{"uri", places.base_ids()["SRCROOT"]["uri"]}}},
          {"toolExecutionNotifications", std::move(notifications)}};
}

}  // namespace

std::string to_sarif(const Report& report, SourceLines& sources, const SarifOptions& options) {
  const SarifPlaces places(options.source_root, sources);
  const ReportFingerprints prints = fingerprints(report, sources);
  Json results = Json::array();
  for (std::size_t i = 0; i < report.findings.size(); ++i)
    results.push_back(result_json(report.findings[i], prints.findings[i], places, sources));
  add_verdicts_to_results(report, results);
  for (std::size_t i = 0; i < report.suppressed.size(); ++i)
    results.push_back(suppressed_json(report.suppressed[i], prints.suppressed[i], places, sources));
  if (results.size() > kMostResults) results.erase(results.begin() + kMostResults, results.end());
  const Json run = {{"tool", {{"driver", driver_json(options)}}},
                    {"invocations", Json::array({invocation(report, options, places)})},
                    {"originalUriBaseIds", places.base_ids()},
                    {"columnKind", "unicodeCodePoints"},
                    {"results", std::move(results)}};
  const Json document = {{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudep::report
