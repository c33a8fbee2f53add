// The findings that a project had when it began to use cudep: they are not shown again, new ones are. Findings are
// known by their fingerprints, so that they may move; rule, file and message stand there for people who read the
// change.
//
//   {"version": 1, "findings": [
//     {"fingerprint": "07a4e119b7201a37", "rule": "free-in-flight", "file": "src/ring.cu", "message": "…"}]}
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace cudep::adoption {

struct BaselineEntry {
  std::string fingerprint;
  std::string rule;
  std::string file;
  std::string message;
  auto operator<=>(const BaselineEntry&) const = default;
};

/// Sorted, so that two baselines differ in what has changed only.
std::string print_baseline(std::vector<BaselineEntry> entries);

/// `name` stands for the text in errors: one line that says what is wrong where, and what to do.
std::expected<std::vector<BaselineEntry>, std::string> parse_baseline(std::string_view text, const std::string& name);
std::expected<std::vector<BaselineEntry>, std::string> read_baseline(const std::string& file);

}  // namespace cudep::adoption
