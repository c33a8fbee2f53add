// Which submissions of a run are to be delayed, by where in the program they come from.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "rules/finding.h"
#include "tracer/format/delay_plan.h"
#include "tracer/format/trace.h"
#include "tracer/replay/frames.h"
#include "tracer/replay/replay.h"

namespace cudep::provoke {

/// What to delay for one finding.
struct EarlierSites {
  std::vector<format::DelaySite> sites;
  std::string why_none;  // when there are none: the reason, a clause
};

class SubmissionSites {
 public:
  /// All must outlive this.
  SubmissionSites(const format::Trace& trace, const replay::Replayed& run, replay::Symbols& symbols);

  /// The earlier operations of a finding that nothing ordered with a later one; where the run shows none, all that the
  /// finding means. Those of graphs are where the graph is launched.
  EarlierSites of(const rules::Finding& finding);

  struct OfStream {
    std::string stream;
    std::vector<format::DelaySite> sites;
  };
  /// All that a stream was given, stream by stream.
  std::vector<OfStream> by_stream();

 private:
  using Calls = std::set<std::size_t>;  // positions in the trace

  [[nodiscard]] bool is(const model::Operation& op, const rules::Place& place) const;
  [[nodiscard]] std::set<std::size_t> earlier_of(const rules::Finding& finding) const;
  std::vector<format::DelayFrame> frames_of(std::size_t call);
  std::vector<format::DelaySite> sites_of(const Calls& calls);
  [[nodiscard]] std::vector<std::uint32_t> instances(const std::vector<format::DelayFrame>& frames,
                                                     const Calls& calls) const;
  [[nodiscard]] bool goes_through(const format::Call& call, const std::vector<format::DelayFrame>& frames) const;

  const format::Trace& trace_;
  const replay::Replayed& run_;
  replay::Frames frames_;
  Calls captured_;  // calls that are nodes of a graph
};

}  // namespace cudep::provoke
