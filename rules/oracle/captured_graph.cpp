// Nodes in the order of their calls, each after the earlier ones of its stream and the record that it waits for.
#include "rules/oracle/captured_graph.h"

namespace cudep::oracle {

void CapturedGraph::add(std::size_t position, const model::OperationList& list) {
  const model::Operation& operation = list.operations[position];
  const auto& streams = list.entities.streams;
  Node node{.operation = position, .after = {}};
  for (std::size_t earlier = 0; earlier < nodes_.size(); ++earlier) {
    const model::StreamId stream = *list.operations[nodes_[earlier].operation].stream;
    const bool unsure = streams[index(stream)].is_element || streams[index(*operation.stream)].is_element;
    if (unsure || stream == *operation.stream) node.after.push_back({earlier, unsure ? Order::Open : Order::Doc});
  }
  const bool inside = operation.event && !operation.external;  // external records and waits act at each launch
  if (inside && operation.verb == model::Verb::StreamWait && recorded(*operation.event))
    node.after.push_back({records_.at(*operation.event), Order::Doc});
  if (inside && operation.verb == model::Verb::Record) records_[*operation.event] = nodes_.size();
  nodes_.push_back(std::move(node));
}

}  // namespace cudep::oracle
