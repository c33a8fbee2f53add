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
  return verb == Verb::FreeAsync || verb == Verb::FreeDevice || verb == Verb::FreePinned || verb == Verb::EndHostLife;
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
  // Memory that is no longer registered lives on as pageable memory, so unregistering is like a write.
  const bool writes = op.verb == model::Verb::AllocateAsync || op.verb == model::Verb::Unregister;
  if (!ends && !writes) return std::nullopt;
  Touch touch = whole_touch(*op.buffer, ends, position);
  touch.forgets = ends;
  return touch;
}

Touch whole_touch(model::BufferId buffer, bool ends, std::uint32_t position) {
  return {.buffer = buffer,
          .kind = model::AccessKind::Write,
          .range = &everything(),
          .ends = ends,
          .everything = true,
          .origin = position};
}

void DeviceMemory::use(model::DeviceId device, model::BufferId buffer, const model::Entities& entities) {
  const model::MemoryKind kind = entities.buffers[index(buffer)].kind;
  const bool owned =
      kind == model::MemoryKind::Device || kind == model::MemoryKind::Managed || kind == model::MemoryKind::Pinned;
  if (!owned) return;
  if (used_.size() <= index(device)) used_.resize(index(device) + 1);
  auto& used = used_[index(device)];
  if (used.size() <= index(buffer)) used.resize(index(buffer) + 1);
  used[index(buffer)] = true;
}

std::vector<model::BufferId> DeviceMemory::used(model::DeviceId device) const {
  std::vector<model::BufferId> all;
  if (used_.size() <= index(device)) return all;
  for (std::uint32_t i = 0; i < used_[index(device)].size(); ++i)
    if (used_[index(device)][i]) all.push_back(model::BufferId{i});
  return all;
}

}  // namespace cudep::engine
