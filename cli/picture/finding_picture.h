// The picture of findings of the source: each has a timeline of its own, the path that it was found on.
#pragma once
#include <string>
#include <vector>

#include "cli/picture/timeline.h"

namespace cudep::picture {

/// The operations that a finding names, as a path again. Only what places say is known of them.
model::OperationList operations_of(const rules::Finding& finding);

Picture picture_of_findings(std::string title, const std::vector<rules::Finding>& findings);

}  // namespace cudep::picture
