// Row by row.
#include "tracer/simulate/copies.h"

#include <cstring>

namespace cudep::simulate {

void perform(const CopyOfRows& copy) {
  for (std::size_t z = 0; z < copy.depth; ++z) {
    for (std::size_t y = 0; y < copy.height; ++y) {
      std::memmove(copy.destination + (z * copy.destination_rows + y) * copy.destination_pitch,
                   copy.source + (z * copy.source_rows + y) * copy.source_pitch, copy.width);
    }
  }
}

void perform(const SetOfRows& set) {
  for (std::size_t z = 0; z < set.depth; ++z) {
    for (std::size_t y = 0; y < set.height; ++y) {
      std::byte* const row = set.destination + (z * set.rows + y) * set.pitch;
      for (std::size_t x = 0; x < set.width; ++x) std::memcpy(row + x * set.element, &set.value, set.element);
    }
  }
}

}  // namespace cudep::simulate
