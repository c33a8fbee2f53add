// Integers of the source as the host program keeps them.
#pragma once
#include <cstdint>

#include "analyzer/frontend/clang.h"

namespace cudep::frontend {

/// The lowest 64 bits: there are wider constants, and unsigned ones beyond the signed range.
inline std::int64_t low_bits(const llvm::APSInt& number) {
  return static_cast<std::int64_t>(number.extOrTrunc(64).getZExtValue());
}

}  // namespace cudep::frontend
