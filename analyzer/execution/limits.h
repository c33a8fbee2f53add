// How far one root is followed.
#pragma once
#include <cstdint>

namespace cudep::execution {

struct Limits {
  std::uint32_t paths = 128;
  std::uint64_t instructions = 1'000'000;
  std::uint32_t call_depth = 16;
};

}  // namespace cudep::execution
