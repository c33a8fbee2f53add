// Copies and memsets on memory of the host.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cudep::simulate {

/// `depth` slices of `height` rows of `width` bytes.
struct CopyOfRows {
  std::byte* destination = nullptr;
  const std::byte* source = nullptr;
  std::size_t width = 0;
  std::size_t height = 1;
  std::size_t depth = 1;
  std::size_t destination_pitch = 0;  // bytes from row to row
  std::size_t destination_rows = 0;   // rows from slice to slice
  std::size_t source_pitch = 0;
  std::size_t source_rows = 0;
};

void perform(const CopyOfRows& copy);

/// Repeats an element of 1, 2 or 4 bytes.
struct SetOfRows {
  std::byte* destination = nullptr;
  std::uint32_t value = 0;
  std::size_t element = 1;
  std::size_t width = 0;  // elements
  std::size_t height = 1;
  std::size_t depth = 1;
  std::size_t pitch = 0;
  std::size_t rows = 0;
};

void perform(const SetOfRows& set);

}  // namespace cudep::simulate
