// The words for streams, hosts, operations and hazards.
#include "cli/report/phrases.h"

#include <fmt/format.h>

#include <array>

namespace cudep::report {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Labels such as "read of `out`" say what the sentence says anyway.
bool is_plain_access(const rules::Place& place) {
  return place.label.empty() || place.label.starts_with("read of") || place.label.starts_with("write ") ||
         place.label.starts_with("access");
}

}  // namespace

std::string_view name(rules::Severity severity) {
  constexpr std::array<std::string_view, 3> kNames = {"note", "warning", "error"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::string_view name(rules::Confidence confidence) {
  constexpr std::array<std::string_view, 3> kNames = {"possible", "likely", "certain"};
  return kNames[static_cast<std::size_t>(confidence)];
}

std::string_view name(rules::Reason reason) {
  switch (reason) {
    case rules::Reason::NothingOrders:
      return "nothing-orders";
    case rules::Reason::RecordedBeforeProducer:
      return "recorded-before-producer";
    case rules::Reason::WaitAfterConsumer:
      return "wait-after-consumer";
    case rules::Reason::WaitBeforeRecord:
      return "wait-before-record";
    case rules::Reason::NeverRecorded:
      return "never-recorded";
    case rules::Reason::ReRecordedBeforeWait:
      return "re-recorded-before-wait";
    case rules::Reason::OtherEventWaitedFor:
      return "other-event-waited-for";
    case rules::Reason::RecordedNotWaitedFor:
      return "recorded-not-waited-for";
    case rules::Reason::OtherStreamSynchronized:
      return "other-stream-synchronized";
    case rules::Reason::NonBlockingStream:
      return "non-blocking-stream";
    case rules::Reason::LifeEnded:
      return "life-ended";
    case rules::Reason::UsedAfterEnd:
      return "used-after-end";
    case rules::Reason::CapturedPointerEnded:
      return "captured-pointer-ended";
    case rules::Reason::UnpromisedWait:
      return "unpromised-wait";
    case rules::Reason::LegacyStreamOrders:
      return "legacy-stream-orders";
    case rules::Reason::BlockingStreamsOrder:
      return "blocking-streams-order";
    case rules::Reason::PageableCopyWaits:
      return "pageable-copy-waits";
    case rules::Reason::FreeWaits:
      return "free-waits";
    case rules::Reason::EventKeepsNoTimes:
      return "event-keeps-no-times";
    case rules::Reason::TimeOfUnrecordedEvent:
      return "time-of-unrecorded-event";
    case rules::Reason::TimeBeforeCompletion:
      return "time-before-completion";
    case rules::Reason::LaunchNotChecked:
      return "launch-not-checked";
    case rules::Reason::SynchronizeNotChecked:
      return "synchronize-not-checked";
    case rules::Reason::PageableCopy:
      return "pageable-copy";
    case rules::Reason::SynchronizeInPipeline:
      return "synchronize-in-pipeline";
    case rules::Reason::DefaultStreamBetween:
      return "default-stream-between";
    case rules::Reason::NothingToOrder:
      return "nothing-to-order";
    case rules::Reason::MoreStreamsThanQueues:
      return "more-streams-than-queues";
    case rules::Reason::StreamMadeInEachLap:
      return "stream-made-in-each-lap";
  }
  return "nothing-orders";
}

std::string_view name(model::MemoryKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"device", "pool", "pinned", "managed", "pageable", "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view abbreviation(rules::Hazard hazard) {
  constexpr std::array<std::string_view, 3> kNames = {"RAW", "WAR", "WAW"};
  return kNames[static_cast<std::size_t>(hazard)];
}

std::string times(std::uint64_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

bool is_default_stream(const rules::Place& place) {
  return !place.on_host && (place.agent == "0" || contains(place.agent, "default stream") ||
                            contains(place.agent, "cudaStreamLegacy") || contains(place.agent, "cudaStreamPerThread"));
}

std::string agent_phrase(const rules::Place& place) {
  if (place.on_host) return "the host";
  const std::string agent = short_agent(place);
  return agent.starts_with('`') ? "stream " + agent : agent;
}

std::string short_agent(const rules::Place& place) {
  if (place.on_host) return "the host";
  if (place.agent.empty()) return "its stream";
  if (place.agent == "0") return "the default stream";
  if (!contains(place.agent, "default stream")) return fmt::format("`{}`", place.agent);
  return place.agent.starts_with("the ") ? place.agent : "the " + place.agent;
}

std::string operation_phrase(const rules::Place& place) {
  if (place.on_host) return is_plain_access(place) ? "the host" : place.label + " on the host";
  if (is_plain_access(place)) return agent_phrase(place);
  if (place.agent.empty()) return place.label;
  return fmt::format("{} on {}", place.label, agent_phrase(place));
}

std::string buffer_phrase(const rules::Finding& finding) {
  return finding.buffer.empty() ? "the buffer" : fmt::format("`{}`", finding.buffer);
}

std::string event_phrase(const rules::Place& place) {
  return place.event.empty() ? "the event" : fmt::format("event `{}`", place.event);
}

std::string_view later_verb(const rules::Finding& finding) {
  return finding.hazard == rules::Hazard::ReadAfterWrite ? "reads" : "writes";
}

std::string_view still_doing(const rules::Finding& finding) {
  if (allocates(finding.earlier)) return "allocating";
  return finding.hazard == rules::Hazard::WriteAfterRead ? "reading" : "writing";
}

std::string_view earlier_done(const rules::Finding& finding, const rules::Place& earlier) {
  if (allocates(earlier)) return "allocated";
  return finding.hazard == rules::Hazard::WriteAfterRead ? "read" : "written";
}

std::string_view later_done(const rules::Finding& finding) {
  return finding.hazard == rules::Hazard::ReadAfterWrite ? "read" : "written";
}

bool allocates(const rules::Place& place) {
  return place.label.starts_with("cudaMalloc") || place.label.starts_with("cuMemAlloc");
}

bool ends_by_itself(const rules::Place& place) {
  return contains(place.label, "scope") || place.label.starts_with("end of the life");
}

std::string ends_phrase(const rules::Finding& finding, const rules::Place& end) {
  if (contains(end.label, "scope")) return buffer_phrase(finding) + " goes out of scope";
  return fmt::format("the life of {} ends", buffer_phrase(finding));
}

std::string_view ending_verb(const rules::Place& place) {
  if (contains(place.label, "Unregister")) return "unregisters";
  const bool frees = place.label.starts_with("cudaFree") || place.label.starts_with("cuMemFree") ||
                     place.label.starts_with("free") || place.label.starts_with("delete");
  return frees ? "frees" : "ends the life of";
}

bool ends_life(const rules::Place& place) {
  return ends_by_itself(place) || (place.on_host && ending_verb(place) != "ends the life of");
}

std::string fragile_support(const rules::Finding& finding) {
  const std::string by = finding.evidence ? finding.evidence->label : "an implicit synchronization";
  switch (finding.reason) {
    case rules::Reason::LegacyStreamOrders:
      return "stream 0 is the legacy default stream";
    case rules::Reason::BlockingStreamsOrder:
      return "blocking streams wait for the default stream";
    case rules::Reason::PageableCopyWaits:
      return fmt::format("{} of pageable memory happens to wait, which CUDA does not promise", by);
    default:
      return fmt::format("{} happens to wait, which CUDA does not promise", by);
  }
}

model::Site site_of(const rules::Place& place) {
  return place.frames.empty() ? model::Site{} : place.frames.front().site;
}

}  // namespace cudep::report
