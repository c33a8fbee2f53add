// The questions, in the order in which the first answer counts.
#include "rules/engine/reason.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "rules/engine/ordering.h"

namespace cudep::engine {
namespace {

using model::Operation;
using model::Verb;
using rules::Reason;
using Answer = std::optional<Explanation>;

/// A happens on agent `s`, then B on agent `t`.
class Question {
 public:
  Question(const Race& race, const model::OperationList& path, const PathLog& log)
      : race_(race), path_(path), log_(log), a_(race.earlier.op), b_(race.later.op) {
    if (race.capture) {
      a_ = race.earlier.origin;
      b_ = race.later.origin;
    }
    s_ = log.positions[a_];
    t_ = log.positions[b_];
    for (const LoggedWait& wait : log.waits | std::views::reverse)
      if (is_by(wait.position, t_) && wait.op < b_) waits_.push_back(&wait);
    for (const LoggedRecord& record : log.records)
      if (record.op < b_ && covers(record)) covering_.push_back(&record);
  }

  [[nodiscard]] Answer life_ended() const;
  [[nodiscard]] Answer waited_for_covering_event() const;
  [[nodiscard]] Answer waited_for_unrecorded_event() const;
  [[nodiscard]] Answer waited_for_early_record() const;
  [[nodiscard]] Answer waited_before_record() const;
  [[nodiscard]] Answer earlier_side_waited() const;
  [[nodiscard]] Answer waited_after() const;
  [[nodiscard]] Answer waited_for_other() const;
  [[nodiscard]] Answer synchronized_other() const;
  [[nodiscard]] Answer takes_no_part() const;
  /// Some event that covers A is waited for by B's side, or could serve nothing but a wait: it keeps no times.
  [[nodiscard]] bool covering_event_is_meant() const;

 private:
  static bool is_by(const Position& position, const Position& agent) {
    return position.agent == agent.agent && position.capture == agent.capture;
  }
  [[nodiscard]] const Operation& op(std::uint32_t position) const { return path_.operations[position]; }
  [[nodiscard]] bool covers(const LoggedRecord& record) const {
    return record.op > a_ && record.position.capture == s_.capture &&
           record.captured.knows(s_.agent, s_.epoch, Strength::Doc);
  }
  [[nodiscard]] bool accesses_between(const Position& agent, std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t i = from + 1; i < to; ++i)
      if (is_by(log_.positions[i], agent) && !op(i).accesses.empty()) return true;
    return false;
  }
  [[nodiscard]] bool is_near(const LoggedWait& wait) const {
    return wait.op > a_ || !accesses_between(t_, wait.op, b_);
  }
  [[nodiscard]] const LoggedRecord* record_at(std::uint32_t position, model::EventId event) const {
    const auto found = std::ranges::find_if(
        log_.records, [&](const LoggedRecord& record) { return record.op == position && record.event == event; });
    return found == log_.records.end() ? nullptr : &*found;
  }
  /// The first record of the event by that agent after `from`.
  [[nodiscard]] const LoggedRecord* recorded_after(model::EventId event, const Position& agent,
                                                   std::uint32_t from) const {
    const auto found = std::ranges::find_if(log_.records, [&](const LoggedRecord& record) {
      return record.event == event && record.op > from && is_by(record.position, agent);
    });
    return found == log_.records.end() ? nullptr : &*found;
  }

