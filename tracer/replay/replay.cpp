// Call by call, a trace becomes operations.
#include "tracer/replay/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "rules/model/cuda_api.h"
#include "tracer/replay/built_graph.h"
#include "tracer/replay/copy_accesses.h"
#include "tracer/replay/entity_table.h"
#include "tracer/replay/frames.h"
#include "tracer/replay/kernel_accesses.h"
#include "tracer/replay/memory_map.h"
#include "tracer/replay/names.h"
#include "tracer/replay/objects.h"

namespace cudep::replay {
namespace {

using format::Call;
using model::MemoryKind;
using model::Operation;
using model::Verb;

bool is_allocation(Verb verb) { return verb == Verb::Allocate || verb == Verb::AllocateAsync; }

bool is_end_of_memory(Verb verb) {
  return verb == Verb::FreeDevice || verb == Verb::FreePinned || verb == Verb::Unregister || verb == Verb::FreeAsync;
}

/// A call that fails when an event is not complete or keeps no times: the only one whose failure is told.
bool asks_for_time(const Call& call) {
  const model::Call* row = model::find_call(call.name());
  return row && row->verb == Verb::ElapsedTime;
}

model::SourceOrder source_order(const format::Copy& copy) {
  switch (copy.source_order) {
    case format::SourceOrder::Stream:
      return model::SourceOrder::Stream;
    case format::SourceOrder::DuringCall:
      return model::SourceOrder::DuringCall;
    case format::SourceOrder::AnyTime:
      return model::SourceOrder::AnyTime;
  }
  return model::SourceOrder::Stream;
}

class Replay {
 public:
  Replay(const format::Trace& trace, Symbols& symbols, const ReplayOptions& options)
      : trace_(trace),
        options_(options),
        frames_(trace, symbols),
        kernels_(trace, options.kernels),
        table_(entities()),
        objects_(trace, entities()),
        times_(trace) {
    entities().hosts.push_back("main thread");
    other_.host = add_buffer({.name = {}, .kind = MemoryKind::Pageable});
    other_.device = add_buffer({.name = {}, .kind = MemoryKind::Device});
    for (const format::Variable& variable : trace.variables) {
      const model::BufferId buffer = add_buffer({.name = function_of(demangled(variable.name)),
                                                 .kind = MemoryKind::Device,
                                                 .bytes = model::Form(static_cast<std::int64_t>(variable.bytes))});
      memory_.begin(variable.address, variable.bytes, buffer);
    }
  }

  Replayed run() {
    for (std::size_t i = 0; i < trace_.calls.size(); ++i) {
      const Call& call = trace_.calls[i];
      if (!call.succeeded() && !asks_for_time(call)) continue;
      if (const auto* access = std::get_if<format::HostAccess>(&call.detail)) {
        take_access(call, *access);
      } else if (call.node || !call.dependencies.empty()) {
        change_graph(call);
      } else if (const model::Call* row = model::find_call(call.name())) {
        take(call, *row, is_member_of_batch(i));
      }
      result_.times.resize(result_.list.operations.size(), times_.of(call));
      result_.calls.resize(result_.list.operations.size(), i);
    }
    std::set<std::uint32_t> threads;
    for (const Call& call : trace_.calls) threads.insert(call.thread);
    if (threads.size() > 1)
      result_.notices.push_back(
          fmt::format("the calls of {} host threads are taken in the order in which they were made, as if that order "
                      "were certain",
                      threads.size()));
    for (const std::string& file : frames_.changed_files())
      result_.notices.push_back(
          fmt::format("{} has changed since the run, so that its functions have no lines: record again", file));
    return std::move(result_);
  }

 private:
  model::Entities& entities() { return result_.list.entities; }

  /// A copy that belongs to the same call as the one before it.
  [[nodiscard]] bool is_member_of_batch(std::size_t position) const {
    const auto* copy = std::get_if<format::Copy>(&trace_.calls[position].detail);
    return copy && copy->batch && position > 0 &&
           trace_.calls[position - 1].sequence == trace_.calls[position].sequence;
  }

