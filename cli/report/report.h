// What a lint run came to: the findings that are shown and what became of each unit. Reporters only print it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/finding.h"
#include "rules/model/operation.h"
#include "rules/verdict.h"

namespace cudep::report {

/// Why less than the whole of a unit was checked.
enum class ProblemKind : std::uint8_t {
  Unreadable,    // missing, a directory, not CUDA source: nothing was checked
  NotParsed,     // no toolkit, a broken command: nothing was checked
  ParseError,    // an error in the source: what could be understood was checked
  NoOperations,  // launches in the source, but no operation came from them
  Internal,      // an error of cudep itself
};

struct Problem {
  ProblemKind kind = ProblemKind::NotParsed;
  model::Site site;  // line 0: the file as a whole
  std::string message;
  bool operator==(const Problem&) const = default;
};

/// What is left out of a unit without harm to the rest: an error in device code, a header that another stands in for.
struct Remark {
  model::Site site;
  std::string message;
  bool operator==(const Remark&) const = default;
};

/// A root that a limit ended early.
struct CutRoot {
  std::string name;
  model::Site site;
  std::vector<std::string> reasons;
  bool multi_stream = false;  // as far as it was followed
  bool operator==(const CutRoot&) const = default;
};

struct Unit {
  std::string file;  // as the user or the database named it
  std::vector<Problem> problems;
  std::vector<Remark> remarks;  // shown on request
  std::size_t roots = 0;
  std::size_t multi_stream_roots = 0;  // that give work to two streams or more
  std::size_t paths = 0;
  std::size_t operations = 0;
  std::vector<CutRoot> cut_roots;
  std::vector<std::string> opaque_functions;   // with errors inside: nothing is concluded from their bodies; sorted
  std::vector<std::string> unknown_functions;  // without a body, given streams, events or buffers; sorted
  double seconds = 0;
  bool operator==(const Unit&) const = default;
};

/// A finding that somebody decided not to see.
struct Suppressed {
  enum class By : std::uint8_t { Comment, Baseline };
  rules::Finding finding;
  By by = By::Comment;
  std::optional<model::Site> site;  // of the comment
  std::string reason;               // that the comment gives
  bool operator==(const Suppressed&) const = default;
};

/// What --fix came to.
struct Fixes {
  std::vector<rules::Finding> fixed;  // at the places where they were
  std::vector<std::string> why_not;   // one for each finding that is left
};

struct Report {
  std::vector<rules::Finding> findings;  // sorted by site, then rule
  std::vector<Suppressed> suppressed;    // likewise
  std::vector<Remark> idle_comments;     // suppress nothing, or name no rule; sorted by site
  std::size_t outside_change = 0;        // findings that a change does not touch
  std::vector<rules::Verdict> verdicts;  // of an audit against findings of the source: one for each finding
  std::vector<Unit> units;               // sorted by file, then those that cannot be read; of an audit, the runs
  std::size_t hidden_possible = 0;       // findings that --show-possible would add
  std::optional<Fixes> fixes;            // when they were asked for
};

/// The sums over all units.
struct Statistics {
  std::size_t units = 0;
  std::size_t units_with_problems = 0;
  std::size_t roots = 0;
  std::size_t multi_stream_roots = 0;
  std::size_t paths = 0;
  std::size_t operations = 0;
  std::size_t cut_roots = 0;
  std::size_t cut_multi_stream_roots = 0;
  std::size_t opaque_functions = 0;
  std::vector<std::string> unknown_functions;  // sorted, each once
  double seconds = 0;                          // of all units together, not of the wall clock
};

Statistics statistics(const Report& report);

/// "3 findings", "1 finding".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace cudep::report
