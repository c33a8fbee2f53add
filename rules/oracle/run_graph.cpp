// Capture, and launches of what was captured.
#include <utility>

#include "rules/oracle/run.h"

namespace cudep::oracle {

using model::Verb;

// cudaStreamBeginCapture: calls on captured streams become nodes and nothing is enqueued. A stream joins by waiting for
// an event recorded inside.
bool Run::capture(const Call& call) {
  const model::Operation& operation = call.operation;
  const bool ends = operation.verb == Verb::EndCapture || operation.verb == Verb::BeginCapture;
  if (!operation.stream || ends) return false;
  for (auto& [id, graph] : capturing_) {
    if (operation.verb == Verb::StreamWait && graph.recorded(*operation.event)) graph.join(*operation.stream);
    if (!graph.captures(*operation.stream)) continue;
    graph.add(call.position, list_);
    return true;
  }
  return false;
}

// Nodes of one graph are compared with each other once, whether or not the graph is ever launched.
void Run::end_capture(const Call& call) {
  for (auto& [id, graph] : capturing_) {
    if (!graph.captures(*call.operation.stream)) continue;
    const auto moments = lay_out(graph);
    for (std::size_t node = 0; node < moments.size(); ++node) {
      const std::size_t captured = graph.nodes()[node].operation;
      for (const model::Access& access : list_.operations[captured].accesses)
        accesses_.push_back({captured, access, moments[node].first, moments[node].second, false, 0, captures_});
    }
    ++captures_;
    graphs_[id] = std::move(graph);
    capturing_.erase(id);
    return;
  }
}

/// Fresh moments for one execution of the graph: the start and the completion of every node, and the edges between
/// them.
std::vector<std::pair<Moment, Moment>> Run::lay_out(const CapturedGraph& graph) {
  std::vector<std::pair<Moment, Moment>> moments;
  for (const Node& node : graph.nodes()) {
    moments.emplace_back(moments_.add(), moments_.add());
    moments_.put_before(moments.back().first, moments.back().second);
    for (const Dependency& dependency : node.after)
      moments_.put_before(moments[dependency.node].second, moments.back().first, dependency.order);
  }
  return moments;
}

// cudaGraphLaunch: one operation of its stream, after every earlier launch of the same executable in any stream. Its
// nodes lie between its start and its completion; their host pointers are read now, not at capture.
void Run::launch_graph(const Call& call, const Work& work) {
  const model::GraphId executable = *call.operation.graph;
  for (const Moment earlier : launches_[executable]) moments_.put_before(earlier, work.start);
  launches_[executable].push_back(work.completion);
  const CapturedGraph& graph = graphs_[executable];
  const auto moments = lay_out(graph);
  for (std::size_t node = 0; node < moments.size(); ++node) {
    const auto& [start, completion] = moments[node];
    const model::Operation& captured = list_.operations[graph.nodes()[node].operation];
    moments_.put_before(work.start, start);
    moments_.put_before(completion, work.completion);
    for (const model::Access& access : captured.accesses) add_access(call, access, start, completion);
    if (captured.external) act_externally(captured, start, completion);
  }
}

// External records record, at each launch, what their predecessors did. An external wait reads its
// event at the launch: seen, not promised.
void Run::act_externally(const model::Operation& node, Moment start, Moment completion) {
  if (node.verb == Verb::Record) {
    events_[*node.event] = {.recordings = {{completion, Order::Doc}}, .seen = true};
    return;
  }
  const Moment waited = moments_.add();
  wait_for_event(*node.event, waited);
  moments_.put_before(waited, start, Order::Seen);
}

}  // namespace cudep::oracle
