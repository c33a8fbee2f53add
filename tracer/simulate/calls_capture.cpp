// Capture of streams into graphs.
#include "tracer/record/decode_graphs.h"
#include "tracer/simulate/graph_handles.h"
#include "tracer/simulate/traced_call.h"
#include "tracer/simulate/versioned_calls.h"

namespace cudep::simulate {
namespace {

struct BeginCapture {
  CUstream hStream;
  cudaStreamCaptureMode mode;
};
struct BeginCaptureToGraph {
  CUstream hStream;
  CUgraph hGraph;
  cudaStreamCaptureMode mode;
};
struct EndCapture {
  CUstream hStream;
  CUgraph* phGraph;
};
struct UpdateCapture {
  CUstream hStream;
  CUgraphNode* dependencies;
  std::size_t numDependencies;
  unsigned flags;
};

}  // namespace

cudaError_t capture_state(cudaStream_t stream, bool per_thread, const CaptureStateOut& out) {
  const Stream* const on = process().streams.find(stream, per_thread);
  if (on == nullptr) return keep_error(cudaErrorInvalidResourceHandle);
  const CapturePlace& place = on->place;
  if (out.status != nullptr) {
    *out.status = place.capture != nullptr ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  }
  if (place.capture == nullptr) return cudaSuccess;
  if (out.id != nullptr) *out.id = place.capture->id;
  if (out.graph != nullptr) *out.graph = handle_of(place.capture->graph);
  thread_local std::vector<Node*> last;
  last = place.last;
  if (out.last != nullptr) *out.last = reinterpret_cast<const cudaGraphNode_t*>(last.data());
  if (out.count != nullptr) *out.count = last.size();
  return cudaSuccess;
}

cudaError_t update_capture(cudaStream_t stream, bool per_thread, std::span<const cudaGraphNode_t> nodes,
                           unsigned flags) {
  TracedCall call(call_id("cuStreamUpdateCaptureDependencies"), When::Before, per_thread);
  Stream* const on = process().streams.find(stream, per_thread);
  const bool capturing = on != nullptr && on->place.capture != nullptr;
  if (capturing && flags == cudaStreamSetCaptureDependencies) on->place.last.clear();
  if (capturing) {
    for (cudaGraphNode_t node : nodes) on->place.last.push_back(node_of(node));
  }
  return call.end(capturing ? cudaSuccess : cudaErrorIllegalState, [&](record::Call& entry) {
    record::capture_dependencies(entry,
                                 UpdateCapture{stream, const_cast<CUgraphNode*>(nodes.data()), nodes.size(), flags});
  });
}

CUDEP_STREAM_CALL(cudaStreamBeginCapture, _ptsz, (cudaStream_t stream, cudaStreamCaptureMode mode), {
  TracedCall call(call_id("cuStreamBeginCapture"), When::Before, per_thread);
  const cudaError_t error = process().streams.begin_capture(stream, per_thread, nullptr, {});
  return call.end(error, [&](record::Call& entry) { record::use_graph(entry, BeginCapture{stream, mode}); });
})

CUDEP_STREAM_CALL(cudaStreamBeginCaptureToGraph, _ptsz,
                  (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* nodes, const cudaGraphEdgeData*,
                   std::size_t count, cudaStreamCaptureMode mode),
                  {
                    TracedCall call(call_id("cuStreamBeginCaptureToGraph"), When::Before, per_thread);
                    const cudaError_t error =
                        process().streams.begin_capture(stream, per_thread, graph_of(graph), nodes_of(nodes, count));
                    return call.end(error, [&](record::Call& entry) {
                      record::use_graph(entry, BeginCaptureToGraph{stream, graph, mode});
                    });
                  })

CUDEP_STREAM_CALL(cudaStreamEndCapture, _ptsz, (cudaStream_t stream, cudaGraph_t* graph), {
  TracedCall call(call_id("cuStreamEndCapture"), When::After, per_thread);
  Graph* made = nullptr;
  const cudaError_t error = process().streams.end_capture(stream, per_thread, made);
  *graph = handle_of(made);
  return call.end(error, [&](record::Call& entry) { record::use_graph(entry, EndCapture{stream, graph}); });
})

CUDEP_STREAM_CALL(cudaStreamIsCapturing, _ptsz, (cudaStream_t stream, cudaStreamCaptureStatus* status),
                  { return capture_state(stream, per_thread, {.status = status}); })

extern "C" cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  std::swap(*mode, current);
  return cudaSuccess;
}

}  // namespace cudep::simulate
