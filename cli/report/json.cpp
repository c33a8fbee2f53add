// Writes the report as JSON. Keys stand in the order in which they are written here.
#include "cli/report/json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/report/fingerprint.h"
#include "cli/report/phrases.h"
#include "cli/report/placed_edits.h"
#include "cli/report/verdicts.h"

namespace cudep::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;

Json to_json(const model::Site& site) { return {{"file", site.file}, {"line", site.line}, {"column", site.column}}; }

Json to_json(const std::optional<model::Site>& site) { return site ? to_json(*site) : Json(nullptr); }

Json to_json(const rules::SourceFrame& frame) {
  Json json = to_json(frame.site);
  json["function"] = frame.function;
  return json;
}

template <class Items, class Convert>
Json array(const Items& items, Convert convert) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(convert(item));
  return json;
}

Json to_json(const rules::Place& place) {
  return {{"label", place.label},
          {"agent", place.agent},
          {"event", place.event},
          {"on_host", place.on_host},
          {"frames", array(place.frames, [](const rules::SourceFrame& frame) { return to_json(frame); })}};
}

Json to_json(const std::optional<rules::Place>& place) { return place ? to_json(*place) : Json(nullptr); }

Json to_json(const std::vector<rules::Place>& places) {
  return array(places, [](const rules::Place& place) { return to_json(place); });
}

std::string_view name(model::Assumption::Kind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"distinct-parameters", "count-chosen", "branch-taken",
                                                      "repeated-call"};
  return kNames[static_cast<std::size_t>(kind)];
}

Json to_json(const model::Assumption& assumption) {
  return {{"kind", name(assumption.kind)}, {"first", assumption.first}, {"second", assumption.second}};
}

Json to_json(const Note& note) { return {{"site", to_json(note.site)}, {"text", note.text}}; }

Json to_json(const Advice& advice) {
  constexpr std::array<std::string_view, 4> kKinds = {"insert-before", "insert-after", "remove", "replace"};
  Json json = {{"site", to_json(advice.site)}, {"text", advice.text}, {"edit", nullptr}};
  if (advice.edit)
    json["edit"] = {{"kind", kKinds[static_cast<std::size_t>(advice.edit->kind)]},
                    {"code", advice.edit->code},
                    {"line", advice.edit->line},
                    {"lines", advice.edit->lines},
                    {"undecided", advice.edit->undecided}};
  return json;
}

void add_explanation(const rules::Finding& finding, SourceLines& sources, Json& json) {
  const Explanation explanation = explain(finding, sources);
  std::vector<Note> notes = explanation.notes;
  std::ranges::copy(explanation.background, std::back_inserter(notes));
  json["message"] = explanation.message;
  json["notes"] = array(notes, [](const Note& note) { return to_json(note); });
  json["advice"] = array(explanation.advice, [](const Advice& advice) { return to_json(advice); });
}

Json to_json(const rules::Finding& finding, const std::string& fingerprint, SourceLines& sources) {
  Json json = {{"rule", finding.rule},
               {"severity", report::name(finding.severity)},
               {"confidence", report::name(finding.confidence)},
               {"hazard", finding.hazard ? Json(abbreviation(*finding.hazard)) : Json(nullptr)},
               {"reason", report::name(finding.reason)},
               {"fingerprint", fingerprint},
               {"primary", to_json(finding.primary)}};
  add_explanation(finding, sources, json);
  json["earlier"] = to_json(finding.earlier);
  json["later"] = to_json(finding.later);
  json["more_earlier"] = to_json(finding.more_earlier);
  json["evidence"] = to_json(finding.evidence);
  json["counterpart"] = to_json(finding.counterpart);
  json["buffer"] = {
      {"name", finding.buffer}, {"memory", report::name(finding.memory)}, {"allocated", to_json(finding.allocated)}};
  json["assumptions"] =
      array(finding.assumptions, [](const model::Assumption& assumption) { return to_json(assumption); });
  json["path"] = to_json(finding.path);
  return json;
}

