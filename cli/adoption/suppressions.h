// Comments that accept a finding where it stands:
//
//   launch(b);  // cudep: allow(unordered-stream-access) the two halves are disjoint
//   // NOLINTNEXTLINE(unordered-stream-access)
//   // NOLINTBEGIN(free-in-flight) ... // NOLINTEND(free-in-flight)
//
// A comment covers its line; on a line of its own `cudep: allow` covers the next line of code. It accepts the findings
// of its rules whose primary site, earlier or later operation is a statement on a line that it covers.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"
#include "rules/finding.h"

namespace cudep::adoption {

/// One rule of one comment.
struct Suppression {
  std::string rule;  // an id, or a pattern with `*`
  model::Site site;  // of the comment
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::string reason;
  bool operator==(const Suppression&) const = default;
};

/// What the comments of a file say, in their order, and what is wrong with them: `cudep: allow` of a rule that does not
/// exist or without a list, a misspelt `allow`, a block that does not end. Words of NOLINT that are no rules of cudep
/// and do not begin with its name belong to other tools.
struct FileSuppressions {
  std::vector<Suppression> suppressions;
  std::vector<report::Remark> faults;
};
FileSuppressions read_suppressions(const std::string& file, report::SourceLines& sources);

/// The comments of all files, each read when a finding first touches it.
class Suppressions {
 public:
  explicit Suppressions(report::SourceLines& sources) : sources_(sources) {}

  /// Reads a file, so that its idle comments are known whether or not a finding touches it.
  void add(const std::string& file);
  /// The comment that accepts the finding; null when there is none.
  const Suppression* accepting(const rules::Finding& finding);
  /// Faults, and comments that name rules of `on` but have accepted nothing so far; sorted by site.
  [[nodiscard]] std::vector<report::Remark> idle(const std::set<std::string, std::less<>>& on) const;

 private:
  struct Entry {
    Suppression suppression;
    bool used = false;
  };
  struct File {
    std::vector<Entry> entries;
    std::vector<report::Remark> faults;
  };

  const Suppression* accepting(const rules::Finding& finding, const model::Site& site);

  report::SourceLines& sources_;
  std::map<std::string, File> files_;
};

}  // namespace cudep::adoption
