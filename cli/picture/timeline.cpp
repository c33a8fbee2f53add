// Sorts operations into lanes.
#include "cli/picture/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/picture/graph_accesses.h"
#include "rules/engine/ordering.h"

namespace cudep::picture {
namespace {

using model::Operation;

std::string host_name(std::uint32_t thread, const model::Operation& op, const model::Entities& entities) {
  if (thread != 0) return fmt::format("host thread {}", thread);
  return index(op.host) < entities.hosts.size() ? entities.hosts[index(op.host)] : "host";
}

/// The lanes in the order in which they are first used, the host's first.
class Lanes {
 public:
  explicit Lanes(const model::Entities& entities) : entities_(entities) {}

  std::uint32_t of(const Operation& op, std::uint32_t thread) {
    if (!engine::is_submitted(op))
      return lane(hosts_, std::pair(op.host, thread), {host_name(thread, op, entities_), true});
    const model::Stream& stream = entities_.streams[index(*op.stream)];
    return lane(streams_, *op.stream, {stream.name, false, stream.kind});
  }

  /// The final order; `bars` were given the numbers of `of`.
  std::vector<Lane> finish(std::vector<Bar>& bars) && {
    std::vector<std::uint32_t> order(lanes_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t lane) { return !lanes_[lane].on_host; });
    std::vector<std::uint32_t> number(order.size());
    std::vector<Lane> sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      number[order[i]] = i;
      sorted.push_back(lanes_[order[i]]);
    }
    for (Bar& bar : bars) bar.lane = number[bar.lane];
    return sorted;
  }

 private:
  template <class Key>
  std::uint32_t lane(std::map<Key, std::uint32_t>& known, const Key& key, Lane lane) {
    const auto [at, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(lanes_.size()));
    if (is_new) lanes_.push_back(std::move(lane));
    return at->second;
  }

  const model::Entities& entities_;
  std::map<std::pair<model::HostId, std::uint32_t>, std::uint32_t> hosts_;
  std::map<model::StreamId, std::uint32_t> streams_;
  std::vector<Lane> lanes_;
};

}  // namespace

Timeline timeline_of(model::OperationList list, const std::vector<Recorded>& recorded) {
  Timeline timeline{.list = std::move(list)};
  Order order = order_of(timeline.list);
  timeline.edges = std::move(order.edges);
  add_node_accesses(timeline.list);
  Lanes lanes(timeline.list.entities);
  for (std::size_t i = 0; i < timeline.list.operations.size(); ++i) {
    const Recorded known = i < recorded.size() ? recorded[i] : Recorded{};
    timeline.bars.push_back({.lane = lanes.of(timeline.list.operations[i], known.thread),
                             .captured = order.captured[i],
                             .called = known.called,
                             .ran = known.ran});
  }
  timeline.lanes = std::move(lanes).finish(timeline.bars);
  for (Lane& lane : timeline.lanes) lane.in_graph = true;
  for (const Bar& bar : timeline.bars) timeline.lanes[bar.lane].in_graph &= bar.captured;
  return timeline;
}

std::vector<Span> times_of(const Timeline& timeline) {
  if (std::ranges::none_of(timeline.bars, [](const Bar& bar) { return bar.called.has_value(); })) return {};
  std::vector<Span> spans;
  std::vector<std::uint64_t> reached(timeline.lanes.size());
  auto edge = timeline.edges.begin();
  for (std::uint32_t i = 0; i < timeline.bars.size(); ++i) {
    const Bar& bar = timeline.bars[i];
    const std::uint64_t begin = std::max(reached[bar.lane], bar.called.value_or(0));
    Span span{begin, begin};
    for (; edge != timeline.edges.end() && edge->to == i; ++edge) span.end = std::max(span.end, spans[edge->from].end);
    spans.push_back(bar.ran.value_or(span));
    reached[bar.lane] = std::max(reached[bar.lane], spans.back().end);
  }
  return spans;
}

}  // namespace cudep::picture
