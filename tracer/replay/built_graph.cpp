// Tells built graphs as captures.
#include "tracer/replay/built_graph.h"

#include <algorithm>
#include <optional>
#include <set>

namespace cudep::replay {
namespace {

/// Each node after those it depends on; what is left in a cycle keeps its place.
std::vector<const BuiltNode*> in_order(const std::vector<BuiltNode>& nodes) {
  std::vector<const BuiltNode*> ordered;
  std::vector<const BuiltNode*> waiting;
  for (const BuiltNode& node : nodes) waiting.push_back(&node);
  std::set<std::uint64_t> left;
  for (const BuiltNode& node : nodes) left.insert(node.node);
  while (!waiting.empty()) {
    const auto is_ready = [&](const BuiltNode* node) {
      return std::ranges::none_of(node->dependencies, [&](std::uint64_t other) { return left.contains(other); });
    };
    auto ready = std::ranges::find_if(waiting, is_ready);
    if (ready == waiting.end()) ready = waiting.begin();
    left.erase((*ready)->node);
    ordered.push_back(*ready);
    waiting.erase(ready);
  }
  return ordered;
}

}  // namespace

void BuiltGraphs::add(format::GraphId graph, BuiltNode node) { graphs_[graph].push_back(std::move(node)); }

void BuiltGraphs::change(format::GraphId graph, std::uint64_t node, const model::Operation& operation) {
  for (BuiltNode& known : graphs_[graph])
    if (known.node == node) known.operation = operation;
}

void BuiltGraphs::depend(format::GraphId graph, std::span<const format::Dependency> dependencies) {
  for (BuiltNode& node : graphs_[graph])
    for (const format::Dependency& dependency : dependencies)
      if (dependency.to == node.node) node.dependencies.push_back(dependency.from);
}

std::vector<model::Access> BuiltGraphs::accesses(format::GraphId graph) const {
  std::vector<model::Access> all;
  const auto found = graphs_.find(graph);
  if (found == graphs_.end()) return all;
  for (const BuiltNode& node : found->second) std::ranges::copy(node.operation.accesses, std::back_inserter(all));
  return all;
}

std::vector<model::Operation> BuiltGraphs::capture(format::GraphId graph, Objects& objects,
                                                   const model::Operation& instantiate, model::DeviceId device) const {
  const auto found = graphs_.find(graph);
  if (found == graphs_.end()) return {};
  using model::Verb;
  std::vector<model::Operation> operations;
  const model::StreamId origin = objects.new_stream(device);
  const auto add = [&](Verb verb, model::StreamId stream, std::optional<model::EventId> event) {
    operations.push_back({.verb = verb, .host = instantiate.host, .stream = stream, .event = event});
    operations.back().label = instantiate.label;
    operations.back().frames = instantiate.frames;
  };
  const model::EventId begun = objects.new_event();
  add(Verb::BeginCapture, origin, std::nullopt);
  add(Verb::Record, origin, begun);
  std::map<std::uint64_t, model::EventId> done;
  for (const BuiltNode* node : in_order(found->second)) {
    const model::StreamId stream = objects.new_stream(device);
    add(Verb::StreamWait, stream, begun);
    for (const std::uint64_t other : node->dependencies)
      if (const auto event = done.find(other); event != done.end()) add(Verb::StreamWait, stream, event->second);
    operations.push_back(node->operation);
    operations.back().stream = stream;
    const model::EventId event = objects.new_event();
    add(Verb::Record, stream, event);
    done[node->node] = event;
  }
  add(Verb::EndCapture, origin, std::nullopt);
  operations.front().graph = operations.back().graph = objects.graph(graph);
  return operations;
}

}  // namespace cudep::replay
