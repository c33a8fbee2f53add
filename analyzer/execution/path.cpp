#include "analyzer/execution/path.h"

#include <algorithm>
#include <utility>

namespace cudep::execution {

/// Releases a long list one node at a time: the default destructor would recurse once for each.
Operations::Node::~Node() {
  while (before && before.use_count() == 1) {
    auto earlier = std::move(const_cast<Node&>(*before).before);
    before = std::move(earlier);
  }
}

void Operations::add(model::Operation operation) {
  tail_ = std::make_shared<const Node>(std::move(operation), tail_, size() + 1);
}

std::vector<model::Operation> Operations::to_vector() const {
  std::vector<model::Operation> all;
  all.reserve(size());
  for (const Node* node = tail_.get(); node; node = node->before.get()) all.push_back(node->operation);
  std::ranges::reverse(all);
  return all;
}

}  // namespace cudep::execution
