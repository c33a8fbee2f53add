// Byte ranges in words.
#pragma once
#include <string>

#include "rules/model/byte_range.h"

namespace cudep::picture {

/// "[0, 4*n)", "from 16 on"; empty for all of a buffer.
std::string range_text(const model::ByteRange& range, const model::SymbolTable& symbols);

}  // namespace cudep::picture
