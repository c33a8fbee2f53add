// What two streams say about the order of work in them, and what host calls let the host know of it: the facts about
// streams, each a function of one pair.
#pragma once
#include <optional>

#include "rules/model/operation.h"
#include "rules/oracle/moments.h"

namespace cudep::oracle {

/// One operation as a stream carries it out.
struct Work {
  model::StreamId id;
  model::Stream stream;
  model::Verb verb;
  Order waits_for_record = Order::Doc;  // of a wait: how surely its event was recorded
  bool order_unseen = false;            // the stream may be any other, or is ordered by values in memory too
  Moment start;
  Moment completion;
};

/// How surely the completion of `earlier` comes before the start of `later`, which was submitted after it, because of
/// their streams alone.
Order order_by_streams(const Work& earlier, const Work& later);

/// How surely `work` is complete when a synchronize (or a successful query) of the stream returns.
Order known_by_stream(const Work& work, model::StreamId id, const model::Stream& stream, model::Verb verb);

}  // namespace cudep::oracle
