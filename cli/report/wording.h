// From a finding to sentences: what is wrong, where the other half of it is, why nothing orders the two, and which edit
// would. Structured, so that every format prints the same words.
//
//   const Explanation explanation = explain(finding);
//   // explanation.message: kernel `add` on stream `b` reads `dev` while kernel `scale` on stream `a` may still be ...
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/finding.h"

namespace cudep::report {

struct Note {
  std::optional<model::Site> site;
  std::string text;
  bool operator==(const Note&) const = default;
};

/// A change to the source by whole lines, next to a statement.
struct Edit {
  enum class Kind : std::uint8_t { InsertBefore, InsertAfter, Remove, Replace };
  Kind kind;
  std::string code;         // the new statements, without the indentation of the first; empty for Remove
  std::string undecided;    // what is left to the reader; empty: the code may stand there as it is
  std::uint32_t line = 0;   // where the statement begins, in the file of the advice; 0: not looked at yet
  std::uint32_t lines = 1;  // that the statement goes over
  bool operator==(const Edit&) const = default;
};

struct Advice {
  std::optional<model::Site> site;
  std::string text;
  std::optional<Edit> edit;
  bool operator==(const Advice&) const = default;
};

struct Explanation {
  std::string message;           // one sentence, lower case, no final period
  std::vector<Note> notes;       // the calls that led here, the other operation, why nothing orders the two
  std::vector<Advice> advice;    // in the order in which to do it
  std::vector<Note> background;  // where the buffer comes from, what was assumed
  bool operator==(const Explanation&) const = default;
};

/// All that stands behind the message, as one reads it; of advice with an edit, its code too.
std::vector<Note> notes_in_order(const Explanation& explanation);

Explanation explain(const rules::Finding& finding);

}  // namespace cudep::report
