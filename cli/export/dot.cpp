// A cluster for each stream and host thread, whose operations follow each other; edges between them; the missing ones
// red.
#include <fmt/format.h>

#include <map>
#include <set>

#include "cli/export/formats.h"

namespace cudep::exports {
namespace {

using picture::Picture;
using picture::Timeline;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' || c == '\0' ? ' ' : c;
  }
  return result + '"';
}

class DotWriter {
 public:
  explicit DotWriter(const Picture& picture) : picture_(picture), timeline_(picture.timelines.front()) {}

  std::string write() {
    choose();
    out_ =
        "digraph cudep {\n  rankdir=LR;\n  node [shape=box, style=filled, fillcolor=\"#eef2f7\"];\n  edge "
        "[color=gray40];\n";
    for (std::uint32_t lane = 0; lane < timeline_.lanes.size(); ++lane) add_lane(lane);
    for (const picture::Edge& edge : timeline_.edges)
      out_ += fmt::format("  {} -> {} [label={}];\n", edge.from, edge.to, quoted(picture::name(edge.kind)));
    for (const picture::ShownFinding& shown : picture_.findings)
      for (const picture::Pair& pair : shown.pairs) add_pair(shown.finding, pair);
    return std::move(out_) + "}\n";
  }

 private:
  /// By lane, in the order of submission; without findings and edges there is nothing to leave out.
  void choose() {
    std::set<std::uint32_t> chosen;
    for (const picture::Edge& edge : timeline_.edges) chosen.insert({edge.from, edge.to});
    for (const picture::ShownFinding& shown : picture_.findings) {
      for (const picture::Pair& pair : shown.pairs) chosen.insert({pair.earlier, pair.later});
      for (const picture::Step& step : shown.steps) chosen.insert(step.position);
    }
    for (std::uint32_t i = 0; i < timeline_.bars.size(); ++i)
      if (chosen.empty() || chosen.contains(i)) by_lane_[timeline_.bars[i].lane].push_back(i);
  }

  void add_lane(std::uint32_t lane) {
    const auto& ops = by_lane_[lane];
    if (ops.empty()) return;
    out_ += fmt::format("  subgraph cluster_{} {{\n    label={};\n    color=gray70;\n", lane,
                        quoted(timeline_.lanes[lane].name));
    for (const std::uint32_t op : ops) out_ += fmt::format("    {} [label={}];\n", op, quoted(label(op)));
    for (std::size_t i = 1; i < ops.size(); ++i)
      out_ += fmt::format("    {} -> {} [style=bold];\n", ops[i - 1], ops[i]);
    out_ += "  }\n";
  }

  [[nodiscard]] std::string label(std::uint32_t position) const {
    const model::Operation& op = timeline_.list.operations[position];
    const model::Entities& entities = timeline_.list.entities;
    const std::string event = op.event ? fmt::format(" {}", entities.events[index(*op.event)].name) : "";
    const auto place = place_of(op, entities);
    const std::string line = place ? fmt::format(" at {}:{}", place->site.file, place->site.line) : "";
    return fmt::format("{}{}{}", op.label, event, line);
  }

  void add_pair(const rules::Finding& finding, const picture::Pair& pair) {
    out_ += fmt::format("  {} -> {} [constraint=false, color={}, penwidth=2, style=dashed, label={}];\n", pair.earlier,
                        pair.later, pair.ordered ? "blue" : "red", quoted(finding.rule));
  }

  const Picture& picture_;
  const Timeline& timeline_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_lane_;
  std::string out_;
};

}  // namespace

std::string to_dot(const Picture& picture) { return DotWriter(picture).write(); }

}  // namespace cudep::exports