  const Race& race_;
  const model::OperationList& path_;
  const PathLog& log_;
  std::uint32_t a_;
  std::uint32_t b_;
  Position s_;
  Position t_;
  std::vector<const LoggedWait*> waits_;       // of t before B, newest first
  std::vector<const LoggedRecord*> covering_;  // before B, by any agent
};

bool ends_life(Verb verb) {
  return verb == Verb::FreeAsync || verb == Verb::FreeDevice || verb == Verb::FreePinned || verb == Verb::Unregister ||
         verb == Verb::EndHostLife;
}

Answer Question::life_ended() const {
  if (race_.after_end) {
    const model::MemoryKind kind = path_.entities.buffers[index(race_.buffer)].kind;
    const bool host_memory = kind == model::MemoryKind::Pageable || kind == model::MemoryKind::Pinned;
    const bool by_node = race_.later.origin != race_.later.op;
    return Explanation{
        by_node && host_memory ? Reason::CapturedPointerEnded : Reason::UsedAfterEnd, race_.earlier.op, {}};
  }
  const bool ends_this = race_.later.ends || (ends_life(op(b_).verb) && op(b_).buffer == race_.buffer);
  return ends_this ? Answer(Explanation{Reason::LifeEnded}) : std::nullopt;
}

Answer Question::waited_for_covering_event() const {
  for (const LoggedWait* wait : waits_)
    for (const LoggedRecord* record : covering_) {
      if (wait->event != record->event) continue;
      if (wait->op < record->op && wait->matched_none() && is_near(*wait))
        return Explanation{Reason::WaitBeforeRecord, wait->op, record->op};
      if (wait->op < record->op || !wait->record) continue;
      const LoggedRecord* matched = record_at(*wait->record, wait->event);
      if (matched && matched->op > record->op && !covers(*matched))
        return Explanation{Reason::ReRecordedBeforeWait, wait->op, matched->op};
    }
  return std::nullopt;
}

Answer Question::waited_for_unrecorded_event() const {
  for (const LoggedWait* wait : waits_) {
    const bool recorded =
        std::ranges::any_of(log_.records, [&](const auto& record) { return record.event == wait->event; });
    if (wait->matched_none() && !recorded) return Explanation{Reason::NeverRecorded, wait->op, {}};
  }
  return std::nullopt;
}

bool Question::covering_event_is_meant() const {
  const bool for_host = !is_submitted(op(b_));
  return std::ranges::any_of(covering_, [&](const LoggedRecord* record) {
    bool used = false;
    for (const LoggedWait& wait : log_.waits) {
      if (wait.event != record->event) continue;
      used = true;
      if (is_submitted(op(wait.op)) != for_host) return true;
    }
    return !used && !path_.entities.events[index(record->event)].timing;
  });
}

Answer Question::waited_for_early_record() const {
  for (const LoggedWait* wait : waits_) {
    if (!is_near(*wait) || !wait->record || *wait->record >= a_) continue;
    const LoggedRecord* matched = record_at(*wait->record, wait->event);
    if (matched && is_by(matched->position, s_))
      return Explanation{Reason::RecordedBeforeProducer, matched->op, wait->op};
  }
  return std::nullopt;
}

Answer Question::waited_before_record() const {
  for (const LoggedWait* wait : waits_) {
    if (!is_near(*wait) || !wait->matched_none()) continue;
    if (const LoggedRecord* later = recorded_after(wait->event, s_, wait->op))
      return Explanation{Reason::WaitBeforeRecord, wait->op, later->op};
  }
  return std::nullopt;
}

Answer Question::earlier_side_waited() const {
  for (const LoggedWait& wait : log_.waits | std::views::reverse) {
    if (!is_by(wait.position, s_) || wait.op > a_ || !wait.matched_none() || accesses_between(s_, wait.op, a_))
      continue;
    if (const LoggedRecord* later = recorded_after(wait.event, t_, b_))
      return Explanation{Reason::WaitBeforeRecord, wait.op, later->op};
  }
  return std::nullopt;
}

Answer Question::waited_after() const {
  for (const LoggedWait& wait : log_.waits) {
    if (!is_by(wait.position, t_) || wait.op < b_ || !wait.record) continue;
    const LoggedRecord* matched = record_at(*wait.record, wait.event);
    if (!matched || matched->op < a_) continue;
    const bool covers_a = std::ranges::count(covering_, matched) > 0 || is_by(matched->position, s_);
    if (covers_a) return Explanation{Reason::WaitAfterConsumer, wait.op, matched->op};
  }
  return std::nullopt;
}

Answer Question::waited_for_other() const {
  if (covering_.empty()) return std::nullopt;
  if (waits_.empty()) return Explanation{Reason::RecordedNotWaitedFor, {}, covering_.front()->op};
  return Explanation{Reason::OtherEventWaitedFor, waits_.front()->op, covering_.front()->op};
}

Answer Question::synchronized_other() const {
  for (std::uint32_t i = b_; i-- > a_ + 1;) {
    const Verb verb = op(i).verb;
    const bool synchronizes = verb == Verb::StreamSynchronize || verb == Verb::EventSynchronize ||
                              verb == Verb::StreamQuery || verb == Verb::EventQuery || verb == Verb::DeviceSynchronize;
    if (synchronizes && op(i).host == op(b_).host) return Explanation{Reason::OtherStreamSynchronized, i, {}};
  }
  return std::nullopt;
}

Answer Question::takes_no_part() const {
  if (!is_submitted(op(a_)) || !is_submitted(op(b_))) return std::nullopt;
  const auto& streams = path_.entities.streams;
  const model::StreamKind a = streams[index(*op(a_).stream)].kind;
  const model::StreamKind b = streams[index(*op(b_).stream)].kind;
  const bool apart = (a == model::StreamKind::Legacy && b == model::StreamKind::NonBlocking) ||
                     (b == model::StreamKind::Legacy && a == model::StreamKind::NonBlocking);
  return apart ? Answer(Explanation{Reason::NonBlockingStream}) : std::nullopt;
}

}  // namespace

Explanation explain(const Race& race, const model::OperationList& path, const PathLog& log) {
  const Question question(race, path, log);
  if (const Answer answer = question.life_ended()) return *answer;
  if (const Answer answer = question.waited_for_covering_event()) return *answer;
  if (const Answer answer = question.waited_for_unrecorded_event()) return *answer;
  if (!question.covering_event_is_meant()) {
    if (const Answer answer = question.waited_for_early_record()) return *answer;
    if (const Answer answer = question.waited_before_record()) return *answer;
    if (const Answer answer = question.earlier_side_waited()) return *answer;
  }
  if (const Answer answer = question.waited_after()) return *answer;
  if (const Answer answer = question.waited_for_other()) return *answer;
  if (const Answer answer = question.synchronized_other()) return *answer;
  if (const Answer answer = question.takes_no_part()) return *answer;
  return {};
}

}  // namespace cudep::engine
