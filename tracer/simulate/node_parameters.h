// What the nodes of graphs do, from the runtime's parameters: on memory of the host, and in the trace.
#pragma once
#include "tracer/record/call.h"
#include "tracer/simulate/graph.h"

namespace cudep::simulate {

struct NodeContent {
  cudaError_t error = cudaSuccess;  // of the parameters
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  Act act;
  std::function<void(record::Call&)> write;  // the entry that says what the node does
};

NodeContent content_of(const cudaKernelNodeParams& said);
NodeContent content_of(const cudaMemcpy3DParms& said);
NodeContent content_of(const cudaMemsetParams& said);
NodeContent content_of(const cudaHostNodeParams& said);
NodeContent content_of_copy(void* to, const void* from, std::size_t bytes);

}  // namespace cudep::simulate
