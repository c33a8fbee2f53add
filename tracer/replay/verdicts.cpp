// Counts the meetings of each finding.
#include "tracer/replay/verdicts.h"

#include <algorithm>
#include <tuple>

#include "tracer/replay/matching.h"
#include "tracer/replay/meetings.h"
#include "tracer/replay/ordering_edges.h"

namespace cudep::replay {
namespace {

using rules::OrderingEdge;
using rules::Overlap;
using rules::Verdict;
using rules::VerdictKind;

void add_edge(const OrderingEdge& edge, std::uint64_t times, Verdict& verdict) {
  if (edge.description.empty()) return;
  const auto same = [&](const OrderingEdge& known) {
    return known.description == edge.description && known.place == edge.place;
  };
  auto known = std::ranges::find_if(verdict.edges, same);
  if (known == verdict.edges.end()) {
    known = verdict.edges.insert(known, edge);
    known->times = 0;
  }
  known->times += times;
}

void add_times(const Meeting& meeting, std::span<const std::optional<GpuTime>> times, Overlap& overlap) {
  if (times.empty()) return;
  const std::optional<GpuTime>& earlier = times[meeting.earlier];
  const std::optional<GpuTime>& later = times[meeting.later];
  if (!earlier || !later) return;
  ++overlap.timed;
  if (later->begin >= earlier->end) return;
  ++overlap.overlapped;
  overlap.longest = std::max(overlap.longest, earlier->end - later->begin);
}

void sort_edges(Verdict& verdict) {
  const auto rank = [](const OrderingEdge& edge) {
    return std::tuple(~edge.times, std::string_view(edge.description), edge.place);
  };
  std::ranges::sort(verdict.edges, {}, rank);
}

bool has_lines(const model::OperationList& run) {
  return std::ranges::any_of(run.entities.sites, [](const model::Site& site) { return site.line != 0; });
}

/// Why the run says nothing: the first of what is missing.
std::string why_not(const rules::Finding& finding, const Sides& sides, const model::OperationList& run,
                    const RunFacts& facts) {
  if (is_unrecorded(finding.earlier) || is_unrecorded(finding.later))
    return facts.watched_host
               ? "host code was watched, and did not access the memory while it was in use"
               : "the trace does not show what host code does to memory without a call of CUDA; --watch-host may";
  if (sides.earlier != 0 && sides.later != 0)
    return "both operations ran, but never one after the other on the same bytes";
  if (!has_lines(run) && sides.earlier == 0 && sides.later == 0)
    return facts.complete ? "the trace has no lines, and no function of it matches; build the program with -g"
                          : "what is left of the trace has no lines, and no function of it matches";
  if (sides.earlier == 0 && sides.later == 0) return "neither operation ran";
  return sides.earlier == 0 ? "the earlier operation did not run" : "the later operation did not run";
}

}  // namespace

std::vector<Verdict> verdicts(std::span<const rules::Finding> findings, const model::OperationList& run,
                              const RunFacts& facts) {
  std::vector<Verdict> result(findings.size());
  const Meetings meetings = find_meetings(findings, run);
  const std::vector<OrderingEdge> edges = ordering_edges(meetings.all, run);
  for (std::size_t i = 0; i < meetings.all.size(); ++i) {
    Verdict& verdict = result[meetings.all[i].finding];
    ++verdict.pairs;
    if (!meetings.all[i].ordered) {
      ++verdict.unordered;
      add_times(meetings.all[i], facts.times, verdict.overlap);
    }
    add_edge(edges[i], 1, verdict);
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    Verdict& verdict = result[i];
    sort_edges(verdict);
    if (!findings[i].hazard) {
      verdict = {.why = "it is no race, so that a run shows nothing of order"};
    } else if (verdict.unordered != 0) {
      verdict.kind = VerdictKind::Confirmed;
    } else if (verdict.pairs == 0) {
      verdict.why = why_not(findings[i], meetings.sides[i], run, facts);
    } else if (!facts.complete) {
      verdict.why = "entries of the trace were dropped or lost, so that an order cannot be said to have held each time";
    } else {
      verdict.kind = VerdictKind::OrderedInRun;
    }
  }
  return result;
}

Verdict combined(const Verdict& a, const Verdict& b) {
  const auto rank = [](const Verdict& verdict) {
    return verdict.kind == VerdictKind::Confirmed ? 0 : verdict.kind == VerdictKind::OrderedInRun ? 1 : 2;
  };
  Verdict sum = rank(a) <= rank(b) ? a : b;
  const Verdict& other = rank(a) <= rank(b) ? b : a;
  sum.pairs += other.pairs;
  sum.unordered += other.unordered;
  sum.overlap.timed += other.overlap.timed;
  sum.overlap.overlapped += other.overlap.overlapped;
  sum.overlap.longest = std::max(sum.overlap.longest, other.overlap.longest);
  for (const OrderingEdge& edge : other.edges) add_edge(edge, edge.times, sum);
  sort_edges(sum);
  return sum;
}

bool same_finding(const rules::Finding& of_source, const rules::Finding& of_run) {
  const auto one_line = [](const rules::SourceFrame& a, const rules::SourceFrame& b) {
    if (a.site.line == 0 || b.site.line == 0) return !a.function.empty() && a.function == b.function;
    return a.site.line == b.site.line && same_file(a.site.file, b.site.file);
  };
  if (of_source.rule == of_run.rule && one_line(of_source.primary, of_run.primary)) return true;
  const auto meets = [&](const rules::Place& a, const rules::Place& b) {
    return !a.frames.empty() &&
           std::ranges::any_of(b.frames, [&](const auto& frame) { return one_line(a.frames.front(), frame); });
  };
  const auto is_earlier = [&](const rules::Place& place) { return meets(place, of_run.earlier); };
  return meets(of_source.later, of_run.later) &&
         (is_earlier(of_source.earlier) || std::ranges::any_of(of_source.more_earlier, is_earlier));
}

}  // namespace cudep::replay
