// Stream order, the legacy default stream, and streams that are not known well.
#include "rules/oracle/stream_order.h"

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

// A legacy operation waits for all earlier work of blocking streams. Whether a legacy wait does so is open: the text
// says that it counts, no measurement shows that blocking work before it comes before blocking work after it.
Order before_legacy(const Work& earlier, const Work& legacy) {
  const Order part = takes_part_in_legacy_order(earlier.stream);
  return part == Order::Doc && legacy.verb == Verb::StreamWait ? Order::Open : part;
}

Order weaker(Order a, Order b) { return a < b ? b : a; }

}  // namespace

Order order_by_streams(const Work& earlier, const Work& later) {
  // An element at an unknown index may be any stream, and another one each time it is used.
  if (earlier.stream.is_element || later.stream.is_element) return Order::Open;
  // Guide "CUDA Stream Ordering": operations of one stream run in the order of submission.
  if (earlier.id == later.id) return Order::Doc;
  // Guide "Multi-Device System": default streams are per device, and nothing orders those of two devices.
  if (earlier.stream.device != later.stream.device) return Order::None;
  // Measured, against the text: a legacy wait for an event that was never recorded is no barrier.
  if (later.stream.kind == StreamKind::Legacy && !later.waits_for_nothing) return before_legacy(earlier, later);
  if (earlier.stream.kind == StreamKind::Legacy && !earlier.waits_for_nothing)
    return takes_part_in_legacy_order(later.stream);
  return Order::None;
}

Order known_by_stream(const Work& work, model::StreamId id, const model::Stream& stream, model::Verb verb) {
  if (work.stream.is_element || stream.is_element) return Order::Open;
  if (work.id == id) return Order::Doc;
  if (stream.kind != StreamKind::Legacy || work.stream.device != stream.device) return Order::None;
  // cudaStreamQuery(0) is promised to cover the blocking streams; of cudaStreamSynchronize(0) that was only measured.
  const Order promise = verb == Verb::StreamQuery ? Order::Doc : Order::Seen;
  return weaker(promise, takes_part_in_legacy_order(work.stream));
}

}  // namespace cudep::oracle
