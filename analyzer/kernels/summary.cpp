// From the accesses of a walk to a summary; and what the types of a kernel's parameters say when its body does not.
#include "analyzer/kernels/summary.h"

#include <algorithm>
#include <string_view>

#include "analyzer/kernels/bounds.h"
#include "analyzer/kernels/density.h"
#include "analyzer/kernels/walk.h"

namespace cudep::kernels {
namespace {

using model::AccessKind;
using model::Form;

/// The greatest of the lower bounds, and whether the others are provably not greater.
struct Low {
  Form form;
  bool greatest = true;
};

std::optional<Low> greatest(const std::vector<Limit>& limits, const Variables& variables) {
  const auto is_plain = [](const Limit& limit) { return limit.assumed.empty(); };
  const auto best = std::ranges::find_if(limits, is_plain);
  const Limit& chosen = best != limits.end() ? *best : limits.front();
  const bool certain = std::ranges::all_of(limits, [&](const Limit& other) {
    return model::provably_non_negative(chosen.end - other.end, variables.symbols());
  });
  return Low{chosen.end, certain};
}

KernelAccess bounded(const RawAccess& raw, const Variables& variables) {
  KernelAccess access{.root = raw.root, .kind = raw.kind, .sliced = variables.sliced(raw.offset)};
  const Bounds bounds(variables, raw.facts);
  const std::vector<Limit> lows = bounds.lower(raw.offset);
  if (!lows.empty()) access.low = greatest(lows, variables)->form;
  if (lows.empty() || !raw.bytes) return access;
  access.high = bounds.upper(raw.offset + *raw.bytes);
  const auto conditions = density(raw.offset, *raw.bytes, raw.facts, variables);
  access.dense = conditions && !access.high.empty() && greatest(lows, variables)->greatest;
  if (access.dense) access.dense_if = *conditions;
  return access;
}

/// Accesses to the fields of one element, and to elements side by side, are one access to both.
bool merge(RawAccess& first, const RawAccess& second) {
  if (first.root != second.root || first.kind != second.kind || first.facts != second.facts) return false;
  if (!first.bytes || !second.bytes) return false;
  const auto distance = (second.offset - first.offset).as_number();
  const auto bytes = first.bytes->as_number();
  const auto more = second.bytes->as_number();
  if (!distance || !bytes || !more) return false;
  if (*distance < -*more || *distance > *bytes) return false;
  if (*distance < 0) first.offset = second.offset;
  first.bytes = std::max(*bytes, *distance + *more) - std::min<std::int64_t>(*distance, 0);
  return true;
}

std::vector<RawAccess> merged(std::vector<RawAccess> accesses) {
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = i + 1; j < accesses.size();) {
      if (!merge(accesses[i], accesses[j])) {
        ++j;
        continue;
      }
      accesses.erase(accesses.begin() + static_cast<std::ptrdiff_t>(j));
      j = i + 1;
    }
  return accesses;
}

/// Pointers among the fields of a by-value struct, by what the layouts say.
void add_fields(const program::Program& program, program::LayoutId id, ParameterField field,
                std::vector<KernelAccess>& accesses) {
  const program::Layout& layout = program.layouts[model::index(id)];
  if (layout.pointee || layout.name.ends_with('*')) {
    const bool reads_only = layout.name.starts_with("const ");
    accesses.push_back({.root = field, .kind = reads_only ? AccessKind::Read : AccessKind::MayWrite, .indirect = true});
  }
  for (const program::Field& part : layout.fields)
    add_fields(program, part.layout, {field.parameter, field.offset + part.offset}, accesses);
  constexpr std::int64_t kMostElements = 64;
  if (!layout.element) return;
  const std::int64_t bytes = program.layouts[model::index(*layout.element)].bytes;
  if (bytes <= 0 || layout.bytes / bytes > kMostElements) return;
  for (std::int64_t offset = 0; offset + bytes <= layout.bytes; offset += bytes)
    add_fields(program, *layout.element, {field.parameter, field.offset + offset}, accesses);
}

Summary by_types(const program::Program& program, const program::Function& kernel) {
  Summary summary;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const program::Parameter& parameter = kernel.parameters[i];
    const ParameterField field{static_cast<std::uint32_t>(i), 0};
    if (parameter.type.kind == program::TypeKind::Pointer)
      summary.accesses.push_back(
          {.root = field, .kind = parameter.pointee_const ? AccessKind::Read : AccessKind::MayWrite});
    if (parameter.type.kind == program::TypeKind::Aggregate && parameter.layout)
      add_fields(program, *parameter.layout, field, summary.accesses);
  }
  return summary;
}

/// What the facts say of flags (parameters of one byte) alone: at a launch it holds or it does not.
std::vector<model::Form> flag_conditions(const Facts& facts, const Variables& variables,
                                         const program::Function& kernel) {
  const auto is_flag = [&](model::SymbolId id) {
    const auto symbol = variables.kernel_symbols().find(id);
    const auto* field =
        symbol == variables.kernel_symbols().end() ? nullptr : std::get_if<ParameterField>(&symbol->second);
    return field && field->offset == 0 && kernel.parameters[field->parameter].type.bytes == 1;
  };
  std::vector<model::Form> found;
  std::ranges::copy_if(facts, std::back_inserter(found), [&](const model::Form& fact) {
    return !fact.terms().empty() && std::ranges::all_of(fact.terms(), [&](const model::Form::Term& term) {
      return std::ranges::all_of(term.symbols, is_flag);
    });
  });
  return found;
}

/// Where a flag chooses between two accesses of one kind, one of them is made.
void forget_alternatives(std::vector<KernelAccess>& accesses) {
  std::vector<const KernelAccess*> chosen;
  for (const KernelAccess& access : accesses)
    for (const KernelAccess& other : accesses)
      if (access.root == other.root && access.kind == other.kind && access.only_if != other.only_if)
        chosen.push_back(&access);
  for (KernelAccess& access : accesses)
    if (std::ranges::find(chosen, &access) != chosen.end()) access.only_if.clear();
}

/// None when there is no body, or when it asks for too much.
std::optional<Summary> by_body(const program::Program& program, program::FunctionId kernel, const Limits& limits) {
  if (!program.functions[model::index(kernel)].has_body()) return std::nullopt;
  Walk walk(program, limits);
  if (!walk.run(kernel)) return std::nullopt;
  Summary summary;
  summary.body_seen = true;
  summary.symbols = walk.variables().kernel_symbols();
  summary.reaches_unknown_memory = walk.reaches_unknown_memory();
  summary.calls_unknown_functions = walk.calls_unknown_functions();
  summary.communicates = walk.communicates();
  for (const RawAccess& raw : merged(walk.accesses())) {
    KernelAccess access = bounded(raw, walk.variables());
    access.indirect = summary.communicates;
    access.only_if = flag_conditions(raw.facts, walk.variables(), program.functions[model::index(kernel)]);
    if (std::ranges::find(summary.accesses, access) == summary.accesses.end())
      summary.accesses.push_back(std::move(access));
  }
  forget_alternatives(summary.accesses);
  return summary;
}

}  // namespace

Summary summarize(const program::Program& program, program::FunctionId kernel, const Limits& limits) {
  const program::Function& function = program.functions[model::index(kernel)];
  std::optional<Summary> seen = by_body(program, kernel, limits);
  Summary summary = seen ? std::move(*seen) : by_types(program, function);
  for (const program::Parameter& parameter : function.parameters)
    summary.parameter_bytes.push_back(parameter.type.bytes);
  return summary;
}

}  // namespace cudep::kernels
