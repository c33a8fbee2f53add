// Breadth-first search over the edges.
#include "rules/oracle/moments.h"

#include <cstddef>

namespace cudep::oracle {

Moment Moments::add() {
  edges_.emplace_back();
  return Moment(edges_.size() - 1);
}

void Moments::put_before(Moment first, Moment second, Order order) {
  if (order != Order::None) edges_[static_cast<std::size_t>(first)].push_back({second, order});
}

Order Moments::order(Moment first, Moment second) const {
  for (const Order order : {Order::Doc, Order::Seen, Order::Open})
    if (reaches(first, second, order)) return order;
  return Order::None;
}

bool Moments::reaches(Moment first, Moment second, Order weakest) const {
  std::vector<bool> found(edges_.size());
  std::vector<Moment> queue = {first};
  found[static_cast<std::size_t>(first)] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    if (queue[next] == second) return true;
    for (const Edge& edge : edges_[static_cast<std::size_t>(queue[next])]) {
      if (edge.order > weakest || found[static_cast<std::size_t>(edge.to)]) continue;
      found[static_cast<std::size_t>(edge.to)] = true;
      queue.push_back(edge.to);
    }
  }
  return false;
}

}  // namespace cudep::oracle
