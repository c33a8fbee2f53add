// Graphs that are built node by node.
#include <algorithm>

#include "tracer/record/decode_graphs.h"
#include "tracer/simulate/graph_handles.h"
#include "tracer/simulate/node_parameters.h"
#include "tracer/simulate/traced_call.h"
#include "tracer/simulate/unsupported.h"
#include "tracer/simulate/versioned_calls.h"

namespace cudep::simulate {
namespace {

struct NewGraph {
  CUgraph* phGraph;
  unsigned flags;
};
struct OneGraph {
  CUgraph hGraph;
};
struct NewClone {
  CUgraph* phGraphClone;
  CUgraph originalGraph;
};
struct Dependencies {
  CUgraph hGraph;
  const CUgraphNode* from;
  const CUgraphNode* to;
  std::size_t numDependencies;
};

/// Where a new node goes.
struct Place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

/// `write` adds to the entry what the node does.
template <class Write>
cudaError_t add_node(format::CallId id, const Place& place, cudaGraphNodeType type, Act act, Write write) {
  TracedCall call(id, When::After);
  if (place.node == nullptr || place.graph == nullptr) return keep_error(cudaErrorInvalidValue);
  *place.node = handle_of(graph_of(place.graph)->add(type, std::move(act), nodes_of(place.after, place.count)));
  return call.end(cudaSuccess, [&](record::Call& entry) {
    record::write_node(entry, record::Call::number(place.graph), record::Call::number(*place.node), place.after,
                       place.count);
    write(entry);
  });
}

cudaError_t add_content(format::CallId id, const Place& place, NodeContent content) {
  if (content.error != cudaSuccess) return keep_error(content.error);
  return add_node(id, place, content.type, content.act, content.write);
}

cudaError_t set_content(format::CallId id, cudaGraphNode_t handle, NodeContent content) {
  TracedCall call(id, When::After);
  if (content.error != cudaSuccess) return keep_error(content.error);
  node_of(handle)->act = content.act;
  return call.end(cudaSuccess, [&](record::Call& entry) {
    record::write_node(entry, 0, record::Call::number(handle), nullptr, 0);
    content.write(entry);
  });
}

cudaError_t change_dependencies(format::CallId id, const Dependencies& said, void (*change)(Node& to, Node* from)) {
  TracedCall call(id, When::After);
  for (std::size_t i = 0; i < said.numDependencies; ++i) change(*node_of(said.to[i]), node_of(said.from[i]));
  return call.end(cudaSuccess, [&](record::Call& entry) { record::dependencies(entry, said); });
}

// The parameters of cudaGraphAddNode, in the forms of the calls for one type.

cudaKernelNodeParams plain(const cudaKernelNodeParamsV2& said) {
  return {said.func, said.gridDim, said.blockDim, said.sharedMemBytes, said.kernelParams, said.extra};
}

cudaMemsetParams plain(const cudaMemsetParamsV2& said) {
  return {said.dst, said.pitch, said.value, said.elementSize, said.width, said.height};
}

/// Fills `nodes`, or says how many there are.
cudaError_t list(const std::vector<Node*>& found, cudaGraphNode_t* nodes, std::size_t* count) {
  if (nodes != nullptr) {
    const std::size_t taken = std::min(*count, found.size());
    for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < taken ? handle_of(found[i]) : nullptr;
  }
  *count = found.size();
  return cudaSuccess;
}

}  // namespace

cudaError_t add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                             std::size_t count) {
  return change_dependencies(call_id("cuGraphAddDependencies"), {graph, from, to, count},
                             [](Node& node, Node* before) { node.after.push_back(before); });
}

cudaError_t remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                std::size_t count) {
  return change_dependencies(call_id("cuGraphRemoveDependencies"), {graph, from, to, count},
                             [](Node& node, Node* before) { std::erase(node.after, before); });
}

cudaError_t add_any_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                         cudaGraphNodeParams* said) {
  const Place place{node, graph, after, count};
  switch (said->type) {
    case cudaGraphNodeTypeKernel:
      return add_content(call_id("cuGraphAddNode"), place, content_of(plain(said->kernel)));
    case cudaGraphNodeTypeMemcpy:
      return add_content(call_id("cuGraphAddNode"), place, content_of(said->memcpy.copyParams));
    case cudaGraphNodeTypeMemset:
      return add_content(call_id("cuGraphAddNode"), place, content_of(plain(said->memset)));
    case cudaGraphNodeTypeHost:
      return add_content(call_id("cuGraphAddNode"), place,
                         content_of(cudaHostNodeParams{said->host.fn, said->host.userData}));
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count);
    default:
      return static_cast<cudaError_t>(unsupported("cudaGraphAddNode of this type"));
  }
}

