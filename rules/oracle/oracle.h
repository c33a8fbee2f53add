// A second, slow specification of CUDA ordering, against which the engine is checked. It writes every promise of the
// CUDA documentation down as an edge between moments of a run, and looks for chains of them between any two operations
// that use the same bytes. It shares the operations with the engine and nothing else.
//
//   for (const Conflict& conflict : conflicts(list))
//     if (conflict.order == Order::None) ...  // a race of operations `earlier` and `later` of the list
#pragma once
#include <cstddef>
#include <vector>

#include "rules/model/operation.h"
#include "rules/oracle/moments.h"

namespace cudep::oracle {

/// Two operations that use the same bytes, not both only to read them, nor both atomically.
struct Conflict {
  std::size_t earlier = 0;  // positions in the list
  std::size_t later = 0;
  Order order = Order::None;  // the weakest over their overlapping accesses
  auto operator<=>(const Conflict&) const = default;
};

/// All conflicts of the list, sorted. A graph launch stands for the accesses of its nodes; captured operations are
/// compared with those of their own graph only. Nothing is repaired: the consequences of a race are listed too.
std::vector<Conflict> conflicts(const model::OperationList& list);

}  // namespace cudep::oracle
