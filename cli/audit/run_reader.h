// Recorded runs as operations, with files named as a person at this working directory would.
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "analyzer/kernels/summary_json.h"
#include "cli/audit/judgement.h"
#include "cli/report/report.h"
#include "cli/report/source_lines.h"
#include "tracer/format/trace.h"
#include "tracer/replay/symbols.h"

namespace cudep::audit {

/// What of the file cannot be read, so that its run is judged by the rest.
std::vector<report::Problem> losses(const std::string& path, const format::Trace& trace);

class RunReader {
 public:
  /// `kernels` may be null; it must outlive this.
  explicit RunReader(const kernels::SummaryFile* kernels);

  /// What a user should know of the run goes to `notes`, with the file's name.
  Run read(const std::string& path, const format::Trace& trace, std::ostream& notes);

  replay::Symbols& symbols() { return symbols_; }
  report::SourceLines& lines() { return lines_; }

 private:
  const kernels::SummaryFile* kernels_;
  std::string here_;
  replay::Symbols symbols_;
  report::SourceLines lines_;
};

}  // namespace cudep::audit
