// The sentences for findings that are no races, by reason.
#include "cli/report/remarks.h"

#include <fmt/format.h>

#include <iterator>

#include "cli/report/edits.h"
#include "cli/report/phrases.h"

namespace cudep::report {
namespace {

using rules::Finding;
using rules::Place;
using rules::Reason;

std::string made_event(const Finding& finding) {
  return finding.evidence ? event_phrase(*finding.evidence) : "the event";
}

/// "the wait of stream `b` for event `e`", "cudaStreamSynchronize of `b`".
std::string wait_phrase(const Place& wait) {
  if (!wait.on_host) return fmt::format("the wait of {} for {}", agent_phrase(wait), event_phrase(wait));
  if (!wait.event.empty()) return fmt::format("{} of `{}`", wait.label, wait.event);
  return wait.agent.empty() ? wait.label : fmt::format("{} of `{}`", wait.label, wait.agent);
}

std::string message(const Finding& finding) {
  const Place& at = finding.later;
  switch (finding.reason) {
    case Reason::EventKeepsNoTimes:
      return fmt::format("{} fails: {} keeps no times", at.label, made_event(finding));
    case Reason::TimeOfUnrecordedEvent:
      return fmt::format("{} fails: {} has not been recorded", at.label, made_event(finding));
    case Reason::TimeBeforeCompletion:
      return fmt::format("{} may fail: nothing makes the host wait for {} before", at.label, made_event(finding));
    case Reason::LaunchNotChecked:
      return fmt::format("no error of {} is looked at", operation_phrase(at));
    case Reason::SynchronizeNotChecked:
      return fmt::format("the result of {}, the last synchronize of the program, is dropped", at.label);
    case Reason::PageableCopy:
      return fmt::format("{} is asynchronous by name only: {} is pageable memory, for which the host waits",
                         operation_phrase(at), buffer_phrase(finding));
    case Reason::SynchronizeInPipeline:
      return fmt::format("{} makes the host wait in each lap, although it needs nothing from the streams yet",
                         at.label);
    case Reason::DefaultStreamBetween:
      return fmt::format("{} keeps apart the work of blocking streams that could overlap", operation_phrase(at));
    case Reason::NothingToOrder:
      return fmt::format("{} orders nothing that is not ordered already", wait_phrase(at));
    case Reason::MoreStreamsThanQueues:
      return fmt::format("with stream `{}` more than 32 streams of one device are in use, which share its queues",
                         at.agent);
    case Reason::StreamMadeInEachLap:
      return fmt::format("stream `{}` is made, used and destroyed in each lap", at.agent);
    default:
      return at.label;
  }
}

/// What is told at the evidence, and at the counterpart.
std::pair<std::string, std::string> note_texts(const Finding& finding) {
  const auto work = [](const std::optional<Place>& place) { return place ? operation_phrase(*place) : std::string(); };
  switch (finding.reason) {
    case Reason::EventKeepsNoTimes:
      return {"made here with cudaEventDisableTiming", ""};
    case Reason::TimeOfUnrecordedEvent:
      return {"made here", ""};
    case Reason::TimeBeforeCompletion:
      return {fmt::format("recorded here on {}", finding.evidence ? agent_phrase(*finding.evidence) : ""), ""};
    case Reason::SynchronizeInPipeline:
      return {fmt::format("a lap submits {}", work(finding.evidence)),
              fmt::format("and {}", work(finding.counterpart))};
    case Reason::DefaultStreamBetween:
      return {fmt::format("it waits for {}", work(finding.evidence)),
              fmt::format("and {} waits for it", work(finding.counterpart))};
    case Reason::StreamMadeInEachLap:
      return {"destroyed here", ""};
    default:
      return {};
  }
}

std::vector<Note> notes(const Finding& finding) {
  std::vector<Note> all;
  const auto [evidence, counterpart] = note_texts(finding);
  if (finding.evidence && !evidence.empty()) all.push_back({.site = site_of(*finding.evidence), .text = evidence});
  if (finding.counterpart && !counterpart.empty())
    all.push_back({.site = site_of(*finding.counterpart), .text = counterpart});
  return all;
}

std::vector<Advice> advice(const Finding& finding) {
  const Place& at = finding.later;
  switch (finding.reason) {
    case Reason::TimeBeforeCompletion:
      if (!finding.evidence) return {};
      return {synchronize_event_before(finding, at, finding.evidence->event, "make the host wait for it first")};
    case Reason::LaunchNotChecked:
      return {advise(at, "look at cudaGetLastError() behind the launch, and at the result of a synchronize")};
    case Reason::SynchronizeNotChecked:
      return {advise(at, "look at the result: it tells of errors while kernels ran")};
    case Reason::PageableCopy:
      return {advise(at, fmt::format("allocate {} with cudaMallocHost, or register it with cudaHostRegister",
                                     buffer_phrase(finding)))};
    case Reason::SynchronizeInPipeline:
      return {advise(at, "synchronize once behind the loop")};
    case Reason::DefaultStreamBetween:
      return {advise(at, "submit it to one of the streams, or make the streams with cudaStreamNonBlocking")};
    case Reason::NothingToOrder:
      return {advise(at, "it can go")};
    case Reason::MoreStreamsThanQueues:
      return {advise(at,
                     "use fewer streams in turn; CUDA_DEVICE_MAX_CONNECTIONS, 8 unless set, says how many queues "
                     "there are")};
    case Reason::StreamMadeInEachLap:
      return {advise(at, "make it once in front of the loop")};
    default:
      return {};
  }
}

}  // namespace

Explanation explain_remark(const Finding& finding) {
  return {.message = message(finding), .notes = notes(finding), .advice = advice(finding), .background = {}};
}

}  // namespace cudep::report
