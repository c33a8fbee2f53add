// Words and JSON of verdicts.
#include "cli/report/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/phrases.h"

namespace cudep::report {
namespace {

using Json = nlohmann::ordered_json;
using rules::OrderingEdge;
using rules::Overlap;
using rules::Verdict;
using rules::VerdictKind;

constexpr std::size_t kShownEdges = 3;

std::string meetings(const Verdict& verdict) {
  if (verdict.pairs == 1) return "the two met once, and nothing ordered them";
  return fmt::format("of the {} times that the two met, nothing ordered them {}", verdict.pairs,
                     times(verdict.unordered));
}

std::string sentence(const Verdict& verdict) {
  switch (verdict.kind) {
    case VerdictKind::Confirmed:
      return "confirmed by the run: " + meetings(verdict);
    case VerdictKind::OrderedInRun:
      return fmt::format(
          "ordered in this run: the two met {}, and each time something ordered them; another run may "
          "differ",
          times(verdict.pairs));
    case VerdictKind::NotExercised:
      return "not exercised by the run: " + verdict.why;
    case VerdictKind::Reproduced:
      return "reproduced: " + verdict.provoked;
    case VerdictKind::SeenInRun:
      return fmt::format("seen in the run{}{}{}", verdict.pairs == 0 ? "" : ": ",
                         verdict.pairs == 0 ? "" : meetings(verdict), verdict.why.empty() ? "" : "; " + verdict.why);
  }
  return {};
}

/// What the clock of the GPU says.
std::string sentence(const Overlap& overlap) {
  if (overlap.overlapped == 0)
    return fmt::format("on the GPU, the earlier one had ended each time before the later one began ({} timed)",
                       overlap.timed);
  return fmt::format(
      "on the GPU, the later one began before the earlier one had ended {} ({} timed), by up to {:.1f} us",
      times(overlap.overlapped), overlap.timed, static_cast<double>(overlap.longest) / 1000);
}

std::optional<model::Site> site(const std::optional<rules::Place>& place) {
  return place && !place->frames.empty() ? std::optional(site_of(*place)) : std::nullopt;
}

Json site_json(const std::optional<rules::Place>& place) {
  const auto at = site(place);
  return at ? Json({{"file", at->file}, {"line", at->line}, {"column", at->column}}) : Json(nullptr);
}

Json to_json(const Verdict& verdict) {
  Json edges = Json::array();
  for (const OrderingEdge& edge : verdict.edges)
    edges.push_back({{"text", edge.description},
                     {"times", edge.times},
                     {"site", site_json(edge.place)},
                     {"record", site_json(edge.record)}});
  return {{"kind", rules::name(verdict.kind)},
          {"pairs", verdict.pairs},
          {"unordered", verdict.unordered},
          {"overlap",
           {{"timed", verdict.overlap.timed},
            {"overlapped", verdict.overlap.overlapped},
            {"longest_ns", verdict.overlap.longest}}},
          {"edges", std::move(edges)},
          {"reason", verdict.why},
          {"provoked", verdict.provoked}};
}

}  // namespace

std::vector<Note> verdict_notes(const Verdict& verdict) {
  std::vector<Note> notes = {{.site = std::nullopt, .text = sentence(verdict)}};
  if (verdict.kind != VerdictKind::Reproduced && !verdict.provoked.empty())
    notes.push_back({.site = std::nullopt, .text = verdict.provoked});
  if (verdict.overlap.timed != 0) notes.push_back({.site = std::nullopt, .text = sentence(verdict.overlap)});
  for (std::size_t i = 0; i < std::min(verdict.edges.size(), kShownEdges); ++i) {
    const OrderingEdge& edge = verdict.edges[i];
    notes.push_back(
        {.site = site(edge.place), .text = fmt::format("ordered {} by {}", times(edge.times), edge.description)});
    if (edge.record) notes.push_back({.site = site(edge.record), .text = "which follows this record"});
  }
  return notes;
}

void add_verdicts(const Report& report, Json& findings) {
  for (std::size_t i = 0; i < report.verdicts.size(); ++i) findings[i]["verdict"] = to_json(report.verdicts[i]);
}

void add_verdicts_to_results(const Report& report, Json& results) {
  for (std::size_t i = 0; i < report.verdicts.size(); ++i)
    results[i]["properties"]["verdict"] = to_json(report.verdicts[i]);
}

}  // namespace cudep::report
