// Which submissions of a run are to be delayed, by where in the program they come from.
#pragma once
#include <string>
#include <vector>

#include "rules/finding.h"
#include "tracer/format/delay_plan.h"
#include "tracer/format/trace.h"
#include "tracer/replay/frames.h"
#include "tracer/replay/replay.h"

namespace cudep::provoke {

class SubmissionSites {
 public:
  /// All must outlive this.
  SubmissionSites(const format::Trace& trace, const replay::Replayed& run, replay::Symbols& symbols);

  /// The sites of the earlier operations of a finding of this run; of graphs, where they are launched. Empty when the
  /// host does them, or the trace has no stacks.
  std::vector<format::DelaySite> of(const rules::Finding& finding);

  struct OfStream {
    std::string stream;
    std::vector<format::DelaySite> sites;
  };
  /// The sites of all that a stream was given, stream by stream.
  std::vector<OfStream> by_stream();

 private:
  [[nodiscard]] bool is(const model::Operation& op, const rules::Place& place) const;
  format::DelaySite site_of(std::size_t operation);
  std::vector<format::DelaySite> of_graph_launches();

  const format::Trace& trace_;
  const replay::Replayed& run_;
  replay::Frames frames_;
  std::vector<bool> captured_;  // by operation: a node of a graph
};

}  // namespace cudep::provoke
