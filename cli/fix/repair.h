// Applies what findings offer, as far as the changed program proves it right: it is checked before anything is written,
// and an edit stays only if the program still parses, the finding is gone and there is no new one.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/fix/joined_edits.h"
#include "cli/report/report.h"
#include "rules/finding.h"

namespace cudep::fix {

/// Texts of files, by their names in reports.
using Texts = std::map<std::string, std::string>;

/// What a check of the program comes to.
struct Outcome {
  std::vector<rules::Finding> findings;  // all, merged, also those that are not shown
  std::vector<report::Unit> units;
};

struct Program {
  std::function<Outcome(const Texts& edited)> check;                           // with these texts instead of the files'
  std::function<std::optional<std::string>(const std::string& file)> why_not;  // a file may not be edited
  std::function<std::optional<std::string>(const std::string& file)> read;
};

/// A finding by what stays the same while lines move.
struct Key {
  std::string rule;
  std::string file;
  std::uint32_t line = 0;
  auto operator<=>(const Key&) const = default;
};
Key key_of(const rules::Finding& finding);

/// One finding that was asked for.
struct Repaired {
  std::size_t finding = 0;  // its number among those
  std::optional<Key> now;   // where it is afterwards; none: fixed, or its line is gone
  bool fixed = false;
  std::string why_not;  // when it is not
};

struct Repair {
  Outcome outcome;  // of the changed program
  Texts before;     // of the files that change
  Texts after;
  std::vector<Repaired> findings;                                           // in the order in which they were asked for
  std::map<std::string, std::vector<std::vector<report::LineEdit>>> edits;  // by file, one step after the other
};

/// `wanted` are some of those of `outcome`.
Repair repair(const std::vector<rules::Finding>& wanted, Outcome outcome, const Program& program);

}  // namespace cudep::fix
