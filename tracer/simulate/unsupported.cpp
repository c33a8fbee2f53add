// Says once which call is missing.
#include "tracer/simulate/unsupported.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <vector>

#include "tracer/simulate/process.h"

namespace cudep::simulate {
namespace {

bool is_first(const char* call) {
  static std::mutex mutex;
  static auto& told = *new std::vector<const char*>;
  const std::lock_guard lock(mutex);
  if (std::ranges::any_of(told, [&](const char* other) { return std::strcmp(call, other) == 0; })) return false;
  told.push_back(call);
  return true;
}

}  // namespace

int unsupported(const char* call) noexcept {
  Process& here = process();
  if (here.recorder != nullptr) here.recorder->file.count_dropped_entry();
  if (is_first(call)) {
    std::fprintf(stderr, "cudep: %s is not simulated: it returns cudaErrorNotSupported\n", call);
  }
  return keep_error(cudaErrorNotSupported);
}

}  // namespace cudep::simulate