extern "C" cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  TracedCall call(call_id("cuGraphCreate"), When::After);
  *graph = handle_of(new Graph);
  return call.end(cudaSuccess, [&](record::Call& entry) { record::use_graph(entry, NewGraph{graph, flags}); });
}

extern "C" cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  TracedCall call(call_id("cuGraphDestroy"), When::Before);
  delete graph_of(graph);
  return call.end(cudaSuccess, [&](record::Call& entry) { record::use_graph(entry, OneGraph{graph}); });
}

extern "C" cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  TracedCall call(call_id("cuGraphClone"), When::After);
  *clone = handle_of(graph_of(original)->copy().release());
  return call.end(cudaSuccess, [&](record::Call& entry) { record::clone_graph(entry, NewClone{clone, original}); });
}

extern "C" cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  *node = handle_of(graph_of(clone)->find(node_of(original)));
  return keep_error(*node == nullptr ? cudaErrorInvalidValue : cudaSuccess);
}

extern "C" cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              std::size_t count, const cudaKernelNodeParams* said) {
  return add_content(call_id("cuGraphAddKernelNode"), {node, graph, after, count}, content_of(*said));
}

extern "C" cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* said) {
  return set_content(call_id("cuGraphKernelNodeSetParams"), node, content_of(*said));
}

extern "C" cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              std::size_t count, const cudaMemcpy3DParms* said) {
  return add_content(call_id("cuGraphAddMemcpyNode"), {node, graph, after, count}, content_of(*said));
}

extern "C" cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                                std::size_t count, void* to, const void* from, std::size_t bytes,
                                                cudaMemcpyKind) {
  return add_content(call_id("cuGraphAddMemcpyNode"), {node, graph, after, count}, content_of_copy(to, from, bytes));
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* said) {
  return set_content(call_id("cuGraphMemcpyNodeSetParams"), node, content_of(*said));
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                                      std::size_t bytes, cudaMemcpyKind) {
  return set_content(call_id("cuGraphMemcpyNodeSetParams"), node, content_of_copy(to, from, bytes));
}

extern "C" cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                              std::size_t count, const cudaMemsetParams* said) {
  return add_content(call_id("cuGraphAddMemsetNode"), {node, graph, after, count}, content_of(*said));
}

extern "C" cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* said) {
  return set_content(call_id("cuGraphMemsetNodeSetParams"), node, content_of(*said));
}

extern "C" cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                            std::size_t count, const cudaHostNodeParams* said) {
  return add_content(call_id("cuGraphAddHostNode"), {node, graph, after, count}, content_of(*said));
}

extern "C" cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* said) {
  return set_content(call_id("cuGraphHostNodeSetParams"), node, content_of(*said));
}

extern "C" cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                             std::size_t count) {
  return add_node(call_id("cuGraphAddEmptyNode"), {node, graph, after, count}, cudaGraphNodeTypeEmpty, nullptr,
                  [](record::Call& entry) { record::write_plain_node(entry); });
}

extern "C" cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  const cudaGraphNode_t* after, std::size_t count, cudaGraph_t child) {
  const auto run = [copy = std::shared_ptr(graph_of(child)->copy())] { copy->run(); };
  return add_node(call_id("cuGraphAddChildGraphNode"), {node, graph, after, count}, cudaGraphNodeTypeGraph, run,
                  [&](record::Call& entry) { record::write_child_node(entry, graph, child); });
}

extern "C" cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   const cudaGraphNode_t* after, std::size_t count, cudaEvent_t event) {
  const auto record = [event] { process().streams.record(event, cudaStreamLegacy, false, 0); };
  return add_node(call_id("cuGraphAddEventRecordNode"), {node, graph, after, count}, cudaGraphNodeTypeEventRecord,
                  record, [&](record::Call& entry) { record::write_event_node(entry, event, 0); });
}

extern "C" cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                                 std::size_t count, cudaEvent_t event) {
  return add_node(call_id("cuGraphAddEventWaitNode"), {node, graph, after, count}, cudaGraphNodeTypeWaitEvent, nullptr,
                  [&](record::Call& entry) { record::write_event_node(entry, event, 0); });
}

extern "C" cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  *type = node_of(node)->type;
  return cudaSuccess;
}

extern "C" cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  std::vector<Node*> all;
  for (const auto& node : graph_of(graph)->nodes()) all.push_back(node.get());
  return list(all, nodes, count);
}

extern "C" cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  std::vector<Node*> roots;
  for (const auto& node : graph_of(graph)->nodes()) {
    if (node->after.empty()) roots.push_back(node.get());
  }
  return list(roots, nodes, count);
}

}  // namespace cudep::simulate
