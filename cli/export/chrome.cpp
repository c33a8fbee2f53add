// Trace events: a complete event for each operation, a flow for each edge, and for each missing one a flow and an
// instant event that says what is wrong.
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "cli/export/formats.h"
#include "cli/export/tracks.h"
#include "cli/report/placed_edits.h"
#include "rules/model/operation_words.h"

namespace cudep::exports {
namespace {

using Json = nlohmann::ordered_json;
using picture::Picture;
using picture::Span;
using picture::Timeline;

constexpr int kHost = 1;  // as the process of a lane
constexpr int kStreams = 2;
constexpr std::size_t kFirstThread = 3;  // a thread with the number of its process would be taken for its main thread

/// By operation; one after the other where the run has no times.
std::vector<Span> spans_of(const Timeline& timeline) {
  std::vector<Span> spans = times_of(timeline);
  for (std::uint64_t i = spans.size(); i < timeline.bars.size(); ++i) spans.push_back({i * 1000, i * 1000 + 1000});
  return spans;
}

class ChromeWriter {
 public:
  ChromeWriter(const Picture& picture, report::SourceLines& sources)
      : picture_(picture),
        timeline_(picture.timelines.front()),
        sources_(sources),
        tracks_(tracks_of(timeline_, spans_of(timeline_))) {}

  Json write() {
    add_names();
    for (std::size_t i = 0; i < timeline_.bars.size(); ++i) add_operation(i);
    for (const picture::Edge& edge : timeline_.edges)
      add_flow(edge.from, edge.to, "order", std::string(picture::name(edge.kind)));
    for (const picture::ShownFinding& shown : picture_.findings) add_finding(shown);
    return {{"traceEvents", std::move(events_)},
            {"displayTimeUnit", "ns"},
            {"otherData",
             {{"tool", "cudep"},
              {"trace", picture_.title},
              {"times", !times_of(timeline_).empty() ? "from the begin of the recording"
                                                     : "order of submission: 1 us an operation"}}}};
  }

 private:
  [[nodiscard]] const picture::Lane& lane_of(std::size_t track) const { return timeline_.lanes[tracks_.lanes[track]]; }

  Json event(std::string_view phase, std::string name, std::size_t op, std::uint64_t time) const {
    const std::uint32_t track = tracks_.slices[op].track;
    return {{"ph", phase},
            {"name", std::move(name)},
            {"pid", lane_of(track).on_host ? kHost : kStreams},
            {"tid", track + kFirstThread},
            {"ts", microseconds(time)}};
  }
  static double microseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1000; }

  void add_metadata(std::string_view what, int process, std::size_t thread, Json arguments) {
    events_.push_back({{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", std::move(arguments)}});
  }

  void add_names() {
    add_metadata("process_name", kHost, 0, {{"name", "host"}});
    add_metadata("process_name", kStreams, 0, {{"name", "streams"}});
    for (std::size_t track = 0; track < tracks_.lanes.size(); ++track) {
      const picture::Lane& lane = lane_of(track);
      const bool is_further = track > 0 && tracks_.lanes[track - 1] == tracks_.lanes[track];
      const int process = lane.on_host ? kHost : kStreams;
      add_metadata("thread_name", process, track + kFirstThread,
                   {{"name", lane.name + (is_further ? " (at the same time)" : "")}});
      add_metadata("thread_sort_index", process, track + kFirstThread, {{"sort_index", track}});
    }
  }

  void add_operation(std::size_t i) {
    const model::Operation& op = timeline_.list.operations[i];
    const Span& span = tracks_.slices[i].span;
    Json json = event("X", op.label, i, span.begin);
    json["cat"] = model::words_of(op.verb).phrase;
    json["dur"] = microseconds(span.end - span.begin);
    json["args"] = arguments(op);
    json["args"]["number"] = i + 1;
    if (timeline_.bars[i].captured) json["args"]["captured"] = true;
    events_.push_back(std::move(json));
  }

  [[nodiscard]] Json arguments(const model::Operation& op) const {
    const model::Entities& entities = timeline_.list.entities;
    Json json = Json::object();
    if (const auto place = place_of(op, entities)) {
      json["file"] = place->site.file;
      json["line"] = place->site.line;
      json["function"] = place->function;
    }
    if (op.event) json["event"] = entities.events[index(*op.event)].name;
    for (const model::Access& access : op.accesses)
      json[std::string(model::text_of(model::kAccessKinds, access.kind))].push_back(
          entities.buffers[index(access.buffer)].name);
    return json;
  }

  void add_flow(std::size_t from, std::size_t to, std::string_view category, const std::string& name) {
    ++flows_;
    const Arrow arrow = arrow_between(tracks_.slices[from].span, tracks_.slices[to].span);
    if (arrow.reversed) std::swap(from, to);
    for (const bool ends : {false, true}) {
      Json json = event(ends ? "f" : "s", name, ends ? to : from, ends ? arrow.end : arrow.begin);
      json["cat"] = category;
      json["id"] = flows_;
      if (ends) json["bp"] = "e";
      events_.push_back(std::move(json));
    }
  }

  void add_finding(const picture::ShownFinding& shown) {
    const std::string rule(shown.finding.rule);
    const std::string message = report::explain(shown.finding, sources_).message;
    for (const picture::Pair& pair : shown.pairs) {
      if (pair.ordered) continue;
      add_flow(pair.earlier, pair.later, "missing order", rule);
      Json json = event("i", rule, pair.later, tracks_.slices[pair.later].span.begin);
      json["s"] = "t";
      json["args"] = {{"message", message}};
      events_.push_back(std::move(json));
    }
  }

  const Picture& picture_;
  const Timeline& timeline_;
  report::SourceLines& sources_;
  Tracks tracks_;
  Json events_ = Json::array();
  std::uint64_t flows_ = 0;
};

}  // namespace

std::string to_chrome(const Picture& picture, report::SourceLines& sources) {
  return ChromeWriter(picture, sources).write().dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudep::exports
