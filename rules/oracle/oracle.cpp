// Every pair of accesses is looked at; those that conflict are asked for their order.
#include "rules/oracle/oracle.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "rules/oracle/run.h"

namespace cudep::oracle {
namespace {

using model::AccessKind;

// An end that is no number is as far away as can be.
model::Interval widest(const model::ByteRange& range) {
  if (range.is_concrete()) return range.interval();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return {range.forms().low.as_number().value_or(-kMost), kMost};
}

bool overlap(const model::ByteRange& a, const model::ByteRange& b) {
  const auto [a_low, a_high] = widest(a);
  const auto [b_low, b_high] = widest(b);
  return std::max(a_low, b_low) < std::min(a_high, b_high);
}

// PTX ISA "Conflict and Data-races": one of them writes, and not both are atomic.
bool conflict(const TimedAccess& a, const TimedAccess& b) {
  if (a.operation == b.operation || a.captured != b.captured || a.access.buffer != b.access.buffer) return false;
  if (a.access.kind == AccessKind::Read && b.access.kind == AccessKind::Read) return false;
  if (a.access.kind == AccessKind::Atomic && b.access.kind == AccessKind::Atomic) return false;
  return overlap(a.access.range, b.access.range);
}

Order order(const TimedAccess& earlier, const TimedAccess& later, const Moments& moments) {
  // cudaFreeAsync, cudaFree: any use that is submitted after the call is undefined, wherever it is submitted.
  if (earlier.ends_life) return Order::None;
  return moments.order(earlier.last, later.first);
}

}  // namespace

std::vector<Conflict> conflicts(const model::OperationList& list) {
  const Run run(list);
  std::map<std::pair<std::size_t, std::size_t>, Order> weakest;
  for (const TimedAccess& earlier : run.accesses())
    for (const TimedAccess& later : run.accesses()) {
      if (earlier.operation >= later.operation || !conflict(earlier, later)) continue;
      Order& known = weakest.try_emplace({earlier.operation, later.operation}, Order::Doc).first->second;
      known = std::max(known, order(earlier, later, run.moments()));
    }
  std::vector<Conflict> all;
  for (const auto& [pair, order] : weakest) all.push_back({pair.first, pair.second, order});
  return all;
}

}  // namespace cudep::oracle
