// Calls of which CUDA 13 has a form of its own.
#include "tracer/simulate/device_properties.h"
#include "tracer/simulate/traced_call.h"
#include "tracer/simulate/versioned_calls.h"

namespace cudep::simulate {

extern "C" cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}

extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device < 0 || device >= process().devices) return keep_error(cudaErrorInvalidDevice);
  describe(*properties);
  properties->unifiedAddressing = properties->managedMemory = properties->concurrentManagedAccess = 1;
  properties->concurrentKernels = properties->streamPrioritiesSupported = properties->memoryPoolsSupported = 1;
  properties->cooperativeLaunch = properties->hostRegisterSupported = 1;
  properties->asyncEngineCount = attribute_value(cudaDevAttrAsyncEngineCount);
  properties->maxThreadsPerMultiProcessor = attribute_value(cudaDevAttrMaxThreadsPerMultiProcessor);
  properties->l2CacheSize = attribute_value(cudaDevAttrL2CacheSize);
  return cudaSuccess;
}

extern "C" cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, cudaMemLocation) {
  return cudaSuccess;
}

CUDEP_STREAM_CALL(cudaMemPrefetchAsync, _ptsz,
                  (const void* address, std::size_t bytes, cudaMemLocation location, unsigned, cudaStream_t stream),
                  { return prefetch(address, bytes, location.id, stream, per_thread); })

CUDEP_STREAM_CALL(cudaStreamGetCaptureInfo, _ptsz,
                  (cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph,
                   const cudaGraphNode_t** last, const cudaGraphEdgeData** edges, std::size_t* count),
                  {
                    if (edges != nullptr) *edges = nullptr;
                    return capture_state(stream, per_thread, {status, id, graph, last, count});
                  })

CUDEP_STREAM_CALL(cudaStreamUpdateCaptureDependencies, _ptsz,
                  (cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData*, std::size_t count,
                   unsigned flags),
                  { return update_capture(stream, per_thread, {nodes, count}, flags); })

extern "C" cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                                std::size_t count) {
  return add_dependencies(graph, from, to, count);
}

extern "C" cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                                   std::size_t count) {
  return remove_dependencies(graph, from, to, count);
}

extern "C" cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                        const cudaGraphEdgeData*, std::size_t count, cudaGraphNodeParams* said) {
  return add_any_node(node, graph, after, count, said);
}

}  // namespace cudep::simulate
