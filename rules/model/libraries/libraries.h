// The libraries that are known, one function a file.
#pragma once
#include <utility>
#include <vector>

#include "rules/model/library_call.h"

namespace cudep::model::library_tables {

Library cublas();
Library cusparse();
Library cusolver();
Library cufft();
Library curand();
Library cudnn();
Library nccl();
Library npp();
Library cub();
Library thrust();
Library rmm();
Library stream_reference();
Library pytorch();

/// Functions of a shared library that return a status.
inline std::vector<LibraryCall> compiled(std::vector<LibraryCall> calls) {
  for (LibraryCall& call : calls) call.compiled = call.returns_status = true;
  return calls;
}
/// Templates that return a status.
inline std::vector<LibraryCall> returning_status(std::vector<LibraryCall> calls) {
  for (LibraryCall& call : calls) call.returns_status = true;
  return calls;
}

inline LibraryEffect nothing() { return {Effect::Nothing, {}}; }
inline LibraryEffect handle(ArgumentPlace at) { return {Effect::Handle, {std::move(at)}}; }
inline LibraryEffect stream(ArgumentPlace at) { return {Effect::Stream, {std::move(at)}}; }
inline LibraryEffect binds(ArgumentPlace handle, ArgumentPlace stream) {
  return {Effect::Bind, {std::move(handle), std::move(stream)}};
}
inline LibraryEffect stream_of(ArgumentPlace handle, ArgumentPlace out) {
  return {Effect::StreamOf, {std::move(handle), std::move(out)}};
}
inline LibraryEffect creates_handle(ArgumentPlace at) { return {Effect::CreateHandle, {std::move(at)}}; }
inline LibraryEffect destroys(ArgumentPlace at) { return {Effect::Destroy, {std::move(at)}}; }
inline LibraryEffect pointer_mode(ArgumentPlace handle, ArgumentPlace mode) {
  return {Effect::PointerMode, {std::move(handle), std::move(mode)}};
}
inline LibraryEffect reads(std::vector<ArgumentPlace> at) { return {Effect::Read, std::move(at)}; }
inline LibraryEffect writes(std::vector<ArgumentPlace> at) { return {Effect::Write, std::move(at)}; }
inline LibraryEffect uses(std::vector<ArgumentPlace> at) { return {Effect::Use, std::move(at)}; }
inline LibraryEffect host_reads(std::vector<ArgumentPlace> at) { return {Effect::HostRead, std::move(at)}; }
inline LibraryEffect host_writes(std::vector<ArgumentPlace> at) { return {Effect::HostWrite, std::move(at)}; }
inline LibraryEffect holds(std::vector<ArgumentPlace> at) { return {Effect::Hold, std::move(at)}; }
inline LibraryEffect synchronizes() { return {Effect::Synchronize, {}}; }
inline LibraryEffect synchronizes_device() { return {Effect::SynchronizeDevice, {}}; }
inline LibraryEffect query_when_null(ArgumentPlace at) { return {Effect::QueryWhenNull, {std::move(at)}}; }

}  // namespace cudep::model::library_tables
