// Streams and events, and what they capture. Work is done at the call that submits it; while a stream captures, its
// work becomes a node instead.
#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "tracer/simulate/graph.h"

namespace cudep::simulate {

/// Several streams capture into one graph once they have waited for each other's events.
struct Capture {
  std::unique_ptr<Graph> made;  // null: the graph is the caller's
  Graph* graph = nullptr;
  cudaStream_t origin = nullptr;
  unsigned long long id = 0;
};

/// Where the next node of a capture goes.
struct CapturePlace {
  std::shared_ptr<Capture> capture;  // null: not capturing
  std::vector<Node*> last;
};

/// When work was submitted, and for which submission a query was answered; ns.
struct Progress {
  std::uint64_t submitted = 0;
  std::uint64_t asked = 0;
};

/// A cudaStream_t.
struct Stream {
  unsigned flags = 0;
  int priority = 0;
  int device = 0;
  unsigned long long id = 0;
  Progress progress;
  CapturePlace place;
};

/// A cudaEvent_t.
struct Event {
  unsigned flags = 0;
  bool recorded = false;
  Progress progress;  // of the last record
  CapturePlace place;
};

class Streams {
 public:
  cudaStream_t create(unsigned flags, int priority, int device);
  bool destroy(cudaStream_t stream);
  cudaEvent_t create_event(unsigned flags);
  bool destroy_event(cudaEvent_t event);

  /// Null for a handle that is no stream, or no longer one.
  Stream* find(cudaStream_t stream, bool per_thread);
  Event* find(cudaEvent_t event);

  /// Does the work, or makes it a node of the graph that the stream captures.
  cudaError_t submit(cudaStream_t stream, bool per_thread, cudaGraphNodeType type, Act act);
  cudaError_t record(cudaEvent_t event, cudaStream_t stream, bool per_thread, unsigned flags);
  cudaError_t wait(cudaStream_t stream, bool per_thread, cudaEvent_t event, unsigned flags);

  /// Work is done at its call, but a program may not count on that: as on a GPU that is busy, the first query after a
  /// submission says `not ready`, unless the host has waited for something since.
  cudaError_t query(Progress& progress);
  /// The host has waited: queries of what was submitted until now succeed.
  void synchronized();

  /// Into `graph` after `last`, or into a new graph.
  cudaError_t begin_capture(cudaStream_t stream, bool per_thread, Graph* graph, std::vector<Node*> last);
  /// The graph, which is the caller's from here on.
  cudaError_t end_capture(cudaStream_t stream, bool per_thread, Graph*& graph);

 private:
  Stream* known(cudaStream_t stream, bool per_thread);
  Event* known(cudaEvent_t event);
  void leave(const Capture* capture);

  std::mutex mutex_;
  std::set<Stream*> streams_;
  std::set<Event*> events_;
  Stream legacy_;
  std::uint64_t done_until_ = 0;    // ns
  unsigned long long last_id_ = 2;  // 1 and 2 are the default streams
  unsigned long long last_capture_ = 0;
};

}  // namespace cudep::simulate
