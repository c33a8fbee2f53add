// Graphs and nodes behind the handles that programs have of them.
#pragma once
#include "tracer/simulate/graph.h"

namespace cudep::simulate {

inline Graph* graph_of(cudaGraph_t handle) { return reinterpret_cast<Graph*>(handle); }
inline Graph* graph_of(cudaGraphExec_t handle) { return reinterpret_cast<Graph*>(handle); }
inline cudaGraph_t handle_of(Graph* graph) { return reinterpret_cast<cudaGraph_t>(graph); }
inline Node* node_of(cudaGraphNode_t handle) { return reinterpret_cast<Node*>(handle); }
inline cudaGraphNode_t handle_of(Node* node) { return reinterpret_cast<cudaGraphNode_t>(node); }

inline std::vector<Node*> nodes_of(const cudaGraphNode_t* handles, std::size_t count) {
  std::vector<Node*> nodes(count);
  for (std::size_t i = 0; i < count; ++i) nodes[i] = node_of(handles[i]);
  return nodes;
}

}  // namespace cudep::simulate
