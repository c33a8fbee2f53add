// Rows of copies and memsets as byte ranges.
#include "tracer/replay/copy_accesses.h"

#include <algorithm>

namespace cudep::replay {
namespace {

using model::Access;
using model::AccessKind;
using model::ByteRange;

constexpr std::uint64_t kMostRows = 64;  // more of them are one range with gaps

/// `count` rows of `width` bytes, `pitch` apart.
struct Rows {
  std::uint64_t width = 0;
  std::uint64_t count = 1;
  std::uint64_t pitch = 0;
};

struct Side {
  std::uint64_t address;
  bool is_array;
  AccessKind kind;
  model::BufferId otherwise;  // when no block holds the address
};

void add_rows(const Side& side, const Rows& rows, const MemoryMap& memory, std::vector<Access>& accesses) {
  const auto place = memory.find(side.address);
  const model::BufferId buffer = place ? place->buffer : side.otherwise;
  if (side.is_array) {
    accesses.push_back({.buffer = buffer, .kind = side.kind, .range = ByteRange::whole()});
    return;
  }
  const auto low = place ? place->offset : static_cast<std::int64_t>(side.address);
  const auto add = [&](std::uint64_t offset, std::uint64_t bytes, bool dense) {
    const auto begin = low + static_cast<std::int64_t>(offset);
    if (bytes != 0)
      accesses.push_back({.buffer = buffer,
                          .kind = side.kind,
                          .range = ByteRange::bytes(begin, begin + static_cast<std::int64_t>(bytes), dense)});
  };
  if (rows.count <= 1) return add(0, rows.width, true);
  if (rows.pitch == rows.width) return add(0, rows.width * rows.count, true);
  if (rows.count > kMostRows) return add(0, rows.pitch * (rows.count - 1) + rows.width, false);
  for (std::uint64_t row = 0; row < rows.count; ++row) add(row * rows.pitch, rows.width, true);
}

/// Slices follow each other at the pitch of rows when they have no rows to spare; else each is added on its own.
void add_box(const Side& side, const format::CopyShape& shape, bool of_source, const MemoryMap& memory,
             std::vector<Access>& accesses) {
  const std::uint64_t pitch = of_source ? shape.source_pitch : shape.destination_pitch;
  const std::uint64_t slice_rows = of_source ? shape.source_rows : shape.destination_rows;
  if (shape.depth <= 1 || slice_rows == shape.height)
    return add_rows(side, {shape.width, shape.height * std::max<std::uint64_t>(shape.depth, 1), pitch}, memory,
                    accesses);
  for (std::uint64_t slice = 0; slice < std::min(shape.depth, kMostRows); ++slice) {
    Side of_slice = side;
    of_slice.address += slice * slice_rows * pitch;
    add_rows(of_slice, {shape.width, shape.height, pitch}, memory, accesses);
  }
}

}  // namespace

std::vector<Access> accesses_of(const format::Copy& copy, model::Direction direction, const MemoryMap& memory,
                                const OtherMemory& other) {
  using model::Direction;
  const bool from_device = direction == Direction::DeviceToHost || direction == Direction::DeviceToDevice;
  const bool to_device = direction == Direction::HostToDevice || direction == Direction::DeviceToDevice;
  const Side source = {.address = copy.source,
                       .is_array = copy.source_is_array,
                       .kind = AccessKind::Read,
                       .otherwise = from_device ? other.device : other.host};
  const Side destination = {.address = copy.destination,
                            .is_array = copy.destination_is_array,
                            .kind = AccessKind::Write,
                            .otherwise = to_device ? other.device : other.host};
  std::vector<Access> accesses;
  if (copy.shape) {
    add_box(source, *copy.shape, true, memory, accesses);
    add_box(destination, *copy.shape, false, memory, accesses);
  } else {
    add_rows(source, {.width = copy.bytes}, memory, accesses);
    add_rows(destination, {.width = copy.bytes}, memory, accesses);
  }
  return accesses;
}

std::vector<Access> accesses_of(const format::Memset& memset, const MemoryMap& memory, const OtherMemory& other) {
  std::vector<Access> accesses;
  add_rows({.address = memset.destination, .is_array = false, .kind = AccessKind::Write, .otherwise = other.device},
           {memset.width, memset.height, memset.pitch}, memory, accesses);
  return accesses;
}

}  // namespace cudep::replay
