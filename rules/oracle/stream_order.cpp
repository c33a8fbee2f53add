// Stream order, the legacy default stream, and streams that are not known well.
#include "rules/oracle/stream_order.h"

#include <algorithm>

namespace cudep::oracle {
namespace {

using model::StreamKind;
using model::Verb;

// "Stream synchronization behavior": per-thread default streams and streams of cudaStreamCreate take part in the order
// of the legacy stream, non-blocking ones do not. A stream from outside may be of either sort.
Order takes_part_in_legacy_order(const model::Stream& stream) {
  if (stream.kind == StreamKind::NonBlocking) return Order::None;
  return stream.kind == StreamKind::Unknown ? Order::Open : Order::Doc;
}

// A legacy operation waits for all earlier work of blocking streams. The text names waits among them, and that was
// measured for events that are recorded, complete or not. Measured, against the text: a legacy wait for an event that
// was never recorded is no barrier.
Order before_legacy(const Work& earlier, const Work& legacy) {
  return std::max(takes_part_in_legacy_order(earlier.stream), legacy.waits_for_record);
}

// Guide "Multi-Device System": default streams are per device, and nothing orders those of two devices.
Order order_by_legacy(const Work& earlier, const Work& later) {
  if (earlier.stream.device != later.stream.device) return Order::None;
  if (later.stream.kind == StreamKind::Legacy) return before_legacy(earlier, later);
  if (earlier.stream.kind == StreamKind::Legacy) return takes_part_in_legacy_order(later.stream);
  return Order::None;
}

}  // namespace

Order order_by_streams(const Work& earlier, const Work& later) {
  // Guide "CUDA Stream Ordering": operations of one stream run in the order of submission. An element at an unknown
  // index has one id for as long as it is named by the same index.
  if (earlier.id == later.id) return Order::Doc;
  const Order by_legacy = order_by_legacy(earlier, later);
  return earlier.order_unseen || later.order_unseen ? std::min(Order::Open, by_legacy) : by_legacy;
}

Order known_by_stream(const Work& work, model::StreamId id, const model::Stream& stream, model::Verb verb) {
  if (stream.is_element) return Order::Open;  // it may be any stream
  if (work.id == id) return Order::Doc;
  Order known = work.order_unseen ? Order::Open : Order::None;
  if (stream.kind == StreamKind::Legacy && work.stream.device == stream.device) {
    // cudaStreamQuery(0) is promised to cover the blocking streams; of cudaStreamSynchronize(0) that was only measured.
    const Order promise = verb == Verb::StreamQuery ? Order::Doc : Order::Seen;
    known = std::min(known, std::max(promise, takes_part_in_legacy_order(work.stream)));
  }
  return known;
}

}  // namespace cudep::oracle
