// Classic mistakes about CUDA ordering, each as a change of the program: the right engine then answers as a mistaken
// one would answer for the original. They show that the comparison with the oracle would find an engine that makes
// them.
#pragma once
#include <cstddef>
#include <vector>

#include "rules/model/operation.h"

namespace cudep::oracle {

struct Changed {
  model::OperationList list;
  std::vector<std::size_t> original;  // where each operation was before
};

/// An event stands for its stream, not for what the record captured: a wait covers what was submitted after the record.
Changed event_keeps_its_stream(const model::OperationList& list);
/// A later record does not replace the first.
Changed first_record_wins(const model::OperationList& list);
/// The legacy stream is one like any other.
Changed legacy_is_ordinary(const model::OperationList& list);
/// A wait also orders what its stream was given before it, back to the record.
Changed wait_orders_what_came_before(const model::OperationList& list);

}  // namespace cudep::oracle
