// Streams, events and host functions.
#include "tracer/record/decode_launches.h"
#include "tracer/record/decode_streams.h"
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {
namespace {

struct NewStream {
  CUstream* phStream;
  unsigned Flags;
  int priority;
};
struct NewEvent {
  CUevent* phEvent;
  unsigned Flags;
};
struct TwoEvents {
  CUevent hStart;
  CUevent hEnd;
};
struct OneEvent {
  CUevent hEvent;
};
struct HostFunction {
  CUstream hStream;
  CUhostFn fn;
  void* userData;
};

cudaError_t create_stream(format::CallId id, cudaStream_t* stream, unsigned flags, int priority) {
  TracedCall call(id, When::After);
  if (stream == nullptr || flags > cudaStreamNonBlocking) return keep_error(cudaErrorInvalidValue);
  *stream = process().streams.create(flags, priority, current_device());
  return call.end(cudaSuccess,
                  [&](record::Call& entry) { record::create_stream(entry, NewStream{stream, flags, priority}); });
}

/// What a stream was made with.
template <class Property, class Answer>
cudaError_t tell(const Stream* stream, Property Stream::* property, Answer* answer) {
  if (stream == nullptr) return keep_error(cudaErrorInvalidResourceHandle);
  *answer = stream->*property;
  return cudaSuccess;
}

cudaError_t create_event(cudaEvent_t* event, unsigned flags) {
  TracedCall call(call_id("cuEventCreate"), When::After);
  if (event == nullptr) return keep_error(cudaErrorInvalidValue);
  *event = process().streams.create_event(flags);
  return call.end(cudaSuccess, [&](record::Call& entry) { record::create_event(entry, NewEvent{event, flags}); });
}

/// What a query or a synchronize returns.
cudaError_t wait_or_query(bool is_query, Progress& progress) {
  if (is_query && process().streams.query(progress) != cudaSuccess) return cudaErrorNotReady;
  process().host_functions.wait();
  if (!is_query) process().streams.synchronized();
  return cudaSuccess;
}

/// A synchronize or a query, which may not happen while the stream captures.
cudaError_t complete(format::CallId id, cudaStream_t stream, bool per_thread) {
  TracedCall call(id, When::After, per_thread);
  Stream* const on = process().streams.find(stream, per_thread);
  cudaError_t error = on == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess;
  if (on != nullptr && on->place.capture != nullptr) error = cudaErrorStreamCaptureUnsupported;
  if (error == cudaSuccess) error = wait_or_query(id == call_id("cuStreamQuery"), on->progress);
  return call.end(error, [&](record::Call& entry) { record::on_stream(entry, OnStream{stream}); });
}

cudaError_t complete_event(format::CallId id, cudaEvent_t event) {
  TracedCall call(id, When::After);
  Event* const known = process().streams.find(event);
  cudaError_t error = known == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess;
  if (known != nullptr && known->place.capture != nullptr) error = cudaErrorCapturedEvent;
  if (error == cudaSuccess) error = wait_or_query(id == call_id("cuEventQuery"), known->progress);
  return call.end(error, [&](record::Call& entry) { record::use_event(entry, OneEvent{event}); });
}

cudaError_t record_event(format::CallId id, cudaEvent_t event, cudaStream_t stream, unsigned flags, bool per_thread) {
  TracedCall call(id, When::Before, per_thread);
  const cudaError_t error = process().streams.record(event, stream, per_thread, flags);
  return call.end(error, [&](record::Call& entry) { record::use_event(entry, OfEvent{event, stream, flags}); });
}

cudaError_t submit_host_function(format::CallId id, cudaStream_t stream, bool per_thread, CUhostFn named, void* data,
                                 Act function) {
  TracedCall call(id, When::Before, per_thread);
  const auto run = [function = std::move(function)] { process().host_functions.run(function); };
  const cudaError_t error = process().streams.submit(stream, per_thread, cudaGraphNodeTypeHost, run);
  return call.end(error, [&](record::Call& entry) { record::host_function(entry, HostFunction{stream, named, data}); });
}

}  // namespace

extern "C" cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return create_stream(call_id("cuStreamCreate"), stream, cudaStreamDefault, 0);
}

extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return create_stream(call_id("cuStreamCreateWithPriority"), stream, flags, 0);
}

extern "C" cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return create_stream(call_id("cuStreamCreateWithPriority"), stream, flags, priority);
}

extern "C" cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  TracedCall call(call_id("cuStreamDestroy"), When::Before);
  const bool ended = process().streams.destroy(stream);
  return call.end(ended ? cudaSuccess : cudaErrorInvalidResourceHandle,
                  [&](record::Call& entry) { record::on_stream(entry, OnStream{stream}); });
}

