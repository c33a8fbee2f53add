// Why nothing orders the pair of a finding and how to order it: the sentences for each reason.
#include "cli/report/reasons.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/report/edits.h"
#include "cli/report/phrases.h"

namespace cudep::report {
namespace {

using rules::Finding;
using rules::Place;
using rules::Reason;

constexpr std::string_view kNewEvent;  // to be made

Note note_at(const Place& place, std::string text) { return {.site = site_of(place), .text = std::move(text)}; }

/// The operation that the reason hangs on; the later one when the engine named none.
const Place& evidence(const Finding& finding) { return finding.evidence ? *finding.evidence : finding.later; }
const Place& counterpart(const Finding& finding) {
  return finding.counterpart ? *finding.counterpart : finding.earlier;
}

std::string this_operation(const Place& place) { return fmt::format("this {}", noun(place)); }

/// `ready`, or "the event".
std::string short_event(const Place& place) {
  return place.event.empty() ? "the event" : fmt::format("`{}`", place.event);
}

bool same_stream_name(const Finding& finding) {
  return !finding.earlier.on_host && !finding.later.on_host && !finding.earlier.agent.empty() &&
         finding.earlier.agent == finding.later.agent;
}

/// True when it is the earlier operation's stream that waits: then the later one was meant to come first.
bool earlier_waits(const Finding& finding) {
  const Place& wait = evidence(finding);
  return !wait.on_host && !finding.earlier.on_host && wait.agent == finding.earlier.agent &&
         wait.agent != finding.later.agent;
}

// --- notes -----------------------------------------------------------------------------------------------------------

Note nothing_orders(const Finding& finding) {
  if (finding.earlier.on_host)
    return note_at(finding.earlier, "nothing orders the two: the host thread that does this is not joined in between");
  const std::string producer = short_agent(finding.earlier);
  if (finding.later.on_host)
    return note_at(finding.earlier,
                   fmt::format("nothing orders the two: the host does not wait for {} in between", producer));
  if (same_stream_name(finding))
    return note_at(finding.earlier, fmt::format("nothing orders the two: {} here and {} there are different streams",
                                                producer, producer));
  return note_at(finding.earlier,
                 fmt::format("nothing orders the two: no event is recorded on {} after this for {} to wait for",
                             producer, short_agent(finding.later)));
}

Note late_wait(const Finding& finding) {
  const Place& wait = evidence(finding);
  if (finding.later.on_host) {
    const std::string what = wait.event.empty() ? "" : " for " + event_phrase(wait);
    return note_at(wait, fmt::format("the host waits{} only here, after it has {} {}", what, later_done(finding),
                                     buffer_phrase(finding)));
  }
  return note_at(wait, fmt::format("{} waits for {} only here; a wait does not hold back what its stream was given "
                                   "before it",
                                   short_agent(wait), event_phrase(wait)));
}

std::vector<Note> re_recorded(const Finding& finding) {
  const Place& wait = evidence(finding);
  const Place& record = counterpart(finding);
  return {note_at(record, fmt::format("{} is recorded again here, before the wait", event_phrase(record))),
          note_at(wait, fmt::format("so {} waits here for that record only, which does not cover {}", short_agent(wait),
                                    operation_phrase(finding.earlier)))};
}

std::vector<Note> other_event(const Finding& finding) {
  const Place& wait = evidence(finding);
  const Place& record = counterpart(finding);
  std::vector<Note> notes;
  if (finding.counterpart)
    notes.push_back(note_at(
        record, fmt::format("{} is recorded here, after {}", event_phrase(record), operation_phrase(finding.earlier))));
  notes.push_back(
      note_at(wait, fmt::format("but {} waits here for another one, {}", short_agent(wait), event_phrase(wait))));
  return notes;
}

Note other_stream(const Finding& finding) {
  const Place& wait = evidence(finding);
  std::string covered = wait.agent.empty() ? wait.label : fmt::format("stream `{}`", wait.agent);
  if (!wait.event.empty()) covered = event_phrase(wait);
  return note_at(
      wait, fmt::format("the host waits here for {}, which does not cover {}", covered, short_agent(finding.earlier)));
}

Note non_blocking(const Finding& finding) {
  const bool earlier_is_default = is_default_stream(finding.earlier);
  const Place& other = earlier_is_default ? finding.later : finding.earlier;
  const Place& stream_0 = earlier_is_default ? finding.earlier : finding.later;
  return note_at(other, fmt::format("{} is a non-blocking stream: it does not wait for {}, nor the other way round",
                                    short_agent(other), short_agent(stream_0)));
}

std::vector<Note> life_ended(const Finding& finding) {
  std::vector<Note> notes;
  if (!finding.later.on_host) {
    notes.push_back(nothing_orders(finding));
    return notes;
  }
  notes.push_back(note_at(finding.earlier, fmt::format("nothing makes the host wait for {} before {} ends",
                                                       short_agent(finding.earlier), buffer_phrase(finding))));
  if (finding.memory == model::MemoryKind::Pool && finding.later.label == "cudaFree")
    notes.push_back(note_at(finding.later, "cudaFree does not wait for the device when the memory is from a pool"));
  return notes;
}

Note wait_without_record(const Finding& finding) {
  const Place& record = counterpart(finding);
  return note_at(record, fmt::format("{} is recorded only here, after the wait", event_phrase(record)));
}

/// The one thing that orders the two, and what would take it away.
Note fragile_order(const Finding& finding) {
  const Place& by = evidence(finding);
  switch (finding.reason) {
    case Reason::LegacyStreamOrders:
      return note_at(by,
                     "only this makes one follow the other; with --default-stream per-thread or non-blocking streams "
                     "nothing would");
    case Reason::BlockingStreamsOrder:
      return note_at(by, "only this makes one follow the other; were the streams non-blocking, nothing would");
    case Reason::PageableCopyWaits:
      return note_at(
          by, fmt::format("only {} here makes one follow the other; with pinned memory it would not wait", by.label));
    case Reason::FreeWaits:
      return note_at(
          by, fmt::format("only {} here makes one follow the other; as cudaFreeAsync it would not wait", by.label));
    default:
      return note_at(by, fmt::format("only {} here makes one follow the other", by.label));
  }
}

// --- advice ----------------------------------------------------------------------------------------------------------

std::vector<Advice> record_and_wait(const Finding& finding) {
  return {record_after(finding, finding.earlier, kNewEvent,
                       fmt::format("to order them, record an event on {} after {}", short_agent(finding.earlier),
                                   this_operation(finding.earlier))),
          wait_before(finding, finding.later, kNewEvent,
                      fmt::format("and make {} wait for it before {}", short_agent(finding.later),
                                  this_operation(finding.later)))};
}

std::vector<Advice> order_the_two(const Finding& finding) {
  if (finding.earlier.on_host) return {};
  if (!finding.later.on_host) return record_and_wait(finding);
  return {synchronize_before(finding, finding.later,
                             fmt::format("to order them, make the host wait for {} before {}",
                                         short_agent(finding.earlier), this_operation(finding.later)))};
}

Advice wait_here(const Finding& finding, std::string_view event, std::string text) {
  return finding.later.on_host ? synchronize_event_before(finding, finding.later, event, std::move(text))
                               : wait_before(finding, finding.later, event, std::move(text));
}

std::vector<Advice> move_wait_up(const Finding& finding) {
  const Place& wait = evidence(finding);
  if (finding.later.on_host && wait.event.empty()) return order_the_two(finding);
  return {remove(wait, "to order them, move this wait"),
          wait_here(finding, wait.event, fmt::format("in front of {}", this_operation(finding.later)))};
}

std::vector<Advice> wait_after_record(const Finding& finding) {
  const Place& wait = evidence(finding);
  if (earlier_waits(finding))
    return {advise(wait, fmt::format("to order them, submit {} and the record of {} before this wait",
                                     operation_phrase(finding.later), short_event(wait)))};
  return {remove(wait, fmt::format("to order them, wait only once {} has been recorded", short_event(wait))),
          wait_here(finding, wait.event, fmt::format("in front of {}", this_operation(finding.later)))};
}

std::vector<Advice> record_the_event(const Finding& finding) {
  const Place& wait = evidence(finding);
  const Place& before = earlier_waits(finding) ? finding.later : finding.earlier;
  return {record_after(finding, before, wait.event,
                       fmt::format("to order them, record {} on {} after {}", short_event(wait), short_agent(before),
                                   this_operation(before)))};
}

std::vector<Advice> wait_for_the_right_event(const Finding& finding) {
  const Place& wait = evidence(finding);
  const std::string event = counterpart(finding).event;
  Advice advice =
      wait.on_host ? synchronize_event_before(finding, wait, event, "") : wait_before(finding, wait, event, "");
  advice.text = fmt::format("to order them, wait for {} instead", short_event(counterpart(finding)));
  advice.edit->kind = Edit::Kind::Replace;
  return {advice};
}

std::vector<Advice> submit_to_one_stream(const Finding& finding) {
  const bool earlier_is_default = is_default_stream(finding.earlier);
  const Place& other = earlier_is_default ? finding.later : finding.earlier;
  const Place& stream_0 = earlier_is_default ? finding.earlier : finding.later;
  const std::string asynchronous = stream_0.label == "cudaMemcpy" || stream_0.label == "cudaMemset"
                                       ? fmt::format(", with {}Async", stream_0.label)
                                       : "";
  return {advise(stream_0, fmt::format("to order them, submit {} to {} as well{}", this_operation(stream_0),
                                       short_agent(other), asynchronous))};
}

/// A record on the stream of the earlier operation, after that, as the witness has it.
const Place* record_of_earlier(const Finding& finding) {
  const auto earlier = std::ranges::find(finding.path, finding.earlier);
  const auto record = std::find_if(earlier, finding.path.end(), [&](const Place& place) {
    return place.label.ends_with("EventRecord") && place.agent == finding.earlier.agent && !place.event.empty();
  });
  return record == finding.path.end() ? nullptr : &*record;
}

std::vector<Advice> keep_alive(const Finding& finding) {
  if (!finding.later.on_host) {
    const Place* const record = record_of_earlier(finding);
    if (!record) return record_and_wait(finding);
    return {wait_here(
        finding, record->event,
        fmt::format("to order them, make {} wait for `{}`, which is recorded after {}, before {}",
                    short_agent(finding.later), record->event, finding.earlier.label, this_operation(finding.later)))};
  }
  const std::string end = ends_by_itself(finding.later)
                              ? ends_phrase(finding, finding.later)
                              : fmt::format("{} {} it", finding.later.label, ending_verb(finding.later));
  return {synchronize_before(finding, finding.later,
                             fmt::format("to keep {} until then, make the host wait for {} before {}",
                                         buffer_phrase(finding), short_agent(finding.earlier), end))};
}

Advice end_later(const Finding& finding) {
  const std::string buffer = buffer_phrase(finding);
  if (ends_by_itself(finding.earlier))
    return advise(finding.earlier, fmt::format("keep {} alive until the use of it is complete", buffer));
  return advise(finding.earlier, fmt::format("free {} behind its last use, and order the free after that", buffer));
}

}  // namespace

std::vector<Note> reason_notes(const Finding& finding) {
  switch (finding.reason) {
    case Reason::NothingOrders:
      return {nothing_orders(finding)};
    case Reason::RecordedBeforeProducer:
      return {};
    case Reason::WaitAfterConsumer:
      return {late_wait(finding)};
    case Reason::WaitBeforeRecord:
      return {wait_without_record(finding)};
    case Reason::NeverRecorded:
      if (!finding.counterpart) return {};
      return {note_at(*finding.counterpart,
                      fmt::format("{} is recorded here instead", event_phrase(*finding.counterpart)))};
    case Reason::ReRecordedBeforeWait:
      return re_recorded(finding);
    case Reason::OtherEventWaitedFor:
      return other_event(finding);
    case Reason::RecordedNotWaitedFor:
      return {
          note_at(counterpart(finding), fmt::format("{} is recorded here, after it, but {} never waits for that",
                                                    event_phrase(counterpart(finding)), short_agent(finding.later)))};
    case Reason::OtherStreamSynchronized:
      return {other_stream(finding)};
    case Reason::NonBlockingStream:
      return {non_blocking(finding)};
    case Reason::LifeEnded:
      return life_ended(finding);
    case Reason::UsedAfterEnd:
      return {note_at(finding.earlier, "nothing that is submitted after this may use the memory, in any stream")};
    case Reason::CapturedPointerEnded:
      return {{.site = finding.primary.site,
               .text =
                   "a graph keeps the address and follows it at every launch; only kernel arguments are copied when "
                   "they are captured"}};
    case Reason::UnpromisedWait:
    case Reason::LegacyStreamOrders:
    case Reason::BlockingStreamsOrder:
    case Reason::PageableCopyWaits:
    case Reason::FreeWaits:
      return {fragile_order(finding)};
    default:
      return {};  // no race
  }
}

std::vector<Advice> reason_advice(const Finding& finding) {
  switch (finding.reason) {
    case Reason::NothingOrders:
    case Reason::OtherStreamSynchronized:
      return order_the_two(finding);
    case Reason::RecordedBeforeProducer:
      return {remove(evidence(finding), "to order them, move this record"),
              record_after(finding, finding.earlier, evidence(finding).event,
                           fmt::format("behind {}", this_operation(finding.earlier)))};
    case Reason::WaitAfterConsumer:
      return move_wait_up(finding);
    case Reason::WaitBeforeRecord:
      return wait_after_record(finding);
    case Reason::NeverRecorded:
      return finding.counterpart ? wait_for_the_right_event(finding) : record_the_event(finding);
    case Reason::ReRecordedBeforeWait:
      return {
          advise(counterpart(finding), fmt::format("to order them, record another event here, or wait for {} before "
                                                   "this",
                                                   short_event(counterpart(finding))))};
    case Reason::OtherEventWaitedFor:
      return wait_for_the_right_event(finding);
    case Reason::RecordedNotWaitedFor:
      return {wait_here(finding, counterpart(finding).event,
                        fmt::format("to order them, make {} wait for {} before {}", short_agent(finding.later),
                                    short_event(counterpart(finding)), this_operation(finding.later)))};
    case Reason::NonBlockingStream:
      return submit_to_one_stream(finding);
    case Reason::LifeEnded:
      return keep_alive(finding);
    case Reason::UsedAfterEnd:
      return {end_later(finding)};
    case Reason::CapturedPointerEnded:
      return {advise(finding.earlier,
                     fmt::format("keep {} alive as long as the graph may be launched", buffer_phrase(finding)))};
    case Reason::UnpromisedWait:
    case Reason::LegacyStreamOrders:
    case Reason::BlockingStreamsOrder:
    case Reason::PageableCopyWaits:
    case Reason::FreeWaits:
      return ends_life(finding.later) ? keep_alive(finding) : order_the_two(finding);
    default:
      return {};  // no race
  }
}

}  // namespace cudep::report
