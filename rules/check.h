// From the operations of one path, or of one recorded run, to findings; and from the findings of many paths to those
// that are reported.
//
//   std::vector<Finding> all;
//   for (const model::OperationList& path : paths) append(all, check(path));
//   for (const Finding& finding : merge(std::move(all))) ...
#pragma once
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/engine/ordering_facts.h"
#include "rules/finding.h"
#include "rules/model/operation.h"

namespace cudep::rules {

/// One rule, with everything that is said about it anywhere.
struct Rule {
  std::string_view id;       // also its docs page, testdata folder and suppression text
  std::string_view summary;  // one line, lower case
  std::string_view help;     // a paragraph in Markdown: what happens, how to mend it
  Severity severity;
  bool on_by_default;
  bool performance = false;  // reports lost concurrency, not a race; `--select performance` turns these on
};

/// Every rule that exists, sorted by id.
std::span<const Rule> rules();
/// Null when there is no such rule.
const Rule* find_rule(std::string_view id);
/// The known id nearest to a wrong one, for messages.
std::string_view nearest_rule(std::string_view id);

/// Ids of rules.
using RuleSet = std::set<std::string, std::less<>>;

struct CheckOptions {
  engine::FactSet facts;  // those in force
  bool mends = true;      // treat a race as ordered once it was found, so that its consequences are not found too
  const RuleSet* rules = nullptr;  // of those that look at paths, only these; none: those on by default
  bool whole = true;               // the path goes on to its end, no limit has cut it
  bool recorded = false;           // the path is a recorded run, which does not show what host code looks at
};

/// All findings of one path, in the order of their later operations; one for each missing edge.
std::vector<Finding> check(const model::OperationList& path);
std::vector<Finding> check(const model::OperationList& path, const CheckOptions& options);

/// One finding for each rule and primary site: the shortest witness, the strongest confidence, other producers as
/// `more_earlier`. Sorted by site, then rule; the order of the input changes nothing. What another path refutes is
/// left out.
std::vector<Finding> merge(std::vector<Finding> findings);

}  // namespace cudep::rules
