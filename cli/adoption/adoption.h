// What a project that has findings already asks for: which of them it knows, which it accepts, and which a change
// brought.
//
//   auto screen = Screen::open(options);                // reads baseline and diff, before anything is linted
//   report = screen->apply(std::move(findings), …);     // afterwards
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/adoption/baseline.h"
#include "cli/adoption/change.h"
#include "cli/report/report.h"
#include "cli/report/source_lines.h"
#include "rules/check.h"

namespace cudep::adoption {

struct Options {
  std::optional<std::string> baseline;
  std::optional<std::string> write_baseline;  // at most one of the two
  std::optional<std::string> diff;            // a file or `-`
  std::optional<std::string> since;           // a revision; at most one of the two
  bool operator==(const Options&) const = default;
};

class Screen {
 public:
  /// Reads what the options name; an error is one line.
  static std::expected<Screen, std::string> open(const Options& options);

  /// Sorts the findings of a report into those that are shown, suppressed and outside the change. `on`: the rules that
  /// were checked.
  void apply(report::Report& report, const rules::RuleSet& on);

  /// The baseline to write, of the findings that `apply` left.
  [[nodiscard]] const std::optional<std::string>& new_baseline() const { return new_baseline_; }

 private:
  void accept_comments(report::Report& report, const rules::RuleSet& on);
  void accept_known(report::Report& report);
  void leave_change(report::Report& report);

  bool writes_baseline_ = false;
  std::vector<BaselineEntry> known_;
  std::optional<std::string> new_baseline_;
  std::optional<Change> change_;
  report::SourceLines sources_;
};

}  // namespace cudep::adoption
