// The handler of SIGSEGV that a PageWatch needs. Faults of other origin go where they would have gone without it: to
// the program's own handler, or to the system's default, which ends the program.
#pragma once
#include <cstdint>

#include "tracer/watch/page_watch.h"

namespace cudep::watch {

/// One access of the program to closed memory, as the fault tells it.
struct Access {
  std::uint64_t address;
  std::uint64_t program_counter;
  bool is_write;
};

/// Told of an access when its memory is open again, in a signal handler of the thread that made it.
using Listener = void (*)(const Access&) noexcept;

/// From here on faults in `watch` are told to `listener`; once in a process. False when there is no such handler here.
bool catch_faults(PageWatch& watch, Listener listener) noexcept;

/// Takes the place of a handler that the program has installed since, which gets the other faults from here on.
/// To be called before memory is closed.
void keep_catching() noexcept;

}  // namespace cudep::watch
