// Words for byte ranges.
#include "cli/picture/access_text.h"

#include <fmt/format.h>

namespace cudep::picture {

std::string range_text(const model::ByteRange& range, const model::SymbolTable& symbols) {
  if (range == model::ByteRange::whole()) return {};
  if (range.is_concrete()) return fmt::format("[{}, {})", range.interval().low, range.interval().high);
  const model::SymbolicRange forms = range.forms();
  const std::string low = to_string(forms.low, symbols);
  if (forms.high.empty()) return fmt::format("from {} on", low);
  return fmt::format("[{}, {})", low, to_string(forms.high.front(), symbols));
}

}  // namespace cudep::picture
