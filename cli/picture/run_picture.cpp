// Finds the operations of the run that each finding speaks of.
#include "cli/picture/run_picture.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "tracer/replay/matching.h"
#include "tracer/replay/meetings.h"

namespace cudep::picture {
namespace {

using model::OperationList;
using rules::Place;

std::vector<Recorded> recorded_of(const format::Trace& trace, const replay::Replayed& run) {
  std::vector<Recorded> all;
  for (std::size_t i = 0; i < run.calls.size(); ++i) {
    const format::Call& call = trace.calls[run.calls[i]];
    Recorded recorded{.thread = call.thread};
    if (call.time >= trace.start_monotonic) recorded.called = call.time - trace.start_monotonic;
    const auto& time = run.times[i];
    if (time && time->begin >= trace.start_timeline)
      recorded.ran = Span{time->begin - trace.start_timeline, time->end - trace.start_timeline};
    all.push_back(recorded);
  }
  return all;
}

/// The operation of a place that is nearest to `near`.
std::optional<std::uint32_t> nearest(const Place& place, const OperationList& run, std::uint32_t near) {
  std::optional<std::uint32_t> best;
  const auto distance = [&](std::uint32_t position) { return std::max(position, near) - std::min(position, near); };
  for (std::uint32_t i = 0; i < run.operations.size(); ++i) {
    if (best && distance(i) >= distance(*best)) continue;
    if (replay::match(place, run.operations[i], run.entities) != replay::Match::None) best = i;
  }
  return best;
}

void add_step(const std::optional<Place>& place, Step::Role role, const OperationList& run, ShownFinding& shown) {
  if (!place) return;
  const std::uint32_t near = shown.pairs.empty() ? 0 : shown.pairs.front().later;
  if (const auto position = nearest(*place, run, near)) shown.steps.push_back({*position, role});
}

void add_reported(const Place& place, const OperationList& run, ShownFinding& shown) {
  for (std::uint32_t i = 0; i < run.operations.size(); ++i)
    if (replay::match(place, run.operations[i], run.entities) != replay::Match::None)
      shown.steps.push_back({i, Step::Role::Reported});
}

/// On the GPU, the later one began before the earlier one had ended.
bool overlapped(const Pair& pair, const Timeline& timeline) {
  const auto& earlier = timeline.bars[pair.earlier].ran;
  const auto& later = timeline.bars[pair.later].ran;
  return !pair.ordered && earlier && later && later->begin < earlier->end;
}

/// Unordered pairs first.
void add_pairs(const replay::Meetings& meetings, std::vector<ShownFinding>& findings) {
  for (const bool ordered : {false, true})
    for (const replay::Meeting& meeting : meetings.all)
      if (meeting.ordered == ordered)
        findings[meeting.finding].pairs.push_back({meeting.earlier, meeting.later, ordered});
}

}  // namespace

Picture picture_of_run(std::string title, const format::Trace& trace, audit::Run run, report::Report judged) {
  Picture picture{.title = std::move(title), .notes = trace.losses, .is_whole = trace.losses.empty()};
  std::ranges::copy(trace.notices, std::back_inserter(picture.notes));
  std::ranges::move(run.replayed.notices, std::back_inserter(picture.notes));
  const replay::Meetings meetings = replay::find_meetings(judged.findings, run.replayed.list);
  for (std::size_t i = 0; i < judged.findings.size(); ++i)
    picture.findings.push_back({.finding = std::move(judged.findings[i]), .verdict = std::move(judged.verdicts[i])});
  add_pairs(meetings, picture.findings);
  const OperationList& list = run.replayed.list;
  for (ShownFinding& shown : picture.findings) {
    add_step(shown.finding.evidence, Step::Role::Evidence, list, shown);
    add_step(shown.finding.counterpart, Step::Role::Counterpart, list, shown);
    if (!shown.finding.hazard) add_reported(shown.finding.later, list, shown);
  }
  picture.timelines.push_back(timeline_of(std::move(run.replayed.list), recorded_of(trace, run.replayed)));
  for (ShownFinding& shown : picture.findings)
    std::ranges::stable_sort(shown.pairs, {},
                             [&](const Pair& pair) { return !overlapped(pair, picture.timelines.front()); });
  return picture;
}

}  // namespace cudep::picture
