// The statements that advice proposes, in the spelling of the API that the finding's code uses (runtime or driver).
#pragma once
#include <string>

#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

/// "launch", "copy", "memset", "operation": what to call the operation in "after this ...".
std::string_view noun(const rules::Place& place);

/// What is left to decide of an edit for an event that is not there yet, or whose name is not known.
constexpr std::string_view kWhichEvent = "the event is to be chosen or made";

/// Record `event` on the stream of `place`, after `place`. An empty name is one that is to be chosen, here and below.
Advice record_after(const rules::Finding& finding, const rules::Place& place, std::string_view event, std::string text);
/// Make the stream of `place` wait for `event` before it.
Advice wait_before(const rules::Finding& finding, const rules::Place& place, std::string_view event, std::string text);
/// Make the host wait for the stream of `earlier` before `place`.
Advice synchronize_before(const rules::Finding& finding, const rules::Place& place, std::string text);
/// Make the host wait for `event` before `place`.
Advice synchronize_event_before(const rules::Finding& finding, const rules::Place& place, std::string_view event,
                                std::string text);
/// Take out the statement at `place`.
Advice remove(const rules::Place& place, std::string text);
/// Words only.
Advice advise(const rules::Place& place, std::string text);

}  // namespace cudep::report
