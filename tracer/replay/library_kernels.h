// Kernels of libraries whose arguments are known: pointers that a class by value holds, and what becomes of them.
// Without this such a pointer is a guess, since a class also holds leftovers of the stack.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/model/operation.h"

namespace cudep::replay {

/// A pointer among the arguments. The kernel touches at least `elements` bytes behind it.
struct LibraryPointer {
  std::size_t parameter = 0;
  std::int64_t offset = 0;  // in the parameter; counted from its end when negative
  model::AccessKind kind = model::AccessKind::Read;
};

struct LibraryKernel {
  std::string_view name;  // as `function_of` has it
  std::size_t parameters = 0;
  std::optional<std::size_t> elements;  // the parameter that counts them; none: at least one
  std::span<const LibraryPointer> pointers;
  std::optional<std::size_t>
      pointer_array;  // a parameter that holds pointers alone: the first is written, the rest read
};

/// None when the library is not known.
const LibraryKernel* find_library_kernel(std::string_view function);

}  // namespace cudep::replay
