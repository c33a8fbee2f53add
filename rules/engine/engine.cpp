// What verbs imply about memory, and how buffers are used over a whole path.
#include "rules/engine/engine.h"

namespace cudep::engine {
namespace {

bool starts_at_zero(const model::ByteRange& range) {
  return range.is_concrete() ? range.interval().low == 0 : range.forms().low == model::Form(0);
}

const model::ByteRange& everything() {
  static const model::ByteRange range = model::ByteRange::whole();
  return range;
}

bool ends_buffer(model::Verb verb) {
  using model::Verb;
  return verb == Verb::FreeAsync || verb == Verb::FreeDevice || verb == Verb::FreePinned || verb == Verb::Unregister ||
         verb == Verb::EndHostLife;
}

}  // namespace

std::vector<bool> used_in_part(const model::OperationList& list) {
  std::vector<bool> in_part(list.entities.buffers.size());
  for (const model::Operation& op : list.operations)
    for (const model::Access& access : op.accesses)
      if (!starts_at_zero(access.range)) in_part[index(access.buffer)] = true;
  return in_part;
}

std::optional<Touch> implied_touch(const model::Operation& op, std::uint32_t position) {
  if (!op.buffer) return std::nullopt;
  const bool ends = ends_buffer(op.verb) && (op.verb != model::Verb::EndHostLife || op.accesses.empty());
  if (!ends && op.verb != model::Verb::AllocateAsync) return std::nullopt;
  return Touch{.buffer = *op.buffer,
               .kind = model::AccessKind::Write,
               .range = &everything(),
               .ends = ends,
               .everything = true,
               .origin = position};
}

}  // namespace cudep::engine
