// Writes nodes and what they do.
#include "tracer/record/decode_graphs.h"

#include <algorithm>

namespace cudep::record {
namespace {

constexpr std::size_t kMostDependencies = 1500;  // of one entry: what fits the smallest chunk

}  // namespace

void write_node(Call& call, std::uint64_t graph, std::uint64_t node, const CUgraphNode* dependencies,
                std::size_t count) noexcept {
  const std::size_t written = dependencies == nullptr ? 0 : std::min(count, kMostDependencies);
  if (written < count) call.recorder.file.count_dropped_entry();
  auto* const entry = call.begin_fact<format::NodeEntry>(format::EntryKind::Node, written * sizeof(*dependencies));
  if (entry == nullptr) return;
  entry->graph = graph;
  entry->node = node;
  if (written != 0) {
    std::memcpy(format::ChunkWriter::trail_of(entry), dependencies, written * sizeof(*dependencies));
  }
  call.commit();
}

void write_dependencies(Call& call, std::uint64_t graph, const CUgraphNode* from, const CUgraphNode* to,
                        std::size_t count) noexcept {
  if (from == nullptr || to == nullptr) return;
  for (std::size_t i = 0; i < count; ++i) {
    auto* const entry =
        call.begin_fact<format::DependenciesEntry>(format::EntryKind::Dependencies, 2 * sizeof(CUgraphNode));
    if (entry == nullptr) return;
    entry->graph = graph;
    const CUgraphNode pair[] = {from[i], to[i]};
    std::memcpy(format::ChunkWriter::trail_of(entry), pair, sizeof(pair));
    call.commit();
  }
}

void write_kernel_node(Call& call, const LaunchShape& shape) noexcept { write_launch(call, nullptr, true, shape); }

void write_memset_node(Call& call, std::uint64_t destination, std::uint64_t width, std::uint64_t height,
                       std::uint64_t pitch) noexcept {
  write_memset(call, nullptr, true, destination, width, {.height = height, .pitch = pitch});
}

void write_host_node(Call& call, CUhostFn function, void* user_data) noexcept {
  auto* const entry = call.begin<format::HostFunctionEntry>(format::EntryKind::HostFunction);
  if (entry == nullptr) return;
  entry->function = Call::number(function);
  entry->user_data = Call::number(user_data);
  call.commit();
}

void write_event_node(Call& call, CUevent event, std::uint32_t is_record) noexcept {
  auto* const entry = call.begin<format::EventEntry>(format::EntryKind::Event);
  if (entry == nullptr) return;
  entry->event = Call::number(event);
  entry->flags = is_record;
  call.commit();
}

void write_memory_node(Call& call, std::uint64_t address, std::uint64_t bytes) noexcept {
  auto* const entry = call.begin<format::MemoryEntry>(format::EntryKind::Memory);
  if (entry == nullptr) return;
  entry->address = address;
  entry->bytes = bytes;
  call.commit();
}

void write_child_node(Call& call, CUgraph graph, CUgraph child) noexcept {
  auto* const entry = call.begin<format::GraphEntry>(format::EntryKind::Graph);
  if (entry == nullptr) return;
  entry->graph = Call::number(graph);
  entry->executable = Call::number(child);
  call.commit();
}

void write_plain_node(Call& call) noexcept {
  if (call.begin<format::CallEntry>(format::EntryKind::Call) != nullptr) call.commit();
}

void write_node_content(Call& call, const CUgraphNodeParams& parameters) noexcept {
  switch (parameters.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
      const auto& said = parameters.kernel;
      const CUfunction function = said.func != nullptr ? said.func : reinterpret_cast<CUfunction>(said.kern);
      return write_kernel_node(call, launch_shape(said, function));
    }
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return write_copy(call, nullptr, true, rows_shape(parameters.memcpy.copyParams));
    case CU_GRAPH_NODE_TYPE_MEMSET: {
      const auto& said = parameters.memset;
      return write_memset_node(call, said.dst, said.width * said.elementSize, said.height, said.pitch);
    }
    case CU_GRAPH_NODE_TYPE_HOST:
      return write_host_node(call, parameters.host.fn, parameters.host.userData);
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      return write_event_node(call, parameters.eventWait.event, 0);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      return write_event_node(call, parameters.eventRecord.event, 1);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
      return write_memory_node(call, call.succeeded() ? parameters.alloc.dptr : 0, parameters.alloc.bytesize);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
      return write_memory_node(call, parameters.free.dptr, 0);
    case CU_GRAPH_NODE_TYPE_GRAPH:
      return write_child_node(call, nullptr, parameters.graph.graph);
    default:
      return write_plain_node(call);
  }
}

}  // namespace cudep::record
