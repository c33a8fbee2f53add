// Keys of what is kept from run to run. A key holds everything that a result depends on but for its inputs, which are
// kept beside it: what was asked, where, with which environment, of which version of cudep.
#pragma once
#include <string_view>

#include "analyzer/inputs/hash.h"
#include "cli/lint/unit.h"

namespace cudep::lint {

/// Key of the answer to a request.
inputs::Hash answer_key(const UnitRequest& request);
/// Key of what the units of one folder and command begin with.
inputs::Hash prelude_key(const UnitRequest& request);

}  // namespace cudep::lint
