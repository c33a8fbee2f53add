// malloc, new, memcpy and their like.
#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

void allocate(Machine& machine, Path& path, const ReadyCall& call) {
  const Form bytes = number_argument(machine, path, call, 0);
  Object object{.name = "heap memory", .layout = call.allocates, .bytes = bytes};
  if (call.allocates) object.stride = machine.program().layouts[index(*call.allocates)].bytes;
  machine.finish_call(path, call, Pointer{path.memory.create(std::move(object)), Form(0)});
}

void allocate_zeroed(Machine& machine, Path& path, const ReadyCall& call) {
  const Form bytes = number_argument(machine, path, call, 0) * number_argument(machine, path, call, 1);
  Object object{.name = "heap memory", .bytes = bytes};
  object.zero.push_back({0, bytes.as_number().value_or(INT64_MAX)});
  machine.finish_call(path, call, Pointer{path.memory.create(std::move(object)), Form(0)});
}

void release(Machine& machine, Path& path, const ReadyCall& call) {
  if (const auto at = pointer_argument(machine, path, call, 0)) machine.end_life(path, at->object, call.site);
}

void copy_bytes(Machine& machine, Path& path, const ReadyCall& call) {
  const auto to = pointer_argument(machine, path, call, 0), from = pointer_argument(machine, path, call, 1);
  const Form bytes = number_argument(machine, path, call, 2);
  if (from) machine.host_access(path, *from, bytes, model::AccessKind::Read, call.site);
  if (to) machine.host_access(path, *to, bytes, model::AccessKind::Write, call.site);
  const auto number = bytes.as_number();
  if (to && from && number) path.memory.copy(*to, *from, *number);
  if (to && !(from && number)) path.memory.forget(*to, number);
  machine.finish_call(path, call, to ? Value(*to) : Value(Unknown{}));
}

void set_bytes(Machine& machine, Path& path, const ReadyCall& call) {
  const auto to = pointer_argument(machine, path, call, 0);
  const Form bytes = number_argument(machine, path, call, 2);
  machine.finish_call(path, call, to ? Value(*to) : Value(Unknown{}));
  if (!to) return;
  machine.host_access(path, *to, bytes, model::AccessKind::Write, call.site);
  const auto number = bytes.as_number();
  if (number && number_argument(machine, path, call, 1) == Form(0))
    path.memory.zero(*to, *number);
  else
    path.memory.forget(*to, number);
}

void compare_bytes(Machine& machine, Path& path, const ReadyCall& call) {
  const Form bytes = number_argument(machine, path, call, 2);
  for (const std::size_t side : {0, 1})
    if (const auto at = pointer_argument(machine, path, call, side))
      machine.host_access(path, *at, bytes, model::AccessKind::Read, call.site);
  machine.finish_call(path, call, machine.fresh(path, ""));
}

constexpr Model kModels[] = {
    {"malloc", allocate},
    {"std::malloc", allocate},
    {"operator new", allocate},
    {"operator new[]", allocate},
    {"calloc", allocate_zeroed},
    {"std::calloc", allocate_zeroed},
    {"free", release},
    {"std::free", release},
    {"operator delete", release},
    {"operator delete[]", release},
    {"memcpy", copy_bytes},
    {"std::memcpy", copy_bytes},
    {"memmove", copy_bytes},
    {"std::memmove", copy_bytes},
    {"memset", set_bytes},
    {"std::memset", set_bytes},
    {"memcmp", compare_bytes},
    {"std::memcmp", compare_bytes},
};

}  // namespace

std::span<const Model> memory_models() { return kModels; }

}  // namespace cudep::execution::library
