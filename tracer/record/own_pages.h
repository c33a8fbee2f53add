// Objects of the recorder in pages of their own, so that no allocator of the program is ever entered.
#pragma once
#include <sys/mman.h>

#include <new>
#include <utility>

namespace cudep::record {

/// Null when there is no memory.
template <class T, class... Arguments>
T* make_in_own_pages(Arguments&&... arguments) noexcept {
  void* const memory = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : new (memory) T(std::forward<Arguments>(arguments)...);
}

}  // namespace cudep::record
