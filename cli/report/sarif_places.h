// Files, lines and columns as SARIF writes them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "cli/report/source_lines.h"
#include "rules/finding.h"

namespace cudep::report {

/// A path as the part of a URI: percent-encoded where it must be.
std::string encode_uri(std::string_view path);

class SarifPlaces {
 public:
  /// `source_root` is an absolute folder.
  SarifPlaces(std::string source_root, SourceLines& sources) : root_(std::move(source_root)), sources_(sources) {}

  /// originalUriBaseIds.
  [[nodiscard]] nlohmann::ordered_json base_ids() const;
  [[nodiscard]] nlohmann::ordered_json artifact_location(const std::string& file) const;
  /// A location, without a region when the line is not known, with a message when `text` is not empty.
  [[nodiscard]] nlohmann::ordered_json location(const model::Site& site, std::string_view text = {}) const;

 private:
  [[nodiscard]] nlohmann::ordered_json region(const model::Site& site) const;

  std::string root_;
  SourceLines& sources_;
};

}  // namespace cudep::report
