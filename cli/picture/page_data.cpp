// Writes a picture as columns, and everything that repeats once: a long run stays small and is read quickly.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "cli/picture/access_text.h"
#include "cli/picture/page.h"
#include "cli/report/phrases.h"
#include "cli/report/placed_edits.h"
#include "cli/report/verdicts.h"
#include "rules/model/operation_words.h"

namespace cudep::picture {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kContextLines = 4;  // around each line that is shown
constexpr std::size_t kLongestLine = 300;   // bytes

/// Values that are written once and named by their position.
template <class Value>
class Table {
 public:
  std::size_t operator[](const Value& value) {
    const auto [at, is_new] = known_.try_emplace(value, known_.size());
    if (is_new) values_.push_back(value);
    return at->second;
  }
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }

 private:
  std::map<Value, std::size_t> known_;
  std::vector<Value> values_;
};

/// Frames, and the source around them.
class SourceTable {
 public:
  std::size_t operator[](const rules::SourceFrame& frame) {
    add(frame.site);
    return frames_[frame];
  }
  void add(const model::Site& site) {
    if (site.line == 0) return;
    for (std::uint32_t line = site.line - std::min(site.line - 1, kContextLines); line <= site.line + kContextLines;
         ++line)
      lines_[site.file].insert(line);
  }

  [[nodiscard]] Json frames() const {
    Json json = Json::array();
    for (const rules::SourceFrame& frame : frames_.values())
      json.push_back({frame.site.file, frame.site.line, frame.site.column, frame.function});
    return json;
  }
  [[nodiscard]] Json files(report::SourceLines& sources) const {
    Json json = Json::object();
    for (const auto& [file, lines] : lines_)
      for (const std::uint32_t number : lines)
        if (const auto line = sources.line(file, number))
          json[file][std::to_string(number)] = line->substr(0, kLongestLine);
    return json;
  }

 private:
  Table<rules::SourceFrame> frames_;
  std::map<std::string, std::set<std::uint32_t>> lines_;
};

class PageWriter {
 public:
  explicit PageWriter(report::SourceLines& sources) : sources_(sources) {}

  Json write(const Picture& picture) {
    Json timelines = Json::array();
    for (const Timeline& timeline : picture.timelines) timelines.push_back(timeline_json(timeline));
    Json findings = Json::array();
    for (const ShownFinding& shown : picture.findings) findings.push_back(finding_json(shown));
    return {{"title", picture.title},          {"notes", picture.notes},
            {"findings", std::move(findings)}, {"timelines", std::move(timelines)},
            {"frames", table_.frames()},       {"files", table_.files(sources_)}};
  }

 private:
  Json timeline_json(const Timeline& timeline) {
    Json lanes = Json::array();
    for (const Lane& lane : timeline.lanes)
      lanes.push_back({{"name", lane.name}, {"host", lane.on_host}, {"kind", kind_of(lane)}});
    Json json = {{"lanes", std::move(lanes)}};
    add_operations(timeline, json);
    add_times(timeline, json);
    Json edges = Json::array();
    for (const Edge& edge : timeline.edges) edges.push_back({edge.from, edge.to, static_cast<int>(edge.kind)});
    json["edges"] = std::move(edges);
    return json;
  }

  static std::string_view kind_of(const Lane& lane) {
    if (lane.in_graph) return "in a graph";
    if (lane.kind == model::StreamKind::Blocking) return "blocking stream";
    return lane.kind == model::StreamKind::NonBlocking ? "non-blocking stream" : "stream";
  }

  /// Buffer, its name, how it is used, and which bytes; words by their number.
  using Use = std::array<std::size_t, 4>;

  void add_operations(const Timeline& timeline, Json& json) {
    const model::OperationList& list = timeline.list;
    Table<std::string> texts;
    Table<std::vector<std::size_t>> stacks;
    Table<std::vector<Use>> uses;
    std::vector<std::size_t> lanes, verbs, labels, stack_of_op, uses_of_op, captured;
    Json events = Json::array();
    for (std::size_t i = 0; i < list.operations.size(); ++i) {
      const model::Operation& op = list.operations[i];
      lanes.push_back(timeline.bars[i].lane);
      verbs.push_back(texts[std::string(model::words_of(op.verb).phrase)]);
      labels.push_back(texts[op.label]);
      stack_of_op.push_back(stacks[frames_of(op, list.entities)]);
      uses_of_op.push_back(uses[uses_of(op, list.entities, texts)]);
      events.push_back(op.event ? Json(texts[list.entities.events[index(*op.event)].name]) : Json(nullptr));
      if (timeline.bars[i].captured) captured.push_back(i);
    }
    json["operations"] = {{"lane", lanes},        {"verb", verbs},          {"label", labels},
                          {"stack", stack_of_op}, {"accesses", uses_of_op}, {"event", std::move(events)},
                          {"captured", captured}};
    json["texts"] = texts.values();
    json["stacks"] = stacks.values();
    json["accesses"] = uses.values();
  }

