// Graphs: capture, building by nodes, changes of nodes, instantiation, launches.
#pragma once
#include <cstring>

#include "tracer/record/decode_copies.h"
#include "tracer/record/decode_launches.h"

namespace cudep::record {

/// `executable` is the other graph of a clone or a child graph node.
template <class Parameters>
void write_graph(Call& call, const Parameters& parameters, std::uint64_t graph, std::uint64_t executable) {
  constexpr bool has_stream = requires { parameters.hStream; };
  auto* const entry = has_stream ? call.begin_on<format::GraphEntry>(stream_of(parameters), format::EntryKind::Graph)
                                 : call.begin<format::GraphEntry>(format::EntryKind::Graph);
  if (entry == nullptr) return;
  entry->graph = graph;
  entry->executable = executable;
  entry->flags = flags_of(parameters);
  call.commit();
}

/// Begin and end of a capture, creation and destruction: calls that name one graph, or none yet.
template <class Parameters>
void use_graph(Call& call, const Parameters& parameters) {
  if constexpr (requires { *parameters.phGraph; }) {
    write_graph(call, parameters, call.out(parameters.phGraph), 0);
  } else if constexpr (requires { parameters.hGraph; }) {
    write_graph(call, parameters, Call::number(parameters.hGraph), 0);
  } else {
    write_graph(call, parameters, 0, 0);
  }
}

template <class Parameters>
void clone_graph(Call& call, const Parameters& parameters) {
  write_graph(call, parameters, call.out(parameters.phGraphClone), Call::number(parameters.originalGraph));
}

template <class Parameters>
void instantiate(Call& call, const Parameters& parameters) {
  write_graph(call, parameters, Call::number(parameters.hGraph), call.out(parameters.phGraphExec));
}

/// Launch and upload: what some of their forms call `hGraph` is an executable.
template <class Parameters>
void launch_graph(Call& call, const Parameters& parameters) {
  if constexpr (requires { parameters.hGraphExec; }) {
    write_graph(call, parameters, 0, Call::number(parameters.hGraphExec));
  } else {
    write_graph(call, parameters, 0, Call::number(parameters.hGraph));
  }
}

template <class Parameters>
void use_executable(Call& call, const Parameters& parameters) {
  if constexpr (requires { parameters.hGraph; }) {
    write_graph(call, parameters, Call::number(parameters.hGraph), Call::number(parameters.hGraphExec));
  } else {
    write_graph(call, parameters, 0, Call::number(parameters.hGraphExec));
  }
}

void write_node(Call& call, std::uint64_t graph, std::uint64_t node, const CUgraphNode* dependencies,
                std::size_t count) noexcept;
void write_dependencies(Call& call, std::uint64_t graph, const CUgraphNode* from, const CUgraphNode* to,
                        std::size_t count) noexcept;
/// What a node of any type does, from the parameters of cuGraphAddNode.
void write_node_content(Call& call, const CUgraphNodeParams& parameters) noexcept;
void write_kernel_node(Call& call, const LaunchShape& shape) noexcept;
void write_memset_node(Call& call, std::uint64_t destination, std::uint64_t width, std::uint64_t height,
                       std::uint64_t pitch) noexcept;
void write_host_node(Call& call, CUhostFn function, void* user_data) noexcept;
void write_event_node(Call& call, CUevent event, std::uint32_t is_record) noexcept;
void write_memory_node(Call& call, std::uint64_t address, std::uint64_t bytes) noexcept;
void write_child_node(Call& call, CUgraph graph, CUgraph child) noexcept;
void write_plain_node(Call& call) noexcept;

/// The node that the call makes or changes: of a graph, or of an executable.
template <class Parameters>
void node_of(Call& call, const Parameters& parameters) {
  if constexpr (requires { *parameters.phGraphNode; }) {
    write_node(call, Call::number(parameters.hGraph), call.out(parameters.phGraphNode), parameters.dependencies,
               parameters.numDependencies);
  } else if constexpr (requires { parameters.hGraphExec; }) {
    write_node(call, Call::number(parameters.hGraphExec), Call::number(parameters.hNode), nullptr, 0);
  } else {
    write_node(call, 0, Call::number(parameters.hNode), nullptr, 0);
  }
}

template <class Parameters>
void kernel_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  const auto& said = *parameters.nodeParams;
  CUfunction function = said.func;
  if constexpr (requires { said.kern; }) {
    if (function == nullptr) function = reinterpret_cast<CUfunction>(said.kern);
  }
  write_kernel_node(call, launch_shape(said, function));
}

template <class Parameters>
void copy_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  if constexpr (requires { parameters.copyParams; }) {
    write_copy(call, nullptr, true, rows_shape(*parameters.copyParams));
  } else {
    write_copy(call, nullptr, true, rows_shape(*parameters.nodeParams));
  }
}

template <class Parameters>
void memset_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  const auto write = [&](const auto& said) {
    write_memset_node(call, said.dst, said.width * said.elementSize, said.height, said.pitch);
  };
  if constexpr (requires { parameters.memsetParams; }) {
    write(*parameters.memsetParams);
  } else {
    write(*parameters.nodeParams);
  }
}

template <class Parameters>
void host_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  write_host_node(call, parameters.nodeParams->fn, parameters.nodeParams->userData);
}

template <class Parameters>
void event_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  write_event_node(call, parameters.event, 0);
}

template <class Parameters>
void allocation_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  write_memory_node(call, call.succeeded() ? parameters.nodeParams->dptr : 0, parameters.nodeParams->bytesize);
}

template <class Parameters>
void free_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  write_memory_node(call, parameters.dptr, 0);
}

template <class Parameters>
void child_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  if constexpr (requires { parameters.hGraph; }) {
    write_child_node(call, parameters.hGraph, parameters.childGraph);
  } else {
    write_child_node(call, nullptr, parameters.childGraph);
  }
}

/// A node without memory accesses that we see: empty, semaphores, memory operations; one that is destroyed or disabled.
template <class Parameters>
void plain_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  write_plain_node(call);
}

template <class Parameters>
void any_node(Call& call, const Parameters& parameters) {
  node_of(call, parameters);
  if (parameters.nodeParams != nullptr) write_node_content(call, *parameters.nodeParams);
}

template <class Parameters>
void dependencies(Call& call, const Parameters& parameters) {
  write_dependencies(call, Call::number(parameters.hGraph), parameters.from, parameters.to, parameters.numDependencies);
  use_graph(call, parameters);
}

/// The nodes that the next one of a capture comes after.
template <class Parameters>
void capture_dependencies(Call& call, const Parameters& parameters) {
  write_node(call, 0, 0, parameters.dependencies, parameters.numDependencies);
  use_graph(call, parameters);
}

}  // namespace cudep::record
