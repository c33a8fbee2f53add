// A recorded call as its entry says it: with the handles and numbers of the program, before they are resolved.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tracer/format/trace.h"

namespace cudep::format {

struct PendingCall {
  Call call;
  bool has_stream = false;
  std::uint64_t stream = 0;
  std::uint32_t stack = 0;
  std::uint32_t kernel = 0;
  std::uint64_t event = 0;
  std::uint64_t second_event = 0;
  std::uint64_t graph = 0;
  std::uint64_t executable = 0;
  std::uint32_t flags = 0;
  std::int32_t priority = 0;
};

/// What other entries say of the call with one sequence number.
struct Facts {
  std::optional<NodeEntry> node;
  std::vector<std::uint64_t> node_dependencies;
  std::vector<Dependency> dependencies;
  std::vector<LaunchEventEntry> events;
  std::optional<std::uint64_t> correlation;
};

struct Pending {
  std::vector<PendingCall> calls;
  std::unordered_map<std::uint64_t, Facts> facts;       // by sequence number
  std::unordered_map<std::uint32_t, KernelId> kernels;  // by the number in entries
  std::unordered_map<std::uint32_t, StackId> stacks;
};

/// Fills `trace.calls`, in order, and the tables of streams, events and graphs: a handle means what was made last under
/// it and not destroyed since.
void resolve(Pending pending, Trace& trace);

}  // namespace cudep::format
