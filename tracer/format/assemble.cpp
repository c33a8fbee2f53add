// Sorts entries by what they are: calls, facts on calls, definitions.
#include "tracer/format/assemble.h"

#include <algorithm>

#include "tracer/format/decode.h"

namespace cudep::format {
namespace {

constexpr std::uint32_t kMostThreads = 1 << 20;  // a larger number is damage, not a thread

/// The position in `list` that a definition of `number` gets: a second one of a number is the same again.
template <class Id, class T>
void define(std::unordered_map<std::uint32_t, Id>& positions, std::uint32_t number, std::vector<T>& list, T value) {
  if (positions.emplace(number, static_cast<Id>(list.size())).second) list.push_back(std::move(value));
}

}  // namespace

void Assembly::begin_chunk(std::uint32_t thread, std::uint32_t system_thread) {
  thread_ = thread;
  if (thread >= kMostThreads) return;
  if (thread >= trace_.threads.size()) trace_.threads.resize(thread + 1);
  trace_.threads[thread].system_thread = system_thread;
}

Assembly::Answer Assembly::add(Bytes entry) {
  const auto kind = copied<EntryHeader>(entry).kind;
  if (kind >= EntryKind::Call && kind <= EntryKind::HostAccess) return add_call(kind, entry);
  if (kind >= EntryKind::Node && kind <= EntryKind::Correlation) return add_fact(kind, entry);
  if (kind >= EntryKind::Kernel && kind <= EntryKind::Activity) return add_definition(kind, entry);
  return kind == EntryKind{} ? Answer::Damaged : Answer::Unknown;
}

Assembly::Answer Assembly::add_call(EntryKind kind, Bytes entry) {
  std::optional<PendingCall> pending = decode_call(kind, entry);
  if (!pending) return Answer::Damaged;
  pending->call.thread = thread_;
  pending_.calls.push_back(std::move(*pending));
  return Answer::Taken;
}

Assembly::Answer Assembly::add_fact(EntryKind kind, Bytes entry) {
  Facts& facts = pending_.facts[copied<std::uint64_t>(after(entry, sizeof(EntryHeader)))];
  if (kind == EntryKind::Node) {
    facts.node = copied<NodeEntry>(entry);
    facts.node_dependencies = list_of<std::uint64_t>(after(entry, sizeof(NodeEntry)), entry.size());
  } else if (kind == EntryKind::Dependencies) {
    const auto pairs = list_of<Dependency>(after(entry, sizeof(DependenciesEntry)), entry.size());
    facts.dependencies.insert(facts.dependencies.end(), pairs.begin(), pairs.end());
  } else if (kind == EntryKind::LaunchEvent) {
    facts.events.push_back(copied<LaunchEventEntry>(entry));
  } else {
    facts.correlation = copied<CorrelationEntry>(entry).correlation;
  }
  return Answer::Taken;
}

Assembly::Answer Assembly::add_definition(EntryKind kind, Bytes entry) {
  switch (kind) {
    case EntryKind::Kernel:
      add_kernel(entry);
      break;
    case EntryKind::Stack:
      add_stack(entry);
      break;
    case EntryKind::Module:
      add_module(entry);
      break;
    case EntryKind::Place:
      add_place(entry);
      break;
    case EntryKind::Context: {
      const auto said = copied<ContextEntry>(entry);
      trace_.contexts[said.context] = said.device;
      break;
    }
    case EntryKind::Variable: {
      const auto said = copied<VariableEntry>(entry);
      trace_.variables.push_back(
          {.name = text_of(after(entry, sizeof(said)), said.name_bytes), .address = said.address, .bytes = said.bytes});
      break;
    }
    default: {
      const auto said = copied<ActivityEntry>(entry);
      trace_.activities.push_back(
          {said.correlation, said.begin, said.end, said.device, said.context, said.stream, said.kind});
    }
  }
  return Answer::Taken;
}

void Assembly::add_kernel(Bytes entry) {
  const auto said = copied<KernelEntry>(entry);
  const Bytes layouts = after(entry, sizeof(said));
  Kernel kernel{.function = said.function, .parameters = list_of<ParameterLayout>(layouts, said.parameters)};
  kernel.name = text_of(after(layouts, said.parameters * sizeof(ParameterLayout)), said.name_bytes);
  define(pending_.kernels, said.kernel, trace_.kernels, std::move(kernel));
}

void Assembly::add_stack(Bytes entry) {
  const auto said = copied<StackEntry>(entry);
  define(pending_.stacks, said.stack, trace_.stacks,
         Stack{.addresses = list_of<std::uint64_t>(after(entry, sizeof(said)), said.frames)});
}

void Assembly::add_module(Bytes entry) {
  const auto said = copied<ModuleEntry>(entry);
  const std::size_t id_bytes = std::min<std::size_t>(said.build_id_bytes, sizeof(said.build_id));
  trace_.modules.push_back({.path = text_of(after(entry, sizeof(said)), said.path_bytes),
                            .sequence = said.sequence,
                            .begin = said.begin,
                            .end = said.end,
                            .bias = said.bias,
                            .build_id = {said.build_id, said.build_id + id_bytes}});
}

void Assembly::add_place(Bytes entry) {
  const auto said = copied<PlaceEntry>(entry);
  const Bytes texts = after(entry, sizeof(said));
  trace_.places[said.address].push_back({.function = text_of(texts, said.function_bytes),
                                         .file = text_of(after(texts, said.function_bytes), said.file_bytes),
                                         .line = said.line,
                                         .column = said.column,
                                         .depth = said.depth});
}

Trace Assembly::finish() && {
  for (auto& [address, places] : trace_.places) std::ranges::sort(places, {}, &Place::depth);
  resolve(std::move(pending_), trace_);
  return std::move(trace_);
}

}  // namespace cudep::format
