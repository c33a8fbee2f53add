// Streams, events and contexts.
#pragma once
#include "tracer/record/call.h"

namespace cudep::record {

/// A call that is told by its stream: synchronize, query, destroy, and work whose order CUDA does not see.
template <class Parameters>
void on_stream(Call& call, const Parameters& parameters) {
  if (call.begin_on<format::CallEntry>(stream_of(parameters), format::EntryKind::Call) != nullptr) call.commit();
}

/// A call that is told by the context it is made in.
template <class Parameters>
void in_context(Call& call, const Parameters& parameters) {
  (void)parameters;
  if (call.begin<format::CallEntry>(format::EntryKind::Call) != nullptr) call.commit();
}

template <class Parameters>
void create_stream(Call& call, const Parameters& parameters) {
  const auto stream = reinterpret_cast<CUstream>(call.out(parameters.phStream));
  auto* const entry = call.begin_on<format::StreamEntry>(stream, format::EntryKind::Stream);
  if (entry == nullptr) return;
  entry->flags = flags_of(parameters);
  if constexpr (requires { parameters.priority; }) entry->priority = parameters.priority;
  call.commit();
}

template <class Parameters>
void write_event(Call& call, const Parameters& parameters, std::uint64_t event, std::uint64_t second) {
  constexpr bool has_stream = requires { parameters.hStream; };
  auto* const entry = has_stream ? call.begin_on<format::EventEntry>(stream_of(parameters), format::EntryKind::Event)
                                 : call.begin<format::EventEntry>(format::EntryKind::Event);
  if (entry == nullptr) return;
  entry->event = event;
  entry->second_event = second;
  entry->flags = flags_of(parameters);
  call.commit();
}

template <class Parameters>
void create_event(Call& call, const Parameters& parameters) {
  write_event(call, parameters, call.out(parameters.phEvent), 0);
}

/// Record, wait, synchronize, query, destroy.
template <class Parameters>
void use_event(Call& call, const Parameters& parameters) {
  write_event(call, parameters, Call::number(parameters.hEvent), 0);
}

template <class Parameters>
void elapsed_time(Call& call, const Parameters& parameters) {
  write_event(call, parameters, Call::number(parameters.hStart), Call::number(parameters.hEnd));
}

}  // namespace cudep::record
