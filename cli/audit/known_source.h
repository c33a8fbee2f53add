// What is known of the source of a recorded program.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/kernels/summary_json.h"
#include "cli/audit/static_findings.h"
#include "rules/finding.h"

namespace cudep::audit {

struct KnownSource {
  std::optional<StaticFindings> findings;
  std::optional<kernels::SummaryFile> kernels;

  [[nodiscard]] const std::vector<rules::Finding>* findings_or_null() const {
    return findings ? &findings->list : nullptr;
  }
  [[nodiscard]] const kernels::SummaryFile* kernels_or_null() const { return kernels ? &*kernels : nullptr; }
};

/// Reads the files that are given: findings as `cudep lint --format json` writes them, kernels as its --kernels-out
/// does. An error is one line that names the file.
std::expected<KnownSource, std::string> read_known_source(const std::optional<std::string>& findings,
                                                          const std::optional<std::string>& kernels);

}  // namespace cudep::audit
