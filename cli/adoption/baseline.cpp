// Baselines as JSON.
#include "cli/adoption/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/report/read_file.h"

namespace cudep::adoption {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;

BaselineEntry entry_of(const Json& json) {
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
  try {
    const Json document = Json::parse(text);
    if (const int version = document.at("version"); version != kFormatVersion)
      return std::unexpected(
          fmt::format("{}: a baseline of format {}, which this cudep cannot read; write it anew with --write-baseline",
                      name, version));
    std::vector<BaselineEntry> entries;
    for (const Json& finding : document.at("findings")) entries.push_back(entry_of(finding));
    return entries;
  } catch (const Json::exception& error) {
    return std::unexpected(fmt::format("{}: not a baseline ({}); write one with --write-baseline", name, error.what()));
  }
}

std::expected<std::vector<BaselineEntry>, std::string> read_baseline(const std::string& file) {
  const auto text = report::read_file(file);
  if (!text) return std::unexpected(fmt::format("{}: cannot be read; write a baseline with --write-baseline", file));
  return parse_baseline(*text, file);
}

}  // namespace cudep::adoption
