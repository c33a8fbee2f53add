// Functions of libraries that are in the process already, or are opened while it runs.
#pragma once
#include <dlfcn.h>

namespace cudep::record {

/// Sets `function` to the one of that name; null when `library` has none.
template <class Function>
void find(void* library, const char* name, Function& function) noexcept {
  function = reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace cudep::record
