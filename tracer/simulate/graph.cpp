// Builds, copies and runs graphs.
#include "tracer/simulate/graph.h"

#include <algorithm>
#include <map>
#include <set>

namespace cudep::simulate {

Node* Graph::add(cudaGraphNodeType type, Act act, std::span<Node* const> after) {
  nodes_.push_back(std::make_unique<Node>(
      Node{.type = type, .act = std::move(act), .after = std::vector<Node*>(after.begin(), after.end())}));
  return nodes_.back().get();
}

void Graph::remove(const Node* node) {
  for (const auto& other : nodes_) std::erase(other->after, node);
  std::erase_if(nodes_, [&](const auto& other) { return other.get() == node; });
}

std::unique_ptr<Graph> Graph::copy() const {
  auto made = std::make_unique<Graph>();
  std::map<const Node*, Node*> copies;
  for (const auto& node : nodes_) {
    made->nodes_.push_back(std::make_unique<Node>(*node));
    made->nodes_.back()->original = node.get();
    copies[node.get()] = made->nodes_.back().get();
  }
  for (const auto& node : made->nodes_) {
    for (Node*& before : node->after) before = copies.at(before);
  }
  return made;
}

Node* Graph::find(const Node* node) const {
  const auto same = [&](const auto& own) { return own.get() == node || own->original == node; };
  const auto found = std::ranges::find_if(nodes_, same);
  return found == nodes_.end() ? nullptr : found->get();
}

bool Graph::reaches(const Node* node, std::span<Node* const> last) const {
  std::vector<const Node*> open(last.begin(), last.end());
  std::set<const Node*> seen;
  while (!open.empty()) {
    const Node* const next = open.back();
    open.pop_back();
    if (next == node) return true;
    if (seen.insert(next).second) open.insert(open.end(), next->after.begin(), next->after.end());
  }
  return false;
}

void Graph::run() const {
  std::set<const Node*> done;
  const auto is_due = [&](const Node& node) {
    return !done.contains(&node) &&
           std::ranges::all_of(node.after, [&](Node* before) { return done.contains(before); });
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& node : nodes_) {
      if (!is_due(*node)) continue;
      if (node->enabled && node->act) node->act();
      done.insert(node.get());
      progress = true;
    }
  }
}

}  // namespace cudep::simulate
