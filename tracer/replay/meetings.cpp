// Runs the engine, without repair, over a history that watches the operations of the findings alone.
#include "tracer/replay/meetings.h"

#include <algorithm>
#include <map>
#include <set>

#include "rules/engine/engine.h"
#include "tracer/replay/matching.h"

namespace cudep::replay {
namespace {

using engine::Clock;
using engine::Entry;
using engine::Touch;

constexpr std::size_t kRemembered = 64;  // earlier operations of one finding on one buffer

/// Which sides of which findings an operation is.
struct Roles {
  std::vector<std::size_t> earlier;
  std::vector<std::size_t> later;
};

class RoleTable {
 public:
  RoleTable(std::span<const rules::Finding> findings, const model::OperationList& run) {
    of_.reserve(run.operations.size());
    for (const model::Operation& op : run.operations) {
      std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(op.verb)};
      for (const model::Frame& frame : op.frames) {
        key.push_back(static_cast<std::uint32_t>(index(frame.site)));
        key.push_back(static_cast<std::uint32_t>(index(frame.function)));
      }
      const auto [known, is_new] = kinds_.try_emplace(std::move(key));
      if (is_new) known->second = roles(findings, op, run.entities);
      of_.push_back(&known->second);
    }
  }

  [[nodiscard]] const Roles& of(std::uint32_t position) const { return *of_[position]; }

 private:
  static Roles roles(std::span<const rules::Finding> findings, const model::Operation& op,
                     const model::Entities& entities) {
    Roles result;
    const auto is = [&](const rules::Place& place) { return match(place, op, entities) != Match::None; };
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (is(findings[i].earlier) || std::ranges::any_of(findings[i].more_earlier, is)) result.earlier.push_back(i);
      if (is(findings[i].later)) result.later.push_back(i);
    }
    return result;
  }

  std::map<std::vector<std::uint32_t>, Roles> kinds_;  // by verb and frames
  std::vector<const Roles*> of_;
};

/// What all captures and the outside share.
struct Watch {
  std::span<const rules::Finding> findings;
  const model::OperationList& run;
  const RoleTable& roles;
  std::vector<bool> used_in_part;
  Meetings result;
};

/// A History of the engine: it finds no conflicts, but notes the order of those that findings speak of.
class WatchHistory {
 public:
  using IsSettled = engine::NoHistory::IsSettled;

  WatchHistory(Watch& watch, bool outside) : watch_(&watch), outside_(outside) {}
  /// The engine copies a fresh history for each capture.
  WatchHistory(const WatchHistory& other) : watch_(other.watch_), outside_(false) {}
  WatchHistory& operator=(const WatchHistory&) = delete;
  WatchHistory(WatchHistory&&) = default;
  WatchHistory& operator=(WatchHistory&&) = default;
  ~WatchHistory() = default;

  void conflicts(const Touch&, const engine::Asker&, std::vector<engine::Conflict>&) const {}
  void begin(model::BufferId) {}

  void add(const Touch& touch, const Entry& entry, const Clock& clock, const IsSettled&) {
    for (const std::size_t finding : sides(entry, &Roles::later)) meet(finding, touch, entry, clock);
    for (const std::size_t finding : sides(entry, &Roles::earlier)) {
      auto& past = past_[{finding, touch.buffer}];
      if (past.size() == kRemembered) past.erase(past.begin());
      past.push_back({entry, touch.range ? *touch.range : model::ByteRange::whole(), touch.everything});
    }
  }

 private:
  struct Past {
    Entry entry;
    model::ByteRange range;
    bool everything;
  };

  std::set<std::size_t> sides(const Entry& entry, std::vector<std::size_t> Roles::* side) const {
    const auto& of_op = watch_->roles.of(entry.op).*side;
    std::set<std::size_t> all(of_op.begin(), of_op.end());
    const auto& of_origin = watch_->roles.of(entry.origin).*side;
    all.insert(of_origin.begin(), of_origin.end());
    return all;
  }

  [[nodiscard]] bool overlap(const Past& past, const Touch& touch) const {
    if (past.everything || touch.everything || !touch.range) return true;
    return compare(past.range, *touch.range, !watch_->used_in_part[index(touch.buffer)],
                   watch_->run.entities.symbols) != model::Overlap::None;
  }

  [[nodiscard]] bool is_ordered(std::size_t finding, const Entry& earlier, const Clock& clock) const {
    if (watch_->findings[finding].reason == rules::Reason::UsedAfterEnd) return false;
    return clock.order(earlier.agent, earlier.epoch).has_value();
  }

  /// With the last earlier operation of every agent.
  void meet(std::size_t finding, const Touch& touch, const Entry& entry, const Clock& clock) {
    std::set<engine::AgentId> met;
    const auto& past = past_[{finding, touch.buffer}];
    for (auto earlier = past.rbegin(); earlier != past.rend(); ++earlier) {
      if (earlier->entry.op == entry.op && outside_) continue;
      if (!engine::writes(earlier->entry.kind) && !engine::writes(entry.kind) && !entry.ends) continue;
      if (!overlap(*earlier, touch) || !met.insert(earlier->entry.agent).second) continue;
      note({.finding = finding,
            .earlier = earlier->entry.op,
            .later = entry.op,
            .ordered = is_ordered(finding, earlier->entry, clock),
            .in_capture = !outside_});
    }
  }

  /// Once for each pair of operations, unordered when any of its bytes is.
  void note(const Meeting& meeting) {
    auto& all = watch_->result.all;
    for (auto known = all.rbegin(); known != all.rend() && known->later == meeting.later; ++known)
      if (known->finding == meeting.finding && known->earlier == meeting.earlier) {
        known->ordered = known->ordered && meeting.ordered;
        return;
      }
    all.push_back(meeting);
  }

  Watch* watch_;
  bool outside_;
  std::map<std::pair<std::size_t, model::BufferId>, std::vector<Past>> past_;
};

}  // namespace

Meetings find_meetings(std::span<const rules::Finding> findings, const model::OperationList& run) {
  const RoleTable roles(findings, run);
  Watch watch{findings, run, roles, engine::used_in_part(run), {}};
  watch.result.sides.resize(findings.size());
  engine::Engine<WatchHistory> engine(run.entities, WatchHistory(watch, true), {.facts = {}, .mends = false});
  std::vector<engine::Race> none;
  for (std::uint32_t i = 0; i < run.operations.size(); ++i) {
    for (const std::size_t finding : roles.of(i).earlier) ++watch.result.sides[finding].earlier;
    for (const std::size_t finding : roles.of(i).later) ++watch.result.sides[finding].later;
    engine.advance(run.operations[i], none);
  }
  return std::move(watch.result);
}

}  // namespace cudep::replay
