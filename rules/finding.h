// A finding: two operations that nothing orders, and everything a reader needs to see why. Self-contained values, so
// that reporters need no engine and findings of many paths and units can be merged and sorted.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/model/operation.h"

namespace cudep::rules {

enum class Severity : std::uint8_t { Note, Warning, Error };
enum class Confidence : std::uint8_t { Possible, Likely, Certain };
/// By submission order: read after write, write after read, write after write.
enum class Hazard : std::uint8_t { ReadAfterWrite, WriteAfterRead, WriteAfterWrite };

/// Why nothing orders the pair; picks the rule and the advice.
enum class Reason : std::uint8_t {
  NothingOrders,            // no event at all
  RecordedBeforeProducer,   // `evidence` is the early record
  WaitAfterConsumer,        // `evidence` is the late wait
  WaitBeforeRecord,         // `evidence` is the wait that matched no record; `counterpart` the record that came later
  NeverRecorded,            // `evidence` is the wait; its event is recorded nowhere on the path
  ReRecordedBeforeWait,     // `evidence` is the wait, `counterpart` the newer record that it matched
  OtherEventWaitedFor,      // `evidence` is the wait, `counterpart` the record that covers the producer
  RecordedNotWaitedFor,     // `counterpart` is the record that covers the producer
  OtherStreamSynchronized,  // `evidence` is the synchronize of something else
  NonBlockingStream,        // one side is stream 0, and the non-blocking stream takes no part in its order
  LifeEnded,                // memory freed or out of scope while in use
  UsedAfterEnd,             // submitted after the end of the buffer
  CapturedPointerEnded,     // a graph node keeps a host pointer that has ended
  // What orders a pair is not promised, or rests on a property that is easily changed (fragile-order).
  UnpromisedWait,        // `evidence` was seen to wait, which is not promised
  LegacyStreamOrders,    // with per-thread default streams nothing would; `evidence` is the work in stream 0
  BlockingStreamsOrder,  // were the streams non-blocking, nothing would; `evidence` likewise
  PageableCopyWaits,     // were its host memory pinned, `evidence` would not wait
  FreeWaits,             // were it a cudaFreeAsync, `evidence` would not wait
  // No race: `later` is the operation that is reported.
  EventKeepsNoTimes,      // `evidence` is where it is made
  TimeOfUnrecordedEvent,  // `later` asks for the time of an event without a record
  TimeBeforeCompletion,   // `evidence` is the record that the host does not know to be complete
  LaunchNotChecked,       // no error is looked at afterwards
  SynchronizeNotChecked,  // the last one of the program; its result is dropped
  PageableCopy,           // asynchronous by name only
  SynchronizeInPipeline,  // `evidence` and `counterpart` are work in two of the streams that it holds back
  DefaultStreamBetween,   // `evidence` is the work before it, `counterpart` the work behind it
  NothingToOrder,         // the wait or synchronize adds nothing to what was ordered before
  MoreStreamsThanQueues,  // the stream made here is one more than a device has queues
  StreamMadeInEachLap,    // made, used and destroyed again and again
};

struct SourceFrame {
  model::Site site;
  std::string function;  // the function that the site lies in
  auto operator<=>(const SourceFrame&) const = default;
};

/// One operation as a message shows it.
struct Place {
  std::string label;                // "kernel `scale`", "cudaMemcpyAsync", "read of `out`"
  std::string agent;                // the name of the stream; empty for the host
  std::string event;                // for records, waits and synchronizes
  bool on_host = false;             // the host does it (an access, a free), it is not submitted to a stream
  std::vector<SourceFrame> frames;  // the site first, then the calls that led there
  auto operator<=>(const Place&) const = default;
};

struct Finding {
  std::string_view rule;  // an id of the registry
  Severity severity = Severity::Error;
  Confidence confidence = Confidence::Certain;
  std::optional<Hazard> hazard = Hazard::ReadAfterWrite;  // none: no race, `earlier` says nothing
  Reason reason = Reason::NothingOrders;
  SourceFrame primary;  // where it is reported
  Place earlier;        // the producer, or the first access
  Place later;
  std::vector<Place> more_earlier;  // further producers of the same finding
  std::optional<Place> evidence;
  std::optional<Place> counterpart;
  std::string buffer;  // its name
  model::MemoryKind memory = model::MemoryKind::Unknown;
  std::optional<model::Site> allocated;
  std::vector<model::Assumption> assumptions;
  std::vector<Place>
      path;  // the ordering operations of the witness around the pair, in submission order, the pair included
  /// The path shows that the rule's findings of other paths at this site do not hold: there it makes a difference.
  bool refutes = false;
  bool operator==(const Finding&) const = default;
};

}  // namespace cudep::rules
