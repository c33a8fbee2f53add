// Variables of the device.
#pragma once
#include <cstddef>
#include <optional>

namespace cudep::simulate {

struct Symbol {
  void* address = nullptr;
  std::size_t bytes = 0;
};

/// `shadow` is what the program takes for the variable: `&table` of `__constant__ float table[16]`.
std::optional<Symbol> find_symbol(const void* shadow);

}  // namespace cudep::simulate
