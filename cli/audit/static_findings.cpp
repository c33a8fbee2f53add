// The inverse of cli/report/json.cpp.
#include "cli/audit/static_findings.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/report/phrases.h"
#include "rules/check.h"

namespace cudep::audit {
namespace {

using nlohmann::json;

constexpr int kFormatVersion = 1;

/// The value of an enumeration that is written as `word`; what does not fit throws, and `parse_findings` reports it.
template <class Enum, class Name>
Enum value_of(const std::string& word, Enum last, Name name) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  throw std::invalid_argument("unknown word `" + word + "`");
}

/// A line or a column.
std::uint32_t read_position(const json& from, const char* key) {
  constexpr std::int64_t kLargest = 1'000'000'000;
  const json& value = from.at(key);
  const auto number = value.is_number_integer() ? value.get<std::int64_t>() : -1;
  if (number < 0 || number > kLargest)
    throw std::invalid_argument(std::string("`") + key + "` is " + value.dump() + ", which is no place in a file");
  return static_cast<std::uint32_t>(number);
}

model::Site read_site(const json& from) {
  return {from.at("file").get<std::string>(), read_position(from, "line"), read_position(from, "column")};
}

rules::SourceFrame read_frame(const json& from) { return {read_site(from), from.at("function").get<std::string>()}; }

rules::Place read_place(const json& from) {
  rules::Place place{.label = from.at("label").get<std::string>(),
                     .agent = from.at("agent").get<std::string>(),
                     .event = from.at("event").get<std::string>(),
                     .on_host = from.at("on_host").get<bool>()};
  for (const json& frame : from.at("frames")) place.frames.push_back(read_frame(frame));
  return place;
}

std::optional<rules::Place> read_optional_place(const json& from) {
  return from.is_null() ? std::nullopt : std::optional(read_place(from));
}

std::vector<rules::Place> read_places(const json& from) {
  std::vector<rules::Place> places;
  for (const json& place : from) places.push_back(read_place(place));
  return places;
}

model::Assumption read_assumption(const json& from) {
  const auto kind = from.at("kind").get<std::string>();
  using Kind = model::Assumption::Kind;
  const Kind known = kind == "count-chosen"    ? Kind::CountChosen
                     : kind == "branch-taken"  ? Kind::BranchTaken
                     : kind == "repeated-call" ? Kind::RepeatedCall
                                               : Kind::DistinctParameters;
  return {known, from.at("first").get<std::string>(), from.at("second").get<std::string>()};
}

void read_words(const json& from, rules::Finding& finding) {
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

rules::Finding read_finding(const json& from) {
  rules::Finding finding;
  read_words(from, finding);
  finding.primary = read_frame(from.at("primary"));
  finding.earlier = read_place(from.at("earlier"));
  finding.later = read_place(from.at("later"));
  finding.more_earlier = read_places(from.at("more_earlier"));
  finding.evidence = read_optional_place(from.at("evidence"));
  finding.counterpart = read_optional_place(from.at("counterpart"));
  const json& buffer = from.at("buffer");
  finding.buffer = buffer.at("name").get<std::string>();
  finding.memory = value_of(buffer.at("memory").get<std::string>(), model::MemoryKind::Unknown,
                            [](auto v) { return report::name(v); });
  if (const json& site = buffer.at("allocated"); !site.is_null()) finding.allocated = read_site(site);
  for (const json& assumption : from.at("assumptions")) finding.assumptions.push_back(read_assumption(assumption));
  finding.path = read_places(from.at("path"));
  return finding;
}

}  // namespace

std::expected<std::vector<rules::Finding>, std::string> parse_findings(std::string_view text, const std::string& name) {
  try {
    const json document = json::parse(text);
    if (const int version = document.at("version").get<int>(); version != kFormatVersion)
      return std::unexpected(name + ": findings of format " + std::to_string(version) +
                             ", which this cudep cannot read; write them anew with `cudep lint --format json`");
    std::vector<rules::Finding> findings;
    for (const json& finding : document.at("findings")) findings.push_back(read_finding(finding));
    return findings;
  } catch (const std::exception& error) {
    return std::unexpected(name + ": not the output of `cudep lint --format json`: " + error.what());
  }
}

}  // namespace cudep::audit