CUDEP_STREAM_CALL(cudaStreamSynchronize, _ptsz, (cudaStream_t stream),
                  { return complete(call_id("cuStreamSynchronize"), stream, per_thread); })

CUDEP_STREAM_CALL(cudaStreamQuery, _ptsz, (cudaStream_t stream),
                  { return complete(call_id("cuStreamQuery"), stream, per_thread); })

CUDEP_STREAM_CALL(cudaStreamWaitEvent, _ptsz, (cudaStream_t stream, cudaEvent_t event, unsigned flags), {
  TracedCall call(call_id("cuStreamWaitEvent"), When::Before, per_thread);
  const cudaError_t error = process().streams.wait(stream, per_thread, event, flags);
  return call.end(error, [&](record::Call& entry) { record::use_event(entry, OfEvent{event, stream, flags}); });
})

CUDEP_STREAM_CALL(cudaStreamGetFlags, _ptsz, (cudaStream_t stream, unsigned* flags),
                  { return tell(process().streams.find(stream, per_thread), &Stream::flags, flags); })

CUDEP_STREAM_CALL(cudaStreamGetPriority, _ptsz, (cudaStream_t stream, int* priority),
                  { return tell(process().streams.find(stream, per_thread), &Stream::priority, priority); })

CUDEP_STREAM_CALL(cudaStreamGetId, _ptsz, (cudaStream_t stream, unsigned long long* id),
                  { return tell(process().streams.find(stream, per_thread), &Stream::id, id); })

CUDEP_STREAM_CALL(cudaStreamGetDevice, _ptsz, (cudaStream_t stream, int* device),
                  { return tell(process().streams.find(stream, per_thread), &Stream::device, device); })

extern "C" cudaError_t cudaEventCreate(cudaEvent_t* event) { return create_event(event, cudaEventDefault); }

extern "C" cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return create_event(event, flags);
}

extern "C" cudaError_t cudaEventDestroy(cudaEvent_t event) {
  TracedCall call(call_id("cuEventDestroy"), When::Before);
  const bool ended = process().streams.destroy_event(event);
  return call.end(ended ? cudaSuccess : cudaErrorInvalidResourceHandle,
                  [&](record::Call& entry) { record::use_event(entry, OneEvent{event}); });
}

CUDEP_STREAM_CALL(cudaEventRecord, _ptsz, (cudaEvent_t event, cudaStream_t stream),
                  { return record_event(call_id("cuEventRecord"), event, stream, 0, per_thread); })

CUDEP_STREAM_CALL(cudaEventRecordWithFlags, _ptsz, (cudaEvent_t event, cudaStream_t stream, unsigned flags),
                  { return record_event(call_id("cuEventRecordWithFlags"), event, stream, flags, per_thread); })

extern "C" cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return complete_event(call_id("cuEventSynchronize"), event);
}

extern "C" cudaError_t cudaEventQuery(cudaEvent_t event) { return complete_event(call_id("cuEventQuery"), event); }

extern "C" cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  TracedCall call(call_id("cuEventElapsedTime"), When::After);
  const Event* const first = process().streams.find(start);
  const Event* const last = process().streams.find(end);
  const auto is_timed = [](const Event* event) {
    return event != nullptr && event->recorded && (event->flags & cudaEventDisableTiming) == 0;
  };
  const bool known = is_timed(first) && is_timed(last);
  if (known)
    *milliseconds = static_cast<float>(static_cast<double>(last->progress.submitted - first->progress.submitted) / 1e6);
  return call.end(known ? cudaSuccess : cudaErrorInvalidResourceHandle,
                  [&](record::Call& entry) { record::elapsed_time(entry, TwoEvents{start, end}); });
}

CUDEP_STREAM_CALL(cudaLaunchHostFunc, _ptsz, (cudaStream_t stream, cudaHostFn_t function, void* data), {
  return submit_host_function(call_id("cuLaunchHostFunc"), stream, per_thread, function, data, [=] { function(data); });
})

CUDEP_STREAM_CALL(cudaStreamAddCallback, _ptsz,
                  (cudaStream_t stream, cudaStreamCallback_t function, void* data, unsigned), {
                    return submit_host_function(call_id("cuStreamAddCallback"), stream, per_thread,
                                                reinterpret_cast<CUhostFn>(reinterpret_cast<void*>(function)), data,
                                                [=] { function(stream, cudaSuccess, data); });
                  })

}  // namespace cudep::simulate
