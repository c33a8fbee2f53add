// Instantiated graphs: launches, updates, changes of their nodes.
#include "tracer/record/decode_graphs.h"
#include "tracer/simulate/graph_handles.h"
#include "tracer/simulate/node_parameters.h"
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {
namespace {

struct NewExecutable {
  CUgraphExec* phGraphExec;
  CUgraph hGraph;
  unsigned long long flags;
};
struct Executable {
  CUgraphExec hGraphExec;
};
struct ExecutableOnStream {
  CUgraphExec hGraphExec;
  CUstream hStream;
};
struct ExecutableAndGraph {
  CUgraphExec hGraphExec;
  CUgraph hGraph;
};

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  TracedCall call(call_id("cuGraphInstantiateWithFlags"), When::After);
  if (executable == nullptr || graph == nullptr) return keep_error(cudaErrorInvalidValue);
  *executable = reinterpret_cast<cudaGraphExec_t>(graph_of(graph)->copy().release());
  return call.end(cudaSuccess,
                  [&](record::Call& entry) { record::instantiate(entry, NewExecutable{executable, graph, flags}); });
}

cudaError_t set_content(format::CallId id, cudaGraphExec_t executable, cudaGraphNode_t handle, NodeContent content) {
  TracedCall call(id, When::After);
  Node* const node = graph_of(executable)->find(node_of(handle));
  if (content.error != cudaSuccess || node == nullptr) return keep_error(cudaErrorInvalidValue);
  node->act = content.act;
  return call.end(cudaSuccess, [&](record::Call& entry) {
    record::write_node(entry, record::Call::number(executable), record::Call::number(handle), nullptr, 0);
    content.write(entry);
  });
}

}  // namespace

extern "C" cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return instantiate(executable, graph, flags);
}

extern "C" cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                                     unsigned long long flags) {
  return instantiate(executable, graph, flags);
}

CUDEP_STREAM_CALL(cudaGraphInstantiateWithParams, _ptsz,
                  (cudaGraphExec_t * executable, cudaGraph_t graph, cudaGraphInstantiateParams* said), {
                    said->result_out = cudaGraphInstantiateSuccess;
                    return instantiate(executable, graph, said->flags);
                  })

CUDEP_STREAM_CALL(cudaGraphLaunch, _ptsz, (cudaGraphExec_t executable, cudaStream_t stream), {
  TracedCall call(call_id("cuGraphLaunch"), When::Before, per_thread);
  if (executable == nullptr) return keep_error(cudaErrorInvalidValue);
  const cudaError_t error = process().streams.submit(stream, per_thread, cudaGraphNodeTypeGraph,
                                                     [graph = graph_of(executable)] { graph->run(); });
  return call.end(error,
                  [&](record::Call& entry) { record::launch_graph(entry, ExecutableOnStream{executable, stream}); });
})

CUDEP_STREAM_CALL(cudaGraphUpload, _ptsz, (cudaGraphExec_t executable, cudaStream_t stream), {
  TracedCall call(call_id("cuGraphUpload"), When::Before, per_thread);
  return call.end(cudaSuccess,
                  [&](record::Call& entry) { record::launch_graph(entry, ExecutableOnStream{executable, stream}); });
})

extern "C" cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  TracedCall call(call_id("cuGraphExecDestroy"), When::Before);
  delete graph_of(executable);
  return call.end(cudaSuccess, [&](record::Call& entry) { record::use_executable(entry, Executable{executable}); });
}

/// Graphs of as many nodes are taken for alike.
extern "C" cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo* result) {
  TracedCall call(call_id("cuGraphExecUpdate"), When::Before);
  Graph& updated = *graph_of(executable);
  const bool alike = updated.nodes().size() == graph_of(graph)->nodes().size();
  if (alike) updated = std::move(*graph_of(graph)->copy());
  if (result != nullptr) *result = {};
  if (result != nullptr && !alike) result->result = cudaGraphExecUpdateErrorTopologyChanged;
  return call.end(alike ? cudaSuccess : cudaErrorGraphExecUpdateFailure,
                  [&](record::Call& entry) { record::use_executable(entry, ExecutableAndGraph{executable, graph}); });
}

extern "C" cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                        const cudaKernelNodeParams* said) {
  return set_content(call_id("cuGraphExecKernelNodeSetParams"), executable, node, content_of(*said));
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                        const cudaMemcpy3DParms* said) {
  return set_content(call_id("cuGraphExecMemcpyNodeSetParams"), executable, node, content_of(*said));
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                                          const void* from, std::size_t bytes, cudaMemcpyKind) {
  return set_content(call_id("cuGraphExecMemcpyNodeSetParams"), executable, node, content_of_copy(to, from, bytes));
}

extern "C" cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                        const cudaMemsetParams* said) {
  return set_content(call_id("cuGraphExecMemsetNodeSetParams"), executable, node, content_of(*said));
}

extern "C" cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                      const cudaHostNodeParams* said) {
  return set_content(call_id("cuGraphExecHostNodeSetParams"), executable, node, content_of(*said));
}

extern "C" cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t handle, unsigned enabled) {
  TracedCall call(call_id("cuGraphNodeSetEnabled"), When::After);
  Node* const node = graph_of(executable)->find(node_of(handle));
  if (node == nullptr) return keep_error(cudaErrorInvalidValue);
  node->enabled = enabled != 0;
  return call.end(cudaSuccess, [&](record::Call& entry) {
    record::write_node(entry, record::Call::number(executable), record::Call::number(handle), nullptr, 0);
    record::write_plain_node(entry);
  });
}

}  // namespace cudep::simulate
