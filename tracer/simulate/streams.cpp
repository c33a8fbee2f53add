// Keeps handles, and follows captures from stream to stream.
#include "tracer/simulate/streams.h"

#include <algorithm>
#include <utility>

#include "tracer/record/recorder.h"

namespace cudep::simulate {
namespace {

bool is_part_of(const CapturePlace& place, const CapturePlace& other) {
  return place.capture != nullptr && place.capture == other.capture;
}

/// Deletes what a handle names; false when it names nothing.
template <class Named>
bool end(std::set<Named*>& known, Named* ended) {
  if (known.erase(ended) == 0) return false;
  delete ended;
  return true;
}

}  // namespace

cudaStream_t Streams::create(unsigned flags, int priority, int device) {
  const std::lock_guard lock(mutex_);
  auto* const stream = new Stream{.flags = flags, .priority = priority, .device = device, .id = ++last_id_};
  streams_.insert(stream);
  return reinterpret_cast<cudaStream_t>(stream);
}

bool Streams::destroy(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  return end(streams_, reinterpret_cast<Stream*>(stream));
}

cudaEvent_t Streams::create_event(unsigned flags) {
  const std::lock_guard lock(mutex_);
  auto* const event = new Event{.flags = flags};
  events_.insert(event);
  return reinterpret_cast<cudaEvent_t>(event);
}

bool Streams::destroy_event(cudaEvent_t event) {
  const std::lock_guard lock(mutex_);
  return end(events_, reinterpret_cast<Event*>(event));
}

Stream* Streams::known(cudaStream_t stream, bool per_thread) {
  thread_local Stream of_thread{.id = 2};
  if (stream == cudaStreamPerThread || (stream == nullptr && per_thread)) return &of_thread;
  if (stream == nullptr || stream == cudaStreamLegacy) return &legacy_;
  const auto found = streams_.find(reinterpret_cast<Stream*>(stream));
  return found == streams_.end() ? nullptr : *found;
}

Event* Streams::known(cudaEvent_t event) {
  const auto found = events_.find(reinterpret_cast<Event*>(event));
  return found == events_.end() ? nullptr : *found;
}

Stream* Streams::find(cudaStream_t stream, bool per_thread) {
  const std::lock_guard lock(mutex_);
  return known(stream, per_thread);
}

Event* Streams::find(cudaEvent_t event) {
  const std::lock_guard lock(mutex_);
  return known(event);
}

cudaError_t Streams::submit(cudaStream_t stream, bool per_thread, cudaGraphNodeType type, Act act) {
  {
    const std::lock_guard lock(mutex_);
    Stream* const on = known(stream, per_thread);
    if (on == nullptr) return cudaErrorInvalidResourceHandle;
    if (CapturePlace& place = on->place; place.capture != nullptr) {
      place.last = {place.capture->graph->add(type, std::move(act), place.last)};
      return cudaSuccess;
    }
    on->progress.submitted = record::now();
  }
  if (act) act();
  return cudaSuccess;
}

cudaError_t Streams::record(cudaEvent_t event, cudaStream_t stream, bool per_thread, unsigned flags) {
  const std::lock_guard lock(mutex_);
  Stream* const on = known(stream, per_thread);
  Event* const recorded = known(event);
  if (on == nullptr || recorded == nullptr) return cudaErrorInvalidResourceHandle;
  if (on->place.capture != nullptr && (flags & cudaEventRecordExternal) == 0) {
    recorded->place = on->place;
    return cudaSuccess;
  }
  recorded->place = {};
  recorded->recorded = true;
  recorded->progress.submitted = record::now();
  return cudaSuccess;
}

cudaError_t Streams::wait(cudaStream_t stream, bool per_thread, cudaEvent_t event, unsigned flags) {
  const std::lock_guard lock(mutex_);
  Stream* const on = known(stream, per_thread);
  const Event* const awaited = known(event);
  if (on == nullptr || awaited == nullptr) return cudaErrorInvalidResourceHandle;
  if (awaited->place.capture == nullptr) {
    const bool external = (flags & cudaEventWaitExternal) != 0;
    const bool mixed = on->place.capture != nullptr && awaited->recorded && !external;
    return mixed ? cudaErrorStreamCaptureIsolation : cudaSuccess;
  }
  if (on->place.capture == nullptr) {
    on->place = awaited->place;
    return cudaSuccess;
  }
  if (!is_part_of(on->place, awaited->place)) return cudaErrorStreamCaptureMerge;
  for (Node* node : awaited->place.last) {
    if (std::ranges::find(on->place.last, node) == on->place.last.end()) on->place.last.push_back(node);
  }
  return cudaSuccess;
}

cudaError_t Streams::query(Progress& progress) {
  const std::lock_guard lock(mutex_);
  if (progress.submitted <= done_until_) return cudaSuccess;
  if (std::exchange(progress.asked, progress.submitted) != progress.submitted) return cudaErrorNotReady;
  done_until_ = progress.submitted;
  return cudaSuccess;
}

void Streams::synchronized() {
  const std::lock_guard lock(mutex_);
  done_until_ = record::now();
}

cudaError_t Streams::begin_capture(cudaStream_t stream, bool per_thread, Graph* graph, std::vector<Node*> last) {
  const std::lock_guard lock(mutex_);
  Stream* const on = known(stream, per_thread);
  if (on == nullptr) return cudaErrorInvalidResourceHandle;
  if (on == &legacy_) return cudaErrorStreamCaptureUnsupported;
  if (on->place.capture != nullptr) return cudaErrorIllegalState;
  auto capture = std::make_shared<Capture>();
  if (graph == nullptr) capture->made = std::make_unique<Graph>();
  capture->graph = graph != nullptr ? graph : capture->made.get();
  capture->origin = stream;
  capture->id = ++last_capture_;
  on->place = {std::move(capture), std::move(last)};
  return cudaSuccess;
}

cudaError_t Streams::end_capture(cudaStream_t stream, bool per_thread, Graph*& graph) {
  const std::lock_guard lock(mutex_);
  graph = nullptr;
  Stream* const on = known(stream, per_thread);
  if (on == nullptr) return cudaErrorInvalidResourceHandle;
  const CapturePlace place = on->place;
  if (place.capture == nullptr) return cudaErrorIllegalState;
  if (place.capture->origin != stream) return cudaErrorStreamCaptureUnmatched;
  leave(place.capture.get());
  on->place = {};
  const Graph& made = *place.capture->graph;
  const auto joined = [&](const auto& node) { return made.reaches(node.get(), place.last); };
  if (place.capture->made != nullptr && !std::ranges::all_of(made.nodes(), joined))
    return cudaErrorStreamCaptureUnjoined;
  graph = place.capture->made != nullptr ? place.capture->made.release() : place.capture->graph;
  return cudaSuccess;
}

void Streams::leave(const Capture* capture) {
  for (Stream* stream : streams_) {
    if (stream->place.capture.get() == capture) stream->place = {};
  }
}

}  // namespace cudep::simulate
