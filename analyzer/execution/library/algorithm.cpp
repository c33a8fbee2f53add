// Standard algorithms: the ranges that they read and write.
#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

using model::AccessKind;

/// The host accesses [first, last); both are iterators of one allocation.
void access_range(Machine& machine, Path& path, const ReadyCall& call, std::size_t first_at, AccessKind kind) {
  const auto first = pointer_argument(machine, path, call, first_at);
  const auto last = pointer_argument(machine, path, call, first_at + 1);
  if (!first || !last || first->object != last->object) return;
  machine.host_access(path, *first, last->offset - first->offset, kind, call.site);
  if (kind == AccessKind::Write) path.memory.forget(*first, (last->offset - first->offset).as_number());
}

std::optional<Form> length_of(Machine& machine, Path& path, const ReadyCall& call) {
  const auto first = pointer_argument(machine, path, call, 0), last = pointer_argument(machine, path, call, 1);
  if (!first || !last || first->object != last->object) return std::nullopt;
  return last->offset - first->offset;
}

void write_range(Machine& machine, Path& path, const ReadyCall& call) {
  access_range(machine, path, call, 0, AccessKind::Write);
}

void read_range(Machine& machine, Path& path, const ReadyCall& call) {
  access_range(machine, path, call, 0, AccessKind::Read);
  const bool returns_pointer = call.type.kind == program::TypeKind::Pointer || call.result_object;
  const auto first = pointer_argument(machine, path, call, 0);
  if (returns_pointer && first) return return_pointer(machine, path, call, *first);
  machine.finish_call(path, call, machine.fresh_value(path, call.type, "", false));
}

void read_two_ranges(Machine& machine, Path& path, const ReadyCall& call) {
  const auto length = length_of(machine, path, call);
  if (const auto other = pointer_argument(machine, path, call, 2); other && length)
    machine.host_access(path, *other, *length, AccessKind::Read, call.site);
  read_range(machine, path, call);
}

/// fill_n(first, n, value), generate_n(first, n, f)
void write_count(Machine& machine, Path& path, const ReadyCall& call) {
  const auto first = pointer_argument(machine, path, call, 0);
  if (!first) return;
  const auto& parameters = callee(machine, call).parameters;
  std::int64_t element = 1;
  if (!parameters.empty() && parameters[0].layout)
    if (const auto& pointee = machine.program().layouts[index(*parameters[0].layout)].pointee)
      element = machine.program().layouts[index(*pointee)].bytes;
  const Form bytes = number_argument(machine, path, call, 1) * Form(element);
  machine.host_access(path, *first, bytes, AccessKind::Write, call.site);
  path.memory.forget(*first, bytes.as_number());
  return_pointer(machine, path, call, Pointer{first->object, first->offset + bytes});
}

/// copy(first, last, to), transform(first, last, to, f)
void copy_range(Machine& machine, Path& path, const ReadyCall& call) {
  const auto first = pointer_argument(machine, path, call, 0), to = pointer_argument(machine, path, call, 2);
  const auto length = length_of(machine, path, call);
  if (!length || !first) return;
  machine.host_access(path, *first, *length, AccessKind::Read, call.site);
  if (!to) return;
  machine.host_access(path, *to, *length, AccessKind::Write, call.site);
  const auto number = length->as_number();
  const bool same_elements = callee(machine, call).qualified != "std::transform";
  if (number && same_elements)
    path.memory.copy(*to, *first, *number);
  else
    path.memory.forget(*to, number);
  return_pointer(machine, path, call, Pointer{to->object, to->offset + *length});
}

constexpr Model kModels[] = {
    {"std::fill", write_range},      {"std::iota", write_range},         {"std::generate", write_range},
    {"std::sort", write_range},      {"std::shuffle", write_range},      {"std::reverse", write_range},
    {"std::fill_n", write_count},    {"std::generate_n", write_count},   {"std::copy", copy_range},
    {"std::transform", copy_range},  {"std::accumulate", read_range},    {"std::reduce", read_range},
    {"std::count", read_range},      {"std::count_if", read_range},      {"std::find", read_range},
    {"std::find_if", read_range},    {"std::max_element", read_range},   {"std::min_element", read_range},
    {"std::all_of", read_range},     {"std::any_of", read_range},        {"std::none_of", read_range},
    {"std::equal", read_two_ranges}, {"std::mismatch", read_two_ranges}, {"std::inner_product", read_two_ranges},
};

}  // namespace

std::span<const Model> algorithm_models() { return kModels; }

}  // namespace cudep::execution::library
