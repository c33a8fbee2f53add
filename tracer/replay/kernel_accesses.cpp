// Reads raw kernel arguments and turns them into accesses.
#include "tracer/replay/kernel_accesses.h"

#include <algorithm>
#include <cstring>

namespace cudep::replay {
namespace {

using format::Kernel;
using format::Launch;
using format::ParameterLayout;
using model::AccessKind;
using model::ByteRange;
using model::Form;

constexpr std::size_t kWord = 8;

/// A little-endian number of the arguments, its sign extended; none when it lies outside of them.
std::optional<std::int64_t> number_at(const Launch& launch, std::size_t offset, std::size_t bytes) {
  if (offset + bytes > launch.arguments.size()) return std::nullopt;
  std::uint64_t value = 0;
  std::memcpy(&value, launch.arguments.data() + offset, bytes);
  const auto unused = static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::optional<MemoryMap::Place> pointee(const Launch& launch, std::size_t offset, const MemoryMap& memory) {
  const auto address = number_at(launch, offset, kWord);
  return address ? memory.find(static_cast<std::uint64_t>(*address)) : std::nullopt;
}

/// A field has no width in a summary: that of a plain parameter is its own, that of a struct's field is 4 or 8.
std::size_t width_of(const ParameterLayout& layout, std::int64_t offset, const Launch& launch) {
  if (offset == 0 && layout.bytes <= kWord) return layout.bytes;
  const auto wide = number_at(launch, layout.offset + static_cast<std::size_t>(offset), kWord);
  constexpr std::int64_t kLargest = std::int64_t{1} << 40;
  const bool fits = offset % 8 == 0 && static_cast<std::size_t>(offset) + kWord <= layout.bytes;
  return fits && wide && *wide >= 0 && *wide < kLargest ? kWord : 4;
}

std::optional<Form> integer(const kernels::ParameterField& field, const Launch& launch, const Kernel& kernel) {
  if (field.parameter >= kernel.parameters.size()) return std::nullopt;
  const ParameterLayout& layout = kernel.parameters[field.parameter];
  if (field.offset < 0 || static_cast<std::uint64_t>(field.offset) >= layout.bytes) return std::nullopt;
  const auto value =
      number_at(launch, layout.offset + static_cast<std::size_t>(field.offset), width_of(layout, field.offset, launch));
  return value ? std::optional(Form(*value)) : std::nullopt;
}

kernels::LaunchArguments arguments_of(const Launch& launch, const Kernel& kernel) {
  kernels::LaunchArguments arguments;
  for (std::size_t d = 0; d < 3; ++d) {
    arguments.grid[d] = Form(launch.grid[d]);
    arguments.block[d] = Form(launch.block[d]);
  }
  arguments.integer = [&](const kernels::ParameterField& field) { return integer(field, launch, kernel); };
  return arguments;
}

/// The range as bytes of the buffer at `place`, cut where the buffer ends.
ByteRange range_at(const ByteRange& range, const MemoryMap::Place& place) {
  const ByteRange shifted = kernels::shift(range, Form(place.offset));
  if (!shifted.is_concrete()) return shifted;
  const model::Interval interval = shifted.interval();
  const std::int64_t end = place.offset + static_cast<std::int64_t>(place.left);
  return ByteRange::bytes(std::max<std::int64_t>(interval.low, 0), std::min(interval.high, end), shifted.dense());
}

/// One parameter, by what its type says.
void add_parameter(const Launch& launch, const ParameterLayout& layout, ParameterKind kind, const MemoryMap& memory,
                   std::vector<model::Access>& accesses) {
  if (kind == ParameterKind::Scalar) return;
  const bool is_object = kind == ParameterKind::Object || (kind == ParameterKind::Unknown && layout.bytes > kWord);
  for (std::size_t at = 0; at + kWord <= layout.bytes; at += kWord) {
    const auto place = pointee(launch, layout.offset + at, memory);
    if (!place || (is_object && place->ended)) continue;
    accesses.push_back({.buffer = place->buffer,
                        .kind = kind == ParameterKind::ConstPointer ? AccessKind::Read : AccessKind::MayWrite,
                        .range = ByteRange::open_ended(Form(place->offset)),
                        .indirect = is_object});
  }
}

std::vector<model::Access> by_library(const Launch& launch, const Kernel& kernel, const LibraryKernel& known,
                                      const MemoryMap& memory) {
  std::int64_t elements = 1;
  if (known.elements) {
    const ParameterLayout& count = kernel.parameters[*known.elements];
    elements = number_at(launch, count.offset, std::min<std::size_t>(count.bytes, kWord)).value_or(1);
  }
  std::vector<model::Access> accesses;
  const auto add = [&](const ParameterLayout& layout, std::int64_t offset, AccessKind kind) {
    const std::int64_t at = offset < 0 ? offset + layout.bytes : offset;
    if (at < 0 || at + kWord > layout.bytes) return;
    const auto place = pointee(launch, layout.offset + static_cast<std::size_t>(at), memory);
    if (!place) return;
    const auto bytes = std::min<std::int64_t>(elements, static_cast<std::int64_t>(place->left));
    accesses.push_back(
        {.buffer = place->buffer, .kind = kind, .range = ByteRange::bytes(place->offset, place->offset + bytes)});
  };
  for (const LibraryPointer& pointer : known.pointers)
    add(kernel.parameters[pointer.parameter], pointer.offset, pointer.kind);
  if (known.pointer_array) {
    const ParameterLayout& array = kernel.parameters[*known.pointer_array];
    for (std::uint32_t at = 0; at + kWord <= array.bytes; at += kWord)
      add(array, at, at == 0 ? AccessKind::Write : AccessKind::Read);
  }
  return accesses;
}

}  // namespace

KernelAccesses::KernelAccesses(const format::Trace& trace, const kernels::SummaryFile* summaries)
    : trace_(trace), summaries_(summaries) {
  for (const Kernel& kernel : trace.kernels) {
    const std::string signature = demangled(kernel.name);
    known_.push_back({.summary = summary_of(kernel.name),
                      .parameters = parameters_of(signature),
                      .library = find_library_kernel(function_of(signature))});
  }
  for (const format::Variable& variable : trace.variables) variables_[variable.name] = variable.address;
}

const kernels::Summary* KernelAccesses::summary_of(const std::string& mangled) const {
  if (!summaries_) return nullptr;
  const kernels::Summary* found = nullptr;
  if (const auto exact = summaries_->kernels.find(mangled); exact != summaries_->kernels.end()) found = &exact->second;
  const std::string common = found ? std::string() : common_kernel_name(mangled);
  if (!found)
    for (const auto& [name, summary] : summaries_->kernels) {
      if (common_kernel_name(name) != common) continue;
      if (found) return nullptr;  // two units have one of that name
      found = &summary;
    }
  return found && found->body_seen ? found : nullptr;
}

std::optional<MemoryMap::Place> KernelAccesses::place_of_root(const kernels::Root& root, const Launch& launch,
                                                              const Kernel& kernel, const MemoryMap& memory) const {
  if (const auto* global = std::get_if<program::GlobalId>(&root)) {
    const auto address = variables_.find(summaries_->variables[program::index(*global)]);
    return address == variables_.end() ? std::nullopt : memory.find(address->second);
  }
  const auto& field = std::get<kernels::ParameterField>(root);
  if (field.parameter >= kernel.parameters.size() || field.offset < 0) return std::nullopt;
  return pointee(launch, kernel.parameters[field.parameter].offset + static_cast<std::size_t>(field.offset), memory);
}

std::vector<model::Access> KernelAccesses::by_summary(const Launch& launch, const Kernel& kernel,
                                                      const kernels::Summary& summary, const MemoryMap& memory) const {
  static const model::SymbolTable kNoSymbols;
  std::vector<model::Access> accesses;
  for (const kernels::LaunchAccess& access : kernels::instantiate(summary, arguments_of(launch, kernel), kNoSymbols)) {
    const auto place = place_of_root(access.root, launch, kernel, memory);
    if (!place) continue;
    accesses.push_back({.buffer = place->buffer,
                        .kind = access.kind,
                        .range = range_at(access.range, *place),
                        .indirect = access.indirect});
  }
  return accesses;
}

std::vector<model::Access> KernelAccesses::of(const Launch& launch, const MemoryMap& memory) const {
  if (!launch.kernel) return {};
  const Kernel& kernel = trace_.kernels[static_cast<std::size_t>(*launch.kernel)];
  const Known& known = known_[static_cast<std::size_t>(*launch.kernel)];
  if (known.summary) return by_summary(launch, kernel, *known.summary, memory);
  if (known.library && known.library->parameters == kernel.parameters.size())
    return by_library(launch, kernel, *known.library, memory);
  std::vector<model::Access> accesses;
  const bool has_types = known.parameters && known.parameters->size() == kernel.parameters.size();
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
    add_parameter(launch, kernel.parameters[i], has_types ? (*known.parameters)[i] : ParameterKind::Unknown, memory,
                  accesses);
  return accesses;
}

}  // namespace cudep::replay