  model::BufferId add_buffer(model::Buffer buffer) {
    entities().buffers.push_back(std::move(buffer));
    return model::BufferId{static_cast<std::uint32_t>(entities().buffers.size() - 1)};
  }

  [[nodiscard]] std::string kernel_name(const format::Launch& launch) const {
    if (!launch.kernel) return {};
    return function_of(demangled(trace_.kernels[static_cast<std::size_t>(*launch.kernel)].name));
  }

  CallStack call_stack(const Call& call, std::optional<Verb> verb) {
    const auto* launch = std::get_if<format::Launch>(&call.detail);
    const bool of_memory = verb && (is_allocation(*verb) || is_end_of_memory(*verb));
    if (!call.stack) return {};
    return frames_.call_stack(*call.stack, launch ? kernel_name(*launch) : std::string(), of_memory);
  }

  /// What the call operates on, before its memory: verb, label, frames, stream, event, graphs.
  Operation outline(const Call& call, std::optional<Verb> verb, const CallStack& stack) {
    Operation op{.verb = verb.value_or(Verb::UnorderedWork)};
    op.label = stack.api.empty() ? std::string(call.name()) : stack.api;
    op.frames = table_.frames(stack.frames);
    if (call.stream) op.stream = objects_.stream(*call.stream);
    if (const auto* launch = std::get_if<format::Launch>(&call.detail)) {
      const std::string kernel = kernel_name(*launch);
      op.label = kernel.empty() ? "a kernel" : fmt::format("kernel `{}`", kernel);
      op.accesses = kernels_.of(*launch, memory_);
    }
    if (const auto* use = std::get_if<format::EventUse>(&call.detail)) op.event = objects_.event(use->event);
    if (const auto* memset = std::get_if<format::Memset>(&call.detail))
      op.accesses = accesses_of(*memset, memory_, other_);
    return op;
  }

  /// `slots[i]` of `cudaMalloc(&slots[i], bytes)`.
  [[nodiscard]] std::optional<std::string> name_in_source(const CallStack& stack) const {
    if (!options_.source_line || stack.api.empty() || stack.frames.empty()) return std::nullopt;
    const model::Site& site = stack.frames.front().site;
    const auto line = options_.source_line(site.file, site.line);
    return line ? first_argument(*line, stack.api) : std::nullopt;
  }

  void take(const Call& call, const model::Call& row, bool member_of_batch) {
    const CallStack stack = call_stack(call, row.verb);
    if (!row.verb) return take_without_verb(call, row, stack);
    Operation op = outline(call, row.verb, stack);
    op.synchronous = row.synchronous;
    if (op.verb <= Verb::GraphLaunch && !op.stream) op.stream = objects_.default_stream(call);
    if (const auto* copy = std::get_if<format::Copy>(&call.detail)) {
      op.accesses = accesses_of(*copy, model::copy_direction(row, std::nullopt), memory_, other_);
      op.source_order = source_order(*copy);
      const bool joins = member_of_batch && !result_.list.operations.empty() &&
                         result_.list.operations.back().source_order == op.source_order;
      if (joins) {
        std::ranges::move(op.accesses, std::back_inserter(result_.list.operations.back().accesses));
        return;
      }
    }
    if (const auto* use = std::get_if<format::EventUse>(&call.detail)) take_event_use(*use, row, op);
    if (const auto* use = std::get_if<format::GraphUse>(&call.detail)) take_graph(call, *use, op);
    if (const auto* memory = std::get_if<format::Memory>(&call.detail))
      if (!take_memory(*memory, row, stack, op)) return;
    const auto* launch = std::get_if<format::Launch>(&call.detail);
    if (launch && !launch->events.empty()) return take_with_events(*launch, op);
    finish(call, stack, std::move(op));
  }