/// Why each was not fixed.
void add_fixes(const Report& report, Json& findings) {
  if (!report.fixes) return;
  for (std::size_t i = 0; i < findings.size(); ++i) findings[i]["not_fixed"] = report.fixes->why_not[i];
}

Json fixed_json(const rules::Finding& finding) {
  return {{"rule", finding.rule}, {"primary", to_json(finding.primary)}, {"message", explain(finding).message}};
}

Json to_json(const Suppressed& suppressed, const std::string& fingerprint, SourceLines& sources) {
  Json json = to_json(suppressed.finding, fingerprint, sources);
  json["suppression"] = {{"by", suppressed.by == Suppressed::By::Comment ? "comment" : "baseline"},
                         {"site", to_json(suppressed.site)},
                         {"reason", suppressed.reason}};
  return json;
}

Json to_json(const Remark& remark) { return {{"site", to_json(remark.site)}, {"message", remark.message}}; }

Json to_json(const Problem& problem) {
  constexpr std::array<std::string_view, 5> kKinds = {"unreadable", "not-parsed", "parse-error", "no-operations",
                                                      "internal"};
  return {{"kind", kKinds[static_cast<std::size_t>(problem.kind)]},
          {"site", to_json(problem.site)},
          {"message", problem.message}};
}

Json to_json(const CutRoot& root) {
  return {{"name", root.name},
          {"site", to_json(root.site)},
          {"reasons", root.reasons},
          {"multi_stream", root.multi_stream}};
}

Json to_json(const Unit& unit, const JsonOptions& options) {
  Json json = {{"file", unit.file},
               {"problems", array(unit.problems, [](const Problem& problem) { return to_json(problem); })},
               {"roots", unit.roots},
               {"multi_stream_roots", unit.multi_stream_roots},
               {"paths", unit.paths},
               {"operations", unit.operations},
               {"cut_roots", array(unit.cut_roots, [](const CutRoot& root) { return to_json(root); })},
               {"opaque_functions", unit.opaque_functions},
               {"unknown_functions", unit.unknown_functions}};
  if (options.seconds) json["seconds"] = unit.seconds;
  return json;
}

Json statistics_json(const Report& report, const JsonOptions& options) {
  const Statistics sum = statistics(report);
  Json json = {{"units", sum.units},
               {"units_with_problems", sum.units_with_problems},
               {"roots", sum.roots},
               {"multi_stream_roots", sum.multi_stream_roots},
               {"paths", sum.paths},
               {"operations", sum.operations},
               {"cut_roots", sum.cut_roots},
               {"cut_multi_stream_roots", sum.cut_multi_stream_roots},
               {"opaque_functions", sum.opaque_functions},
               {"findings", report.findings.size()},
               {"hidden_possible", report.hidden_possible},
               {"suppressed", report.suppressed.size()},
               {"outside_change", report.outside_change},
               {"unknown_functions", sum.unknown_functions}};
  if (options.seconds) json["seconds"] = sum.seconds;
  return json;
}

}  // namespace

std::string to_json(const Report& report, SourceLines& sources, const JsonOptions& options) {
  const ReportFingerprints prints = fingerprints(report, sources);
  Json findings = Json::array();
  for (std::size_t i = 0; i < report.findings.size(); ++i)
    findings.push_back(to_json(report.findings[i], prints.findings[i], sources));
  Json suppressed = Json::array();
  for (std::size_t i = 0; i < report.suppressed.size(); ++i)
    suppressed.push_back(to_json(report.suppressed[i], prints.suppressed[i], sources));
  add_verdicts(report, findings);
  add_fixes(report, findings);
  Json document = {
      {"version", kFormatVersion},
      {"tool", {{"name", "cudep"}, {"version", options.tool_version}}},
      {"findings", std::move(findings)},
      {"suppressed", std::move(suppressed)},
      {"idle_comments", array(report.idle_comments, [](const Remark& comment) { return to_json(comment); })},
      {"statistics", statistics_json(report, options)},
      {"units", array(report.units, [&](const Unit& unit) { return to_json(unit, options); })},
  };
  if (report.fixes)
    document["fixed"] = array(report.fixes->fixed, [](const auto& finding) { return fixed_json(finding); });
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudep::report
