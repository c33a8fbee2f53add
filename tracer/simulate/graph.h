// Graphs: what their nodes do on memory of the host, in an order that follows the dependencies.
#pragma once
#include <cuda_runtime_api.h>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace cudep::simulate {

/// What an operation does when its turn comes. A kernel does nothing.
using Act = std::function<void()>;

/// A cudaGraphNode_t.
struct Node {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Act act;
  std::vector<Node*> after;        // of the same graph
  const Node* original = nullptr;  // of a copy: the node it was made from
  bool enabled = true;
};

/// A cudaGraph_t; instantiated, a cudaGraphExec_t.
class Graph {
 public:
  Node* add(cudaGraphNodeType type, Act act, std::span<Node* const> after);
  void remove(const Node* node);
  /// A graph of its own whose nodes know their originals.
  [[nodiscard]] std::unique_ptr<Graph> copy() const;
  /// The node itself, or the copy of it that this graph has; null when it has neither.
  [[nodiscard]] Node* find(const Node* node) const;
  /// Whether some path leads from `node` to one of `last`.
  [[nodiscard]] bool reaches(const Node* node, std::span<Node* const> last) const;
  void run() const;
  [[nodiscard]] const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }

 private:
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace cudep::simulate
