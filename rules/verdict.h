// What a recorded run says of a finding.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"

namespace cudep::rules {

enum class VerdictKind : std::uint8_t {
  Confirmed,     // both operations ran, and nothing ordered them at least once
  OrderedInRun,  // they ran, and something ordered them each time; another run may differ
  NotExercised,  // the run says nothing of them; `why` says what was missing
  SeenInRun,     // only the run shows it
  Reproduced,    // a delay before the earlier operation changed what the program does
};

/// Whether the run shows that nothing ordered the two: such a finding counts.
constexpr bool is_shown_by_run(VerdictKind kind) {
  return kind == VerdictKind::Confirmed || kind == VerdictKind::SeenInRun || kind == VerdictKind::Reproduced;
}

/// What ordered two operations of a run, and how often it did.
struct OrderingEdge {
  std::string description;      // "the wait of stream `b` for event `ready`"
  std::optional<Place> place;   // the wait or synchronize; none for the order of one stream
  std::optional<Place> record;  // what a wait for an event matched
  std::uint64_t times = 0;
  bool operator==(const OrderingEdge&) const = default;
};

/// How the unordered pairs lay on the GPU, by the begin and end times of its work. `timed` is 0 without them.
struct Overlap {
  std::uint64_t timed = 0;       // pairs with times of both
  std::uint64_t overlapped = 0;  // of these, how often the later one began before the earlier one had ended
  std::uint64_t longest = 0;     // ns from the begin of the later one to the end of the earlier one, at most
  bool operator==(const Overlap&) const = default;
};

struct Verdict {
  VerdictKind kind = VerdictKind::NotExercised;
  std::uint64_t pairs = 0;      // how often the two met: for each later operation, the last earlier one of every stream
  std::uint64_t unordered = 0;  // of these, how often nothing ordered them
  Overlap overlap;
  std::vector<OrderingEdge> edges;  // of the ordered ones, the most frequent first
  std::string why;                  // NotExercised: the reason, a clause
  std::string provoked;             // what a delay before the earlier operation did; empty: none was tried
  bool operator==(const Verdict&) const = default;
};

constexpr std::string_view name(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::Confirmed:
      return "confirmed";
    case VerdictKind::OrderedInRun:
      return "ordered-in-run";
    case VerdictKind::NotExercised:
      return "not-exercised";
    case VerdictKind::SeenInRun:
      return "seen-in-run";
    case VerdictKind::Reproduced:
      return "reproduced";
  }
  return "not-exercised";
}

}  // namespace cudep::rules
