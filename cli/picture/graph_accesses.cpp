// The engine runs the nodes of each launch; a history that judges nothing notes what they touch.
#include "cli/picture/graph_accesses.h"

#include <algorithm>

#include "rules/engine/engine.h"
#include "rules/engine/history.h"

namespace cudep::picture {
namespace {

struct NodeAccess {
  std::uint32_t launch = 0;
  model::Access access;
};

class NodeHistory {
 public:
  explicit NodeHistory(std::vector<NodeAccess>& found) : found_(&found) {}

  void begin(model::BufferId) {}
  void conflicts(const engine::Touch&, const engine::Asker&, std::vector<engine::Conflict>&) const {}
  void add(const engine::Touch& touch, const engine::Entry& entry, const engine::Clock&,
           const engine::NoHistory::IsSettled&) {
    const bool is_of_node = touch.origin != entry.op;
    if (is_of_node) found_->push_back({entry.op, {.buffer = touch.buffer, .kind = touch.kind, .range = *touch.range}});
  }

 private:
  std::vector<NodeAccess>* found_;
};

}  // namespace

void add_node_accesses(model::OperationList& list) {
  using model::Operation;
  if (std::ranges::find(list.operations, model::Verb::GraphLaunch, &Operation::verb) == list.operations.end()) return;
  std::vector<NodeAccess> found;
  engine::Engine<NodeHistory> engine(list.entities, NodeHistory(found), {.facts = {}, .mends = false});
  std::vector<engine::Race> races;
  for (const Operation& op : list.operations) engine.advance(op, races);
  for (NodeAccess& node : found) {
    std::vector<model::Access>& accesses = list.operations[node.launch].accesses;
    if (std::ranges::find(accesses, node.access) == accesses.end()) accesses.push_back(std::move(node.access));
  }
}

}  // namespace cudep::picture
