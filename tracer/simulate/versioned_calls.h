// Calls that take other arguments in CUDA 12 than in CUDA 13: what both forms do.
#pragma once
#include <cuda_runtime_api.h>

#include <span>

namespace cudep::simulate {

cudaError_t prefetch(const void* address, std::size_t bytes, int device, cudaStream_t stream, bool per_thread);

/// Where the state of a capture goes; null: not asked for.
struct CaptureStateOut {
  cudaStreamCaptureStatus* status = nullptr;
  unsigned long long* id = nullptr;
  cudaGraph_t* graph = nullptr;
  const cudaGraphNode_t** last = nullptr;  // valid until the thread asks again
  std::size_t* count = nullptr;
};
cudaError_t capture_state(cudaStream_t stream, bool per_thread, const CaptureStateOut& out);
cudaError_t update_capture(cudaStream_t stream, bool per_thread, std::span<const cudaGraphNode_t> nodes,
                           unsigned flags);

cudaError_t add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                             std::size_t count);
cudaError_t remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                std::size_t count);
cudaError_t add_any_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                         cudaGraphNodeParams* said);

}  // namespace cudep::simulate