  void take_event_use(const format::EventUse& use, const model::Call& row, Operation& op) {
    op.external = model::is_external(row, static_cast<std::int64_t>(use.flags));
    if (op.verb != Verb::ElapsedTime || !use.second) return;
    op.events = {objects_.event(use.event), objects_.event(*use.second)};
    op.event.reset();
  }

  /// An event of a launch attribute is complete once the blocks of the kernel have begun, and covers what came before.
  /// That a programmatic event also waits for the kernel is not promised (CUlaunchAttributeID).
  void take_with_events(const format::Launch& launch, const Operation& op) {
    std::vector<Operation> after;
    for (const format::LaunchEvent& event : launch.events) {
      Operation record{.verb = Verb::Record, .stream = op.stream, .event = objects_.event(event.event)};
      record.label = fmt::format("event of {}", op.label);
      record.frames = op.frames;
      result_.list.operations.push_back(record);
      record.programmatic = true;
      if (event.kind == format::LaunchEventKind::Programmatic) after.push_back(std::move(record));
    }
    result_.list.operations.push_back(op);
    std::ranges::move(after, std::back_inserter(result_.list.operations));
  }

  /// What the verb asks for besides, and the operation is done.
  void finish(const Call& call, const CallStack& stack, Operation op) {
    switch (op.verb) {
      case Verb::CreateStream:
        if (const auto name = name_in_source(stack); name && op.stream) objects_.name(*op.stream, *name);
        break;
      case Verb::CreateEvent:
        if (const auto name = name_in_source(stack); name && op.event) objects_.name(*op.event, *name);
        break;
      case Verb::DeviceSynchronize:
      case Verb::ResetDevice:
      case Verb::UnloadModule:
        op.device = objects_.device(call.context);
        break;
      case Verb::UnknownCall:
        if (op.event) op.events.push_back(*op.event);
        break;
      default:
        break;
    }
    result_.list.operations.push_back(std::move(op));
  }

  /// What host code did while memory was in use; of memory that no recorded call made, nothing is known.
  void take_access(const Call& call, const format::HostAccess& access) {
    const auto place = memory_.find(access.address);
    if (!place || place->ended) return;
    const CallStack stack = call_stack(call, Verb::HostAccess);
    const std::string& name = entities().buffers[index(place->buffer)].name;
    result_.list.operations.push_back(
        {.verb = Verb::HostAccess,
         .accesses = {{.buffer = place->buffer,
                       .kind = access.is_write ? model::AccessKind::Write : model::AccessKind::Read,
                       .range = model::ByteRange::bytes(place->offset, place->offset + 1)}},
         .label = fmt::format("{} {}", access.is_write ? "write to" : "read of",
                              name.empty() ? "host memory" : fmt::format("`{}`", name)),
         .frames = table_.frames(stack.frames)});
  }

  /// False when there is nothing to say: memory whose beginning was not recorded ends.
  bool take_memory(const format::Memory& memory, const model::Call& row, const CallStack& stack, Operation& op) {
    if (is_allocation(op.verb)) {
      op.buffer = begin_memory(memory, row.memory, stack, op);
      return true;
    }
    if (!is_end_of_memory(op.verb)) return true;
    op.buffer = memory_.end(memory.address);
    return op.buffer.has_value();
  }

  model::BufferId begin_memory(const format::Memory& memory, MemoryKind kind, const CallStack& stack,
                               const Operation& op) {
    model::Buffer buffer{.kind = kind};
    if (const auto name = name_in_source(stack)) buffer.name = objects_.unique(*name);
    if (!op.frames.empty()) buffer.allocated = op.frames.front().site;
    if (memory.bytes != 0) buffer.bytes = model::Form(static_cast<std::int64_t>(memory.bytes));
    const model::BufferId id = add_buffer(std::move(buffer));
    memory_.begin(memory.address, memory.bytes, id);
    return id;
  }

