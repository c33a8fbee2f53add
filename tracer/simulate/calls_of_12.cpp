// Calls of which CUDA 12 has a form of its own. They are defined without the headers, which are those of CUDA 13.
#include "tracer/simulate/device_properties.h"
#include "tracer/simulate/traced_call.h"
#include "tracer/simulate/versioned_calls.h"

namespace cudep::simulate {

/// The beginning of CUDA 12's cudaDeviceProp, up to what programs of streams ask for; 1032 bytes in all.
struct PropertiesOf12 {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  std::size_t totalConstMem;
  int major;
  int minor;
  std::size_t textureAlignment;
  std::size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  char rest[624];
};
static_assert(sizeof(PropertiesOf12) == 1032);

static cudaError_t properties_of(PropertiesOf12* properties, int device) {
  if (device < 0 || device >= process().devices) return keep_error(cudaErrorInvalidDevice);
  describe(*properties);
  properties->clockRate = attribute_value(cudaDevAttrClockRate);
  properties->deviceOverlap = 1;
  return cudaSuccess;
}

/// Defines the exported `name` as `function`: the headers declare that name with the arguments of CUDA 13.
#define CUDEP_CALL_OF_12(function, name, parameters, ...) \
  cudaError_t function parameters __asm__(#name);         \
  cudaError_t function parameters __VA_ARGS__

/// With the form for streams of their own; `per_thread` tells which it is.
#define CUDEP_STREAM_CALL_OF_12(function, name, parameters, ...)     \
  CUDEP_CALL_OF_12(function, name, parameters, {                     \
    [[maybe_unused]] constexpr bool per_thread = false;              \
    __VA_ARGS__                                                      \
  })                                                                 \
  CUDEP_CALL_OF_12(function##_per_thread, name##_ptsz, parameters, { \
    [[maybe_unused]] constexpr bool per_thread = true;               \
    __VA_ARGS__                                                      \
  })

extern "C" cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 12090;
  return cudaSuccess;
}

CUDEP_CALL_OF_12(get_properties, cudaGetDeviceProperties, (PropertiesOf12 * properties, int device),
                 { return properties_of(properties, device); })
CUDEP_CALL_OF_12(get_properties_2, cudaGetDeviceProperties_v2, (PropertiesOf12 * properties, int device),
                 { return properties_of(properties, device); })

CUDEP_CALL_OF_12(advise, cudaMemAdvise, (const void*, std::size_t, cudaMemoryAdvise, int), { return cudaSuccess; })
CUDEP_CALL_OF_12(advise_2, cudaMemAdvise_v2, (const void*, std::size_t, cudaMemoryAdvise, cudaMemLocation),
                 { return cudaSuccess; })

CUDEP_STREAM_CALL_OF_12(prefetch_1, cudaMemPrefetchAsync,
                        (const void* address, std::size_t bytes, int device, cudaStream_t stream),
                        { return prefetch(address, bytes, device, stream, per_thread); })
CUDEP_STREAM_CALL_OF_12(prefetch_2, cudaMemPrefetchAsync_v2,
                        (const void* address, std::size_t bytes, cudaMemLocation location, unsigned,
                         cudaStream_t stream),
                        { return prefetch(address, bytes, location.id, stream, per_thread); })

CUDEP_STREAM_CALL_OF_12(capture_info_1, cudaStreamGetCaptureInfo,
                        (cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id),
                        { return capture_state(stream, per_thread, {.status = status, .id = id}); })
CUDEP_STREAM_CALL_OF_12(capture_info_2, cudaStreamGetCaptureInfo_v2,
                        (cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                         cudaGraph_t* graph, const cudaGraphNode_t** last, std::size_t* count),
                        { return capture_state(stream, per_thread, {status, id, graph, last, count}); })
CUDEP_STREAM_CALL_OF_12(capture_info_3, cudaStreamGetCaptureInfo_v3,
                        (cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                         cudaGraph_t* graph, const cudaGraphNode_t** last, const cudaGraphEdgeData** edges,
                         std::size_t* count),
                        {
                          if (edges != nullptr) *edges = nullptr;
                          return capture_state(stream, per_thread, {status, id, graph, last, count});
                        })

CUDEP_STREAM_CALL_OF_12(update_1, cudaStreamUpdateCaptureDependencies,
                        (cudaStream_t stream, cudaGraphNode_t* nodes, std::size_t count, unsigned flags),
                        { return update_capture(stream, per_thread, {nodes, count}, flags); })
CUDEP_STREAM_CALL_OF_12(update_2, cudaStreamUpdateCaptureDependencies_v2,
                        (cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData*, std::size_t count,
                         unsigned flags),
                        { return update_capture(stream, per_thread, {nodes, count}, flags); })

CUDEP_CALL_OF_12(depend_1, cudaGraphAddDependencies,
                 (cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, std::size_t count),
                 { return add_dependencies(graph, from, to, count); })
CUDEP_CALL_OF_12(depend_2, cudaGraphAddDependencies_v2,
                 (cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                  std::size_t count),
                 { return add_dependencies(graph, from, to, count); })
CUDEP_CALL_OF_12(release_1, cudaGraphRemoveDependencies,
                 (cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, std::size_t count),
                 { return remove_dependencies(graph, from, to, count); })
CUDEP_CALL_OF_12(release_2, cudaGraphRemoveDependencies_v2,
                 (cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                  std::size_t count),
                 { return remove_dependencies(graph, from, to, count); })

CUDEP_CALL_OF_12(add_node_1, cudaGraphAddNode,
                 (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                  cudaGraphNodeParams* said),
                 { return add_any_node(node, graph, after, count, said); })
CUDEP_CALL_OF_12(add_node_2, cudaGraphAddNode_v2,
                 (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                  std::size_t count, cudaGraphNodeParams* said),
                 { return add_any_node(node, graph, after, count, said); })

extern "C" cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

extern "C" cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

}  // namespace cudep::simulate
