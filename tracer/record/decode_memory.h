// Allocation, registration, mapping and freeing of memory of every kind; variables; prefetches.
#pragma once
#include <cstring>

#include "tracer/record/call.h"

namespace cudep::record {

/// One entry on [address, address + bytes); on a stream where the call names one.
template <class Parameters>
void write_memory(Call& call, const Parameters& parameters, std::uint64_t address, std::uint64_t bytes,
                  std::uint32_t device = 0) {
  constexpr bool has_stream = requires { parameters.hStream; } || requires { parameters.stream; };
  auto* const entry = has_stream ? call.begin_on<format::MemoryEntry>(stream_of(parameters), format::EntryKind::Memory)
                                 : call.begin<format::MemoryEntry>(format::EntryKind::Memory);
  if (entry == nullptr) return;
  entry->address = address;
  entry->bytes = bytes;
  entry->flags = flags_of(parameters);
  entry->device = device;
  call.commit();
}

template <class Parameters>
std::uint64_t bytes_of(const Parameters& parameters) {
  if constexpr (requires { parameters.bytesize; }) return parameters.bytesize;
  if constexpr (requires { parameters.size; }) return parameters.size;
  if constexpr (requires { parameters.length; }) return parameters.length;
  return 0;
}

/// Calls whose out-parameter is the memory.
template <class Parameters>
void allocate(Call& call, const Parameters& parameters) {
  std::uint64_t address = 0;
  if constexpr (requires { *parameters.dptr; }) {
    address = call.out(parameters.dptr);
  } else if constexpr (requires { *parameters.pp; }) {
    address = call.out(parameters.pp);
  } else if constexpr (requires { *parameters.pdptr; }) {
    address = call.out(parameters.pdptr);
  } else if constexpr (requires { *parameters.ptr_out; }) {
    address = call.out(parameters.ptr_out);
  } else {
    address = call.out(parameters.ptr);
  }
  write_memory(call, parameters, address, bytes_of(parameters));
}

template <class Parameters>
void allocate_pitched(Call& call, const Parameters& parameters) {
  write_memory(call, parameters, call.out(parameters.dptr), call.out(parameters.pPitch) * parameters.Height);
}

/// A CUarray or a CUmipmappedArray: its handle stands for the memory.
template <class Parameters>
void allocate_array(Call& call, const Parameters& parameters) {
  write_memory(call, parameters, call.out(parameters.pHandle), 0);
}

template <class Parameters>
void array_level(Call& call, const Parameters& parameters) {
  auto* const entry = call.begin<format::AliasEntry>(format::EntryKind::Alias);
  if (entry == nullptr) return;
  entry->host_address = Call::number(parameters.hMipmappedArray);
  entry->device_address = call.out(parameters.pLevelArray);
  call.commit();
}

/// Calls that name memory: free, register, unregister, map, unmap, attach.
template <class Parameters>
void use_memory(Call& call, const Parameters& parameters) {
  std::uint64_t address = 0;
  if constexpr (requires { parameters.dptr; }) {
    address = Call::number(parameters.dptr);
  } else if constexpr (requires { parameters.p; }) {
    address = Call::number(parameters.p);
  } else if constexpr (requires { parameters.ptr; }) {
    address = Call::number(parameters.ptr);
  } else if constexpr (requires { parameters.hArray; }) {
    address = Call::number(parameters.hArray);
  } else if constexpr (requires { parameters.hMipmappedArray; }) {
    address = Call::number(parameters.hMipmappedArray);
  } else {
    address = Call::number(parameters.addr);
  }
  write_memory(call, parameters, address, bytes_of(parameters));
}

template <class Parameters>
void prefetch(Call& call, const Parameters& parameters) {
  if constexpr (requires { parameters.location; }) {
    write_memory(call, parameters, parameters.devPtr, parameters.count,
                 static_cast<std::uint32_t>(parameters.location.id));
  } else {
    write_memory(call, parameters, parameters.devPtr, parameters.count,
                 static_cast<std::uint32_t>(parameters.dstDevice));
  }
}

/// Prefetches and discards of several ranges.
template <class Parameters>
void memory_batch(Call& call, const Parameters& parameters) {
  for (std::size_t i = 0; i < parameters.count; ++i) {
    write_memory(call, parameters, parameters.dptrs[i], parameters.sizes[i]);
  }
}

template <class Parameters>
void device_pointer(Call& call, const Parameters& parameters) {
  auto* const entry = call.begin<format::AliasEntry>(format::EntryKind::Alias);
  if (entry == nullptr) return;
  entry->host_address = Call::number(parameters.p);
  entry->device_address = call.out(parameters.pdptr);
  call.commit();
}

template <class Parameters>
void variable(Call& call, const Parameters& parameters) {
  const std::size_t name_bytes = parameters.name == nullptr ? 0 : strnlen(parameters.name, 4096);
  if (!call.succeeded() || parameters.dptr == nullptr) return;
  auto* const entry = call.begin_fact<format::VariableEntry>(format::EntryKind::Variable, name_bytes);
  if (entry == nullptr) return;
  entry->address = call.out(parameters.dptr);
  entry->bytes = call.out(parameters.bytes);
  entry->name_bytes = static_cast<std::uint32_t>(name_bytes);
  entry->context = call.context;
  if (name_bytes != 0) std::memcpy(format::ChunkWriter::trail_of(entry), parameters.name, name_bytes);
  call.commit();
}

/// Function handles may come back as others.
template <class Parameters>
void unload(Call& call, const Parameters& parameters) {
  (void)parameters;
  call.recorder.kernels.forget();
}

/// Only what makes the synchronous forms wait is recorded of the attributes.
template <class Parameters>
void pointer_attribute(Call& call, const Parameters& parameters) {
  if (parameters.attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) use_memory(call, parameters);
}

}  // namespace cudep::record
