// The inverse of cli/report/json.cpp.
#include "cli/audit/static_findings.h"

#include <stdexcept>

#include "analyzer/json/read_json.h"
#include "cli/report/fingerprint.h"
#include "cli/report/phrases.h"
#include "cli/report/read_file.h"
#include "cli/report/source_lines.h"
#include "rules/check.h"

namespace cudep::audit {
namespace {

using Json = nlohmann::json;

/// The value of an enumeration that is written as `word`; what does not fit throws, and `parse_findings` reports it.
template <class Enum, class Name>
Enum value_of(const std::string& word, Enum last, Name name) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  throw std::invalid_argument("unknown word `" + word + "`");
}

/// A line or a column.
std::uint32_t read_position(const Json& from, const char* key) {
  constexpr std::int64_t kLargest = 1'000'000'000;
  const Json& value = from.at(key);
  const auto number = value.is_number_integer() ? value.get<std::int64_t>() : -1;
  if (number < 0 || number > kLargest)
    throw std::invalid_argument(std::string("`") + key + "` is " + value.dump() + ", which is no place in a file");
  return static_cast<std::uint32_t>(number);
}

model::Site read_site(const Json& from) {
  return {from.at("file").get<std::string>(), read_position(from, "line"), read_position(from, "column")};
}

rules::SourceFrame read_frame(const Json& from) { return {read_site(from), from.at("function").get<std::string>()}; }

rules::Place read_place(const Json& from) {
  rules::Place place{.label = from.at("label").get<std::string>(),
                     .agent = from.at("agent").get<std::string>(),
                     .event = from.at("event").get<std::string>(),
                     .on_host = from.at("on_host").get<bool>()};
  for (const Json& frame : from.at("frames")) place.frames.push_back(read_frame(frame));
  return place;
}

std::optional<rules::Place> read_optional_place(const Json& from) {
  return from.is_null() ? std::nullopt : std::optional(read_place(from));
}

std::vector<rules::Place> read_places(const Json& from) {
  std::vector<rules::Place> places;
  for (const Json& place : from) places.push_back(read_place(place));
  return places;
}

model::Assumption read_assumption(const Json& from) {
  const auto kind = from.at("kind").get<std::string>();
  using Kind = model::Assumption::Kind;
  const Kind known = kind == "count-chosen"    ? Kind::CountChosen
                     : kind == "branch-taken"  ? Kind::BranchTaken
                     : kind == "repeated-call" ? Kind::RepeatedCall
                                               : Kind::DistinctParameters;
  return {known, from.at("first").get<std::string>(), from.at("second").get<std::string>()};
}

void read_words(const Json& from, rules::Finding& finding) {
  const auto id = from.at("rule").get<std::string>();
  const rules::Rule* rule = rules::find_rule(id);
  if (!rule) throw std::invalid_argument("there is no rule `" + id + "`");
  finding.rule = rule->id;
  const auto word = [&](const char* key) { return from.at(key).get<std::string>(); };
  finding.severity = value_of(word("severity"), rules::Severity::Error, [](auto v) { return report::name(v); });
  finding.confidence = value_of(word("confidence"), rules::Confidence::Certain, [](auto v) { return report::name(v); });
  finding.hazard.reset();
  if (!from.at("hazard").is_null())
    finding.hazard =
        value_of(word("hazard"), rules::Hazard::WriteAfterWrite, [](auto v) { return report::abbreviation(v); });
  finding.reason = value_of(word("reason"), rules::Reason::StreamMadeInEachLap, [](auto v) { return report::name(v); });
}

rules::Finding read_finding(const Json& from) {
  rules::Finding finding;
  read_words(from, finding);
  finding.primary = read_frame(from.at("primary"));
  finding.earlier = read_place(from.at("earlier"));
  finding.later = read_place(from.at("later"));
  finding.more_earlier = read_places(from.at("more_earlier"));
  finding.evidence = read_optional_place(from.at("evidence"));
  finding.counterpart = read_optional_place(from.at("counterpart"));
  const Json& buffer = from.at("buffer");
  finding.buffer = buffer.at("name").get<std::string>();
  finding.memory = value_of(buffer.at("memory").get<std::string>(), model::MemoryKind::Unknown,
                            [](auto v) { return report::name(v); });
  if (const Json& site = buffer.at("allocated"); !site.is_null()) finding.allocated = read_site(site);
  for (const Json& assumption : from.at("assumptions")) finding.assumptions.push_back(read_assumption(assumption));
  finding.path = read_places(from.at("path"));
  return finding;
}

}  // namespace

std::expected<StaticFindings, std::string> parse_findings(std::string_view text, const std::string& name) {
  return json::read(text,
                    {.name = name,
                     .what = "findings of cudep",
                     .remedy = "give what `cudep lint --format json:FILE` of this version writes"},
                    [](const Json& document) {
                      StaticFindings findings;
                      json::for_each_entry(document.at("findings"), "finding",
                                           [&](const std::string&, const Json& finding) {
                                             findings.list.push_back(read_finding(finding));
                                             findings.fingerprints.push_back(finding.value("fingerprint", ""));
                                           });
                      return findings;
                    });
}

std::set<std::string> changed_files(const StaticFindings& findings) {
  std::set<std::string> files;
  report::SourceLines sources;
  for (std::size_t i = 0; i < findings.list.size(); ++i) {
    const std::string& fingerprint = findings.fingerprints[i];
    const std::string& file = findings.list[i].primary.site.file;
    if (fingerprint.empty() || report::has_fingerprint(findings.list[i], fingerprint, sources)) continue;
    if (report::read_file(file)) files.insert(file);
  }
  return files;
}

}  // namespace cudep::audit
