// Fingerprints of findings.
#include "cli/report/fingerprint.h"

#include <fmt/format.h>

#include <cctype>
#include <map>

#include "cli/report/phrases.h"

namespace cudep::report {
namespace {

/// FNV-1a, 64 bits: the same everywhere and for ever, as baselines need it.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return value;
}

std::string without_space(std::string_view line) {
  std::string text;
  for (const char c : line)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) text += c;
  return text;
}

std::string line_text(const model::Site& site, SourceLines& sources) {
  return without_space(sources.line(site.file, site.line).value_or(""));
}

}  // namespace

std::vector<std::string> fingerprints(std::span<const rules::Finding> findings, SourceLines& sources) {
  std::vector<std::string> result;
  std::map<std::string, std::size_t> seen;
  for (const rules::Finding& finding : findings) {
    const std::string key = fmt::format(
        "{}\n{}\n{}\n{}\n{}", finding.rule, finding.primary.function, line_text(finding.primary.site, sources),
        line_text(site_of(finding.earlier), sources), line_text(site_of(finding.later), sources));
    const std::size_t ordinal = seen[key]++;
    result.push_back(fmt::format("{:016x}", hash(fmt::format("{}\n{}", key, ordinal))));
  }
  return result;
}

}  // namespace cudep::report