  std::vector<std::size_t> frames_of(const model::Operation& op, const model::Entities& entities) {
    std::vector<std::size_t> stack;
    for (const model::Frame& frame : op.frames)
      stack.push_back(table_[{entities.sites[index(frame.site)], entities.functions[index(frame.function)]}]);
    return stack;
  }

  static std::vector<Use> uses_of(const model::Operation& op, const model::Entities& entities,
                                  Table<std::string>& texts) {
    std::vector<Use> uses;
    const auto add = [&](model::BufferId buffer, std::string_view kind, std::string range) {
      uses.push_back({index(buffer), texts[entities.buffers[index(buffer)].name], texts[std::string(kind)],
                      texts[std::move(range)]});
    };
    for (const model::Access& access : op.accesses)
      add(access.buffer, model::text_of(model::kAccessKinds, access.kind), range_text(access.range, entities.symbols));
    if (op.buffer) add(*op.buffer, begins_memory(op.verb) ? "allocates" : "ends", {});
    return uses;
  }

  static bool begins_memory(model::Verb verb) {
    return verb == model::Verb::Allocate || verb == model::Verb::AllocateAsync;
  }

  static void add_times(const Timeline& timeline, Json& json) {
    const std::vector<Span> spans = times_of(timeline);
    if (spans.empty()) return;
    Json begin = Json::array();
    Json length = Json::array();
    Json ran = Json::array();
    for (std::size_t i = 0; i < spans.size(); ++i) {
      begin.push_back(spans[i].begin);
      length.push_back(spans[i].end - spans[i].begin);
      if (timeline.bars[i].ran) ran.push_back(i);
    }
    json["times"] = {{"begin", std::move(begin)}, {"length", std::move(length)}, {"ran", std::move(ran)}};
  }

  Json finding_json(const ShownFinding& shown) {
    const rules::Finding& finding = shown.finding;
    Json json = {{"rule", finding.rule},
                 {"severity", report::name(finding.severity)},
                 {"confidence", report::name(finding.confidence)},
                 {"hazard", finding.hazard ? Json(report::abbreviation(*finding.hazard)) : Json(nullptr)},
                 {"reason", report::name(finding.reason)},
                 {"primary", table_[finding.primary]},
                 {"buffer", finding.buffer},
                 {"timeline", shown.timeline}};
    add_explanation(finding, json);
    if (finding.hazard) {
      json["earlier"] = place_json(finding.earlier, report::earlier_done(finding, finding.earlier));
      json["later"] =
          place_json(finding.later, report::ends_life(finding.later) ? "ended" : report::later_done(finding));
    } else {
      json["later"] = place_json(finding.later, {});
    }
    if (shown.verdict)
      json["verdict"] = {{"kind", rules::name(shown.verdict->kind)},
                         {"notes", notes(report::verdict_notes(*shown.verdict))}};
    json["pairs"] = Json::array();
    for (const Pair& pair : shown.pairs) json["pairs"].push_back({pair.earlier, pair.later, pair.ordered});
    json["steps"] = Json::array();
    for (const Step& step : shown.steps) json["steps"].push_back({step.position, static_cast<int>(step.role)});
    return json;
  }

  void add_explanation(const rules::Finding& finding, Json& json) {
    const report::Explanation explanation = report::explain(finding, sources_);
    json["message"] = explanation.message;
    json["notes"] = notes(explanation.notes);
    json["background"] = notes(explanation.background);
    json["advice"] = Json::array();
    for (const report::Advice& advice : explanation.advice) {
      constexpr std::array<std::string_view, 4> kKinds = {"before", "after", "remove", "replace"};
      Json item = {{"text", advice.text}, {"site", site_json(advice.site)}};
      if (advice.edit)
        item["edit"] = {{"kind", kKinds[static_cast<std::size_t>(advice.edit->kind)]},
                        {"code", advice.edit->code},
                        {"lines", advice.edit->lines}};
      json["advice"].push_back(std::move(item));
    }
  }

  Json place_json(const rules::Place& place, std::string_view done) {
    Json frames = Json::array();
    for (const rules::SourceFrame& frame : place.frames) frames.push_back(table_[frame]);
    return {{"phrase", report::operation_phrase(place)}, {"done", done}, {"frames", std::move(frames)}};
  }

  Json notes(const std::vector<report::Note>& notes) {
    Json json = Json::array();
    for (const report::Note& note : notes) json.push_back({{"text", note.text}, {"site", site_json(note.site)}});
    return json;
  }

  Json site_json(const std::optional<model::Site>& site) {
    if (!site) return nullptr;
    table_.add(*site);
    return {site->file, site->line, site->column};
  }

  report::SourceLines& sources_;
  SourceTable table_;
};

}  // namespace

std::string page_data(const Picture& picture, report::SourceLines& sources) {
  const std::string json =
      PageWriter(sources).write(picture).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string text;
  text.reserve(json.size());
  // An element ends at `</script`, wherever that stands.
  for (const char c : json) c == '<' ? text += "\\u003c" : text += c;
  return text;
}

}  // namespace cudep::picture
