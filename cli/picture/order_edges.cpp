// Walks the path with the clocks of the engine: what an operation knows that its agent did not know before came over an
// edge, and of what came together the newest that implies the rest is shown.
#include "cli/picture/order_edges.h"

#include <algorithm>
#include <tuple>

#include "rules/engine/clock.h"
#include "rules/order_walk.h"
#include "rules/races.h"

namespace cudep::picture {
namespace {

using engine::AgentId;
using engine::Clock;
using engine::Strength;
using model::Operation;
using model::Verb;

/// An operation, and what it knew.
struct Done {
  std::uint32_t position;
  Clock clock;
};

class EdgeFinder {
 public:
  explicit EdgeFinder(const model::OperationList& path) : path_(path) {}

  void take(std::uint32_t position, const Clock& clock) {
    Agent& self = agent(clock.self());
    self.on_host = !engine::is_submitted(path_.operations[position]);
    if (self.lessons != clock.lessons()) {
      self.lessons = clock.lessons();
      add_edges(position, clock);
    }
    agent(clock.self()).done.push_back({position, clock});
  }

  std::vector<Edge> edges() && { return std::move(edges_); }

 private:
  struct Agent {
    std::vector<Done> done;
    std::vector<std::size_t> known;  // by other agent: how many of its operations this one follows
    std::uint32_t lessons = 0;
    bool on_host = false;
  };
  /// The operations [before, after) of an agent are known from now on.
  struct News {
    const Agent* of;
    std::size_t before;
    std::size_t after;
    [[nodiscard]] const Done& newest() const { return of->done[after - 1]; }
  };

  Agent& agent(AgentId id) {
    if (agents_.size() <= index(id)) agents_.resize(index(id) + 1);
    return agents_[index(id)];
  }

  static bool follows(const Clock& clock, const Done& earlier) {
    return clock.knows(earlier.clock.self(), earlier.clock.epoch(), Strength::Doc);
  }

  std::vector<News> news_of(const Clock& clock) {
    std::vector<std::size_t>& known = agent(clock.self()).known;
    known.resize(agents_.size());
    std::vector<News> news;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      if (i == index(clock.self())) continue;
      const std::size_t before = known[i];
      while (known[i] < agents_[i].done.size() && follows(clock, agents_[i].done[known[i]])) ++known[i];
      if (known[i] != before) news.push_back({&agents_[i], before, known[i]});
    }
    return news;
  }

  /// What submitted work follows of the host: the first operation that brought it something new of other agents.
  static const Done* first_teacher(const News& host, const std::vector<News>& news) {
    const auto teaches = [&](const Done& done) {
      return std::ranges::all_of(news, [&](const News& other) {
        return other.of == host.of || !follows(host.newest().clock, other.newest()) ||
               follows(done.clock, other.newest());
      });
    };
    const auto taught = [&](const News& other) {
      return other.of != host.of && follows(host.newest().clock, other.newest());
    };
    if (std::ranges::none_of(news, taught)) return nullptr;
    const auto begin = host.of->done.begin();
    return &*std::partition_point(begin + static_cast<std::ptrdiff_t>(host.before),
                                  begin + static_cast<std::ptrdiff_t>(host.after) - 1,
                                  [&](const Done& done) { return !teaches(done); });
  }

  void add_edges(std::uint32_t position, const Clock& clock) {
    const std::vector<News> news = news_of(clock);
    for (const News& item : news) {
      const bool implied = std::ranges::any_of(
          news, [&](const News& other) { return other.of != item.of && follows(other.newest().clock, item.newest()); });
      if (implied) continue;
      const Done* from = item.of->on_host ? first_teacher(item, news) : &item.newest();
      if (from) edges_.push_back({from->position, position, kind(item.of->on_host, from->position, position)});
    }
  }

  [[nodiscard]] EdgeKind kind(bool from_host, std::uint32_t from, std::uint32_t to) const {
    const Operation& source = path_.operations[from];
    const Operation& target = path_.operations[to];
    const bool by_event =
        target.verb == Verb::StreamWait || target.verb == Verb::EventSynchronize || target.verb == Verb::EventQuery;
    if (by_event && source.verb == Verb::Record && source.event == target.event) return EdgeKind::Event;
    if (from_host) return EdgeKind::Submission;
    return engine::is_submitted(target) ? EdgeKind::Implicit : EdgeKind::HostWait;
  }

  const model::OperationList& path_;
  std::vector<Agent> agents_;
  std::vector<Edge> edges_;
};

/// Inside a capture events alone order streams.
void add_captured_edges(const model::OperationList& path, std::vector<Edge>& edges) {
  for (const engine::LoggedWait& wait : rules::log_of(path, {}).waits)
    if (wait.position.capture != 0 && wait.record) edges.push_back({*wait.record, wait.op, EdgeKind::Event});
}

}  // namespace

std::string_view name(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::Event:
      return "event";
    case EdgeKind::HostWait:
      return "host-wait";
    case EdgeKind::Submission:
      return "submission";
    case EdgeKind::Implicit:
      return "implicit";
  }
  return "implicit";
}

Order order_of(const model::OperationList& path) {
  Order order{.edges = {}, .captured = std::vector<bool>(path.operations.size(), true)};
  EdgeFinder finder(path);
  rules::OrderWalk walk(path, {});
  while (walk.next()) {
    order.captured[walk.position()] = false;
    finder.take(walk.position(), walk.clock());
  }
  order.edges = std::move(finder).edges();
  add_captured_edges(path, order.edges);
  std::ranges::sort(order.edges, {}, [](const Edge& edge) { return std::tuple(edge.to, edge.from); });
  return order;
}

}  // namespace cudep::picture
