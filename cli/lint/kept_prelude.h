// What every CUDA unit of a command begins with, kept in clang's form: most of the time of a parse goes into it.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/inputs/input.h"
#include "cli/cache/folder.h"
#include "cli/lint/unit.h"

namespace cudep::lint {

struct KeptPrelude {
  cache::Entry entry;  // holds the text
  std::vector<inputs::Input> inputs;
  std::string_view text;  // empty: it was tried, and cannot be used
};

/// The one of the unit's command, if it is kept and its inputs are unchanged.
std::optional<KeptPrelude> find_prelude(const UnitRequest& request);
/// Keeps nothing when the inputs cannot be written down.
void keep_prelude(const UnitRequest& request, const std::vector<inputs::Input>& inputs, std::string_view text);

}  // namespace cudep::lint
