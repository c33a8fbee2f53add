// A table of SARIF's objects and the walk that checks a log against it.
#include "cli/report/sarif_shape.h"

#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>
#include <string_view>

namespace cudep::report {
namespace {

using nlohmann::json;

/// What a property holds: `text`, `uri`, `positive`, `index`, `boolean`, `any`, a list `a|b|c` of words, the name of an
/// object, `[]` before it for an array and `{}` for a map. `!` in front: required.
using Shape = std::map<std::string, std::string>;

const std::map<std::string, Shape>& shapes() {
  static const std::map<std::string, Shape> kShapes = {
      {"log", {{"$schema", "uri"}, {"version", "!2.1.0|"}, {"runs", "![]run"}}},
      {"run",
       {{"tool", "!tool"},
        {"invocations", "[]invocation"},
        {"originalUriBaseIds", "{}artifactLocation"},
        {"columnKind", "utf16CodeUnits|unicodeCodePoints"},
        {"results", "[]result"}}},
      {"tool", {{"driver", "!component"}}},
      {"component",
       {{"name", "!text"},
        {"version", "text"},
        {"semanticVersion", "text"},
        {"informationUri", "uri"},
        {"rules", "[]descriptor"}}},
      {"descriptor",
       {{"id", "!text"},
        {"shortDescription", "message"},
        {"fullDescription", "message"},
        {"help", "message"},
        {"helpUri", "uri"},
        {"defaultConfiguration", "configuration"},
        {"properties", "any"}}},
      {"message", {{"text", "!text"}, {"markdown", "text"}}},
      {"configuration", {{"enabled", "boolean"}, {"level", "none|note|warning|error"}}},
      {"invocation",
       {{"executionSuccessful", "!boolean"},
        {"exitCode", "index"},
        {"workingDirectory", "artifactLocation"},
        {"toolExecutionNotifications", "[]notification"}}},
      {"notification", {{"message", "!message"}, {"level", "none|note|warning|error"}, {"locations", "[]location"}}},
      {"result",
       {{"ruleId", "text"},
        {"ruleIndex", "index"},
        {"level", "none|note|warning|error"},
        {"message", "!message"},
        {"locations", "[]location"},
        {"partialFingerprints", "{}text"},
        {"relatedLocations", "[]location"},
        {"codeFlows", "[]codeFlow"},
        {"fixes", "[]fix"},
        {"suppressions", "[]suppression"},
        {"properties", "any"}}},
      {"fix", {{"description", "message"}, {"artifactChanges", "![]artifactChange"}}},
      {"artifactChange", {{"artifactLocation", "!artifactLocation"}, {"replacements", "![]replacement"}}},
      {"replacement", {{"deletedRegion", "!region"}, {"insertedContent", "message"}}},
      {"suppression",
       {{"kind", "!inSource|external"},
        {"status", "accepted|underReview|rejected"},
        {"justification", "text"},
        {"location", "location"}}},
      {"location",
       {{"id", "index"},
        {"physicalLocation", "physicalLocation"},
        {"logicalLocations", "[]logicalLocation"},
        {"message", "message"}}},
      {"physicalLocation", {{"artifactLocation", "!artifactLocation"}, {"region", "region"}}},
      {"logicalLocation", {{"fullyQualifiedName", "text"}, {"kind", "text"}}},
      {"artifactLocation", {{"uri", "!reference"}, {"uriBaseId", "text"}}},
      {"region",
       {{"startLine", "!positive"},
        {"startColumn", "positive"},
        {"endLine", "positive"},
        {"endColumn", "positive"},
        {"snippet", "message"}}},
      {"codeFlow", {{"message", "message"}, {"threadFlows", "![]threadFlow"}}},
      {"threadFlow", {{"id", "text"}, {"message", "message"}, {"locations", "![]threadFlowLocation"}}},
      {"threadFlowLocation",
       {{"location", "!location"}, {"executionOrder", "index"}, {"importance", "important|essential|unimportant"}}},
  };
  return kShapes;
}

class Walk {
 public:
  std::vector<std::string> errors;

  void check(const json& value, const std::string& kind, const std::string& path) {
    if (kind.starts_with("[]")) return elements(value, kind.substr(2), path);
    if (kind.starts_with("{}")) return members(value, kind.substr(2), path);
    if (kind.find('|') != std::string::npos) return word(value, kind, path);
    if (shapes().contains(kind)) return object(value, shapes().at(kind), path);
    if (!plain(value, kind)) errors.push_back(fmt::format("{}: {} is no {}", path, value.dump(), kind));
  }

 private:
  void elements(const json& value, const std::string& kind, const std::string& path) {
    if (!value.is_array()) return errors.push_back(path + ": not an array");
    for (std::size_t i = 0; i < value.size(); ++i) check(value[i], kind, fmt::format("{}/{}", path, i));
  }

  void members(const json& value, const std::string& kind, const std::string& path) {
    if (!value.is_object()) return errors.push_back(path + ": not an object");
    for (const auto& [key, member] : value.items()) check(member, kind, path + "/" + key);
  }

  void word(const json& value, const std::string& kind, const std::string& path) {
    const bool known =
        value.is_string() && ("|" + kind + "|").find("|" + value.get<std::string>() + "|") != std::string::npos;
    if (!known) errors.push_back(fmt::format("{}: {} is not one of {}", path, value.dump(), kind));
  }

  void object(const json& value, const Shape& shape, const std::string& path) {
    if (!value.is_object()) return errors.push_back(path + ": not an object");
    for (const auto& [key, kind] : shape)
      if (kind.starts_with('!') && !value.contains(key)) errors.push_back(fmt::format("{}: misses {}", path, key));
    for (const auto& [key, member] : value.items()) {
      const auto known = shape.find(key);
      if (known == shape.end()) {
        errors.push_back(fmt::format("{}: SARIF knows no {} here", path, key));
        continue;
      }
      check(member, known->second.substr(known->second.starts_with('!') ? 1 : 0), path + "/" + key);
    }
  }

  static bool plain(const json& value, const std::string& kind) {
    if (kind == "any") return value.is_object();
    if (kind == "boolean") return value.is_boolean();
    if (kind == "positive") return value.is_number_integer() && value.get<long>() > 0;
    if (kind == "index") return value.is_number_integer() && value.get<long>() >= 0;
    if (!value.is_string()) return false;
    const auto text = value.get<std::string>();
    if (kind == "text") return !text.empty();
    if (kind == "uri") return std::regex_match(text, std::regex("[a-z]+://[!-~]+"));
    return kind == "reference" && std::regex_match(text, std::regex("[!-~]+"));
  }
};

/// What no table of shapes says: references between the parts of a run.
void check_references(const json& run, std::vector<std::string>& errors) {
  const json& descriptors = run["tool"]["driver"]["rules"];
  for (const json& result : run["results"]) {
    const auto index = result.value("ruleIndex", std::size_t{0});
    if (index >= descriptors.size() || descriptors[index]["id"] != result["ruleId"])
      errors.push_back("ruleIndex does not lead to ruleId");
    std::set<long> ids;
    for (const json& related : result.value("relatedLocations", json::array()))
      if (!ids.insert(related["id"].get<long>()).second) errors.push_back("relatedLocations share an id");
  }
}

}  // namespace

std::vector<std::string> sarif_errors(const json& log) {
  Walk walk;
  walk.check(log, "log", "");
  if (walk.errors.empty())
    for (const json& run : log["runs"]) check_references(run, walk.errors);
  return walk.errors;
}

}  // namespace cudep::report
