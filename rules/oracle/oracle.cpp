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

bool by_host(const TimedAccess& access, const model::OperationList& list) {
  return list.operations[access.operation].verb > model::Verb::GraphLaunch;
}

// PTX ISA "Conflict and Data-races": one of them writes, and not both are atomic. Host code against host code is no
// matter of streams.
bool conflict(const TimedAccess& earlier, const TimedAccess& later, const model::OperationList& list) {
  if (earlier.operation >= later.operation || earlier.captured != later.captured) return false;
  if (earlier.access.buffer != later.access.buffer || earlier.life != later.life) return false;
  if (by_host(earlier, list) && by_host(later, list)) return false;
  if (earlier.ends_life && (later.ends_life || by_host(later, list))) return false;
  if (earlier.access.kind == AccessKind::Read && later.access.kind == AccessKind::Read) return false;
  if (earlier.access.kind == AccessKind::Atomic && later.access.kind == AccessKind::Atomic) return false;
  return overlap(earlier.access.range, later.access.range);
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
      if (!conflict(earlier, later, list)) continue;
      Order& known = weakest.try_emplace({earlier.operation, later.operation}, Order::Doc).first->second;
      known = std::max(known, order(earlier, later, run.moments()));
    }
  std::vector<Conflict> all;
  for (const auto& [pair, order] : weakest) all.push_back({pair.first, pair.second, order});
  return all;
}

}  // namespace cudep::oracle
