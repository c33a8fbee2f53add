// The picture of a recorded run.
#pragma once
#include <string>
#include <vector>

#include "cli/audit/judgement.h"
#include "cli/picture/timeline.h"
#include "cli/report/report.h"
#include "tracer/format/trace.h"

namespace cudep::picture {

/// `judged` are the findings of `run`, with verdicts.
Picture picture_of_run(std::string title, const format::Trace& trace, audit::Run run, report::Report judged);

}  // namespace cudep::picture
