// Puts a finding into sentences: the message by rule and reason, then notes in reading order.
#include "cli/report/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/report/phrases.h"
#include "cli/report/reasons.h"
#include "cli/report/remarks.h"

namespace cudep::report {
namespace {

using rules::Finding;
using rules::Place;
using rules::Reason;
using rules::SourceFrame;

constexpr std::size_t kShownCalls = 8;
constexpr std::size_t kShownProducers = 5;

std::string hazard(const Finding& finding) { return fmt::format("({})", abbreviation(*finding.hazard)); }

/// kernel `add` on stream `b` reads `dev` while kernel `scale` on stream `a` may still be writing it (RAW)
std::string race_sentence(const Finding& finding) {
  return fmt::format("{} {} {} while {} may still be {} it {}", operation_phrase(finding.later), later_verb(finding),
                     buffer_phrase(finding), operation_phrase(finding.earlier), still_doing(finding), hazard(finding));
}

/// A wait that does nothing, and what comes of it.
std::string ineffective_wait(const Finding& finding, std::string_view why) {
  const Place& wait = finding.evidence ? *finding.evidence : finding.later;
  return fmt::format("the wait of {} for {} has no effect, because the event is {}: {}", agent_phrase(wait),
                     event_phrase(wait), why, race_sentence(finding));
}

std::string early_record(const Finding& finding) {
  const Place& record = finding.evidence ? *finding.evidence : finding.earlier;
  return fmt::format("{} is recorded too early on {}, before {}: {} {} {} while it may still be {} {}",
                     event_phrase(record), agent_phrase(finding.earlier), finding.earlier.label,
                     operation_phrase(finding.later), later_verb(finding), buffer_phrase(finding),
                     finding.hazard == rules::Hazard::WriteAfterRead ? "read" : "written", hazard(finding));
}

std::string life_ended(const Finding& finding) {
  const std::string use =
      fmt::format("while {} may still be {} it", operation_phrase(finding.earlier), still_doing(finding));
  if (ends_by_itself(finding.later)) return fmt::format("{} {}", ends_phrase(finding, finding.later), use);
  const std::string end = finding.later.on_host ? finding.later.label : operation_phrase(finding.later);
  return fmt::format("{} {} {} {}", end, ending_verb(finding.later), buffer_phrase(finding), use);
}

std::string past_end(const Finding& finding) {
  if (ends_by_itself(finding.earlier)) return "its life has ended";
  return fmt::format("{} has ended it", operation_phrase(finding.earlier));
}

std::string used_after_end(const Finding& finding) {
  return fmt::format("{} uses {} after {}", operation_phrase(finding.later), buffer_phrase(finding), past_end(finding));
}

std::string captured_pointer(const Finding& finding) {
  return fmt::format("the graph still refers to {} here when it is launched, after {}", buffer_phrase(finding),
                     past_end(finding));
}

/// What happens to be in order, and what would take that away.
std::string fragile(const Finding& finding) {
  const std::string done = ends_life(finding.later)
                               ? fmt::format("{} {}", finding.later.label, ending_verb(finding.later))
                               : fmt::format("{} {}", operation_phrase(finding.later), later_verb(finding));
  return fmt::format("{} {} after {} only because {} {}", done, buffer_phrase(finding),
                     operation_phrase(finding.earlier), fragile_support(finding), hazard(finding));
}

std::string message(const Finding& finding) {
  if (finding.rule == "fragile-order") return fragile(finding);
  switch (finding.reason) {
    case Reason::RecordedBeforeProducer:
      return early_record(finding);
    case Reason::WaitBeforeRecord:
      return ineffective_wait(finding, "recorded only later");
    case Reason::NeverRecorded:
      return ineffective_wait(finding, "never recorded");
    case Reason::LifeEnded:
      return life_ended(finding);
    case Reason::UsedAfterEnd:
      return used_after_end(finding);
    case Reason::CapturedPointerEnded:
      return captured_pointer(finding);
    default:
      return race_sentence(finding);
  }
}

// --- notes -----------------------------------------------------------------------------------------------------------

Note call_note(const SourceFrame& frame) {
  const std::string by =
      frame.function.empty() ? "called from here" : fmt::format("called from `{}` here", frame.function);
  return {.site = frame.site, .text = by};
}

/// The calls that led to an operation, innermost first.
void append_calls(std::vector<Note>& notes, std::span<const SourceFrame> calls) {
  for (const SourceFrame& frame : calls.first(std::min(calls.size(), kShownCalls))) notes.push_back(call_note(frame));
  if (calls.size() > kShownCalls)
    notes.push_back({.site = std::nullopt, .text = fmt::format("and {} more calls above", calls.size() - kShownCalls)});
}

std::span<const SourceFrame> calls_of(const Place& place) {
  return place.frames.empty() ? std::span<const SourceFrame>{} : std::span(place.frames).subspan(1);
}

/// The calls of `place` that `shown` does not have: both often come from the same ones.
std::span<const SourceFrame> calls_apart_from(const Place& place, const Place& shown) {
  std::span<const SourceFrame> own = calls_of(place);
  std::span<const SourceFrame> other = calls_of(shown);
  while (!own.empty() && !other.empty() && own.back() == other.back()) {
    own = own.first(own.size() - 1);
    other = other.first(other.size() - 1);
  }
  return own;
}

/// Submitted first, yet not above the other in the source: the two belong to different laps of a loop, or calls.
bool in_earlier_lap(const Place& earlier, const Place& later) {
  if (earlier.frames.empty() || later.frames.empty()) return false;
  const SourceFrame& first = earlier.frames.front();
  const SourceFrame& second = later.frames.front();
  const bool same_calls = std::ranges::equal(calls_of(earlier), calls_of(later));
  return same_calls && first.function == second.function && first.site.file == second.site.file &&
         std::pair(first.site.line, first.site.column) >= std::pair(second.site.line, second.site.column);
}

std::string earlier_text(const Finding& finding, const Place& earlier) {
  if (finding.reason == Reason::UsedAfterEnd || finding.reason == Reason::CapturedPointerEnded) {
    if (ends_by_itself(earlier)) return ends_phrase(finding, earlier) + " here";
    return fmt::format("{} ends here, by {}", buffer_phrase(finding), operation_phrase(earlier));
  }
  const std::string_view lap = in_earlier_lap(earlier, finding.later) ? ", an iteration or a call earlier" : "";
  return fmt::format("{} here by {}{}", earlier_done(finding, earlier), operation_phrase(earlier), lap);
}

void append_earlier(const Finding& finding, std::vector<Note>& notes) {
  std::string text = earlier_text(finding, finding.earlier);
  if (finding.reason == Reason::RecordedBeforeProducer) text += ", after the record";
  notes.push_back({.site = site_of(finding.earlier), .text = std::move(text)});
  append_calls(notes, calls_apart_from(finding.earlier, finding.later));
}

/// Only where the finding is reported elsewhere: at an early record, at a wait without record, at a captured node.
void append_later(const Finding& finding, std::vector<Note>& notes) {
  if (site_of(finding.later) == finding.primary.site) return;
  const bool captured = finding.reason == Reason::CapturedPointerEnded;
  const std::string done = captured ? "used" : std::string(later_done(finding));
  notes.push_back(
      {.site = site_of(finding.later), .text = fmt::format("{} here by {}", done, operation_phrase(finding.later))});
  append_calls(notes, calls_of(finding.later));
}

void append_more_earlier(const Finding& finding, std::vector<Note>& notes) {
  const std::size_t shown = std::min(finding.more_earlier.size(), kShownProducers);
  for (const Place& earlier : std::span(finding.more_earlier).first(shown))
    notes.push_back({.site = site_of(earlier), .text = "likewise " + earlier_text(finding, earlier)});
  if (finding.more_earlier.size() > shown)
    notes.push_back(
        {.site = std::nullopt, .text = fmt::format("and {} more like it", finding.more_earlier.size() - shown)});
}

std::string assumption_text(const model::Assumption& assumption) {
  using Kind = model::Assumption::Kind;
  switch (assumption.kind) {
    case Kind::DistinctParameters:
      return fmt::format("assumes that `{}` and `{}` are not the same", assumption.first, assumption.second);
    case Kind::CountChosen:
      return fmt::format("assumes that `{}` is {}", assumption.first, assumption.second);
    case Kind::BranchTaken:
      return fmt::format("assumes that `{}` is {}", assumption.first, assumption.second);
    case Kind::RepeatedCall:
      return fmt::format("assumes that `{}` is called twice on one object", assumption.first);
  }
  return {};
}

std::vector<Note> background(const Finding& finding) {
  std::vector<Note> notes;
  if (finding.allocated)
    notes.push_back({.site = finding.allocated, .text = fmt::format("{} is allocated here", buffer_phrase(finding))});
  for (const model::Assumption& assumption : finding.assumptions)
    notes.push_back({.site = std::nullopt, .text = assumption_text(assumption)});
  if (finding.confidence == rules::Confidence::Possible)
    notes.push_back({.site = std::nullopt,
                     .text = "only possible: something that cudep does not see may order or separate the two"});
  return notes;
}

}  // namespace

std::vector<Note> notes_in_order(const Explanation& explanation) {
  std::vector<Note> notes = explanation.notes;
  for (const Advice& advice : explanation.advice) {
    std::string code = advice.edit ? advice.edit->code : "";
    std::ranges::replace(code, '\n', ' ');
    notes.push_back({.site = advice.site, .text = code.empty() ? advice.text : advice.text + ": " + code});
  }
  std::ranges::copy(explanation.background, std::back_inserter(notes));
  return notes;
}

Explanation explain(const Finding& finding) {
  if (!finding.hazard) return explain_remark(finding);
  Explanation explanation;
  explanation.message = message(finding);
  const bool at_later = site_of(finding.later) == finding.primary.site;
  if (at_later) append_calls(explanation.notes, calls_of(finding.later));
  append_earlier(finding, explanation.notes);
  append_later(finding, explanation.notes);
  std::ranges::move(reason_notes(finding), std::back_inserter(explanation.notes));
  append_more_earlier(finding, explanation.notes);
  explanation.advice = reason_advice(finding);
  explanation.background = background(finding);
  return explanation;
}

}  // namespace cudep::report
