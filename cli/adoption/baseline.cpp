// Baselines as JSON.
#include "cli/adoption/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "analyzer/json/read_json.h"
#include "cli/report/read_file.h"

namespace cudep::adoption {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;
constexpr std::string_view kRemedy = "write a baseline with --write-baseline";

BaselineEntry entry_of(const nlohmann::json& json) {
  return {.fingerprint = json.at("fingerprint"),
          .rule = json.at("rule"),
          .file = json.at("file"),
          .message = json.at("message")};
}

}  // namespace

std::string print_baseline(std::vector<BaselineEntry> entries) {
  std::ranges::sort(entries, {}, [](const BaselineEntry& entry) {
    return std::tie(entry.file, entry.rule, entry.message, entry.fingerprint);
  });
  Json findings = Json::array();
  for (const BaselineEntry& entry : entries)
    findings.push_back(
        {{"fingerprint", entry.fingerprint}, {"rule", entry.rule}, {"file", entry.file}, {"message", entry.message}});
  const Json document = {{"version", kFormatVersion}, {"findings", std::move(findings)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::expected<std::vector<BaselineEntry>, std::string> parse_baseline(std::string_view text, const std::string& name) {
  return json::read(text, {.name = name, .what = "a baseline", .remedy = kRemedy}, [](const nlohmann::json& document) {
    std::vector<BaselineEntry> entries;
    json::for_each_entry(document.at("findings"), "finding", [&](const std::string&, const nlohmann::json& finding) {
      entries.push_back(entry_of(finding));
    });
    return entries;
  });
}

std::expected<std::vector<BaselineEntry>, std::string> read_baseline(const std::string& file) {
  const auto text = report::read_file(file);
  if (!text) return std::unexpected(fmt::format("{}: {}; {}", file, text.error(), kRemedy));
  return parse_baseline(*text, file);
}

}  // namespace cudep::adoption