  /// Calls that order nothing, but say where memory is.
  void take_without_verb(const Call& call, const model::Call& row, const CallStack& stack) {
    if (const auto* alias = std::get_if<format::Alias>(&call.detail)) {
      const auto host = memory_.find(alias->host_address);
      if (host && alias->device_address != alias->host_address)
        memory_.begin(alias->device_address, host->left, host->buffer, host->offset);
    }
    const auto* memory = std::get_if<format::Memory>(&call.detail);
    if (!memory) return;
    if (row.memory == MemoryKind::Pinned) {
      Operation op = outline(call, Verb::Allocate, stack);
      op.buffer = begin_memory(*memory, row.memory, stack, op);
      result_.list.operations.push_back(std::move(op));
    }
    if (row.name == "cuMemAddressFree" || row.name == "cuIpcCloseMemHandle") memory_.end(memory->address);
  }

  // --- graphs --------------------------------------------------------------------------------------------------------

  void take_graph(const Call& call, const format::GraphUse& use, Operation& op) {
    if (op.verb == Verb::Instantiate && use.graph)
      for (Operation& node : built_.capture(*use.graph, objects_, op, objects_.device(call.context)))
        result_.list.operations.push_back(std::move(node));
    if (use.graph) op.graph = objects_.graph(*use.graph);
    if (!use.executable) return;
    const model::GraphId executable = objects_.executable(*use.executable);
    (op.verb == Verb::Instantiate ? op.executable : op.graph) = executable;
  }

  static Verb verb_of_node(const Call& call) {
    if (std::holds_alternative<format::Launch>(call.detail)) return Verb::Launch;
    if (std::holds_alternative<format::Copy>(call.detail)) return Verb::Copy;
    if (std::holds_alternative<format::Memset>(call.detail)) return Verb::Memset;
    if (std::holds_alternative<format::HostFunction>(call.detail)) return Verb::HostFunction;
    const auto* use = std::get_if<format::EventUse>(&call.detail);
    if (!use) return Verb::Prefetch;
    if (call.name() == "cuGraphAddNode") return use->flags != 0 ? Verb::Record : Verb::StreamWait;
    return call.name().find("Wait") == std::string_view::npos ? Verb::Record : Verb::StreamWait;
  }

  /// The call makes or changes a node, or makes nodes depend on each other.
  void change_graph(const Call& call) {
    if (!call.node) {
      if (const auto* use = std::get_if<format::GraphUse>(&call.detail); use && use->graph)
        built_.depend(*use->graph, call.dependencies);
      return;
    }
    if (!call.node->graph) return;
    const Verb verb = verb_of_node(call);
    Operation op = outline(call, verb, call_stack(call, verb));
    op.stream.reset();
    op.external = verb == Verb::Record || verb == Verb::StreamWait;
    if (const auto* copy = std::get_if<format::Copy>(&call.detail))
      op.accesses = accesses_of(*copy, model::Direction::Unknown, memory_, other_);
    if (const auto* use = std::get_if<format::GraphUse>(&call.detail); use && use->other)
      op.accesses = built_.accesses(*use->other);
    const bool is_new = call.name().starts_with("cuGraphAdd");
    if (!is_new) return built_.change(*call.node->graph, call.node->node, op);
    built_.add(*call.node->graph, {call.node->node, call.node->dependencies, std::move(op)});
  }

  const format::Trace& trace_;
  const ReplayOptions& options_;
  Replayed result_;
  Frames frames_;
  KernelAccesses kernels_;
  EntityTable table_;
  Objects objects_;
  MemoryMap memory_;
  BuiltGraphs built_;
  GpuTimes times_;
  OtherMemory other_{};
};

}  // namespace

Replayed replay(const format::Trace& trace, Symbols& symbols, const ReplayOptions& options) {
  return Replay(trace, symbols, options).run();
}

}  // namespace cudep::replay
