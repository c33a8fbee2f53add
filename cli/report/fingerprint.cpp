// Fingerprints of findings.
#include "cli/report/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

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

using Pointers = std::vector<const rules::Finding*>;

std::string key_of(const rules::Finding& finding, SourceLines& sources) {
  return fmt::format("{}\n{}\n{}\n{}\n{}", finding.rule, finding.primary.function,
                     line_text(finding.primary.site, sources), line_text(site_of(finding.earlier), sources),
                     line_text(site_of(finding.later), sources));
}

std::string print_of(std::string_view key, std::size_t ordinal) {
  return fmt::format("{:016x}", hash(fmt::format("{}\n{}", key, ordinal)));
}

/// Expects the findings sorted.
std::map<const rules::Finding*, std::string> prints_of(const Pointers& findings, SourceLines& sources) {
  std::map<const rules::Finding*, std::string> prints;
  std::map<std::string, std::size_t> seen;
  for (const rules::Finding* finding : findings) {
    const std::string key = key_of(*finding, sources);
    prints[finding] = print_of(key, seen[key]++);
  }
  return prints;
}

}  // namespace

bool has_fingerprint(const rules::Finding& finding, std::string_view fingerprint, SourceLines& sources) {
  constexpr std::size_t kOrdinals = 100;  // more findings of one key than anyone has
  const std::string key = key_of(finding, sources);
  for (std::size_t ordinal = 0; ordinal < kOrdinals; ++ordinal)
    if (print_of(key, ordinal) == fingerprint) return true;
  return false;
}

std::vector<std::string> fingerprints(std::span<const rules::Finding> findings, SourceLines& sources) {
  Pointers all;
  for (const rules::Finding& finding : findings) all.push_back(&finding);
  const auto prints = prints_of(all, sources);
  std::vector<std::string> result;
  for (const rules::Finding* finding : all) result.push_back(prints.at(finding));
  return result;
}

ReportFingerprints fingerprints(const Report& report, SourceLines& sources) {
  Pointers all;
  for (const rules::Finding& finding : report.findings) all.push_back(&finding);
  for (const Suppressed& suppressed : report.suppressed) all.push_back(&suppressed.finding);
  std::ranges::sort(all, {},
                    [](const rules::Finding* finding) { return std::tie(finding->primary.site, finding->rule); });
  const auto prints = prints_of(all, sources);
  ReportFingerprints result;
  for (const rules::Finding& finding : report.findings) result.findings.push_back(prints.at(&finding));
  for (const Suppressed& suppressed : report.suppressed) result.suppressed.push_back(prints.at(&suppressed.finding));
  return result;
}

}  // namespace cudep::report
