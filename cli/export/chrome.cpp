// Trace events: a complete event for each operation, a flow for each edge, and for each missing one a flow and an
// instant event that says what is wrong.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/export/formats.h"
#include "cli/report/written_names.h"
#include "rules/model/operation_words.h"

namespace cudep::exports {
namespace {

using Json = nlohmann::ordered_json;
using picture::Picture;
using picture::Span;
using picture::Timeline;

constexpr int kHost = 1;  // as the process of a lane
constexpr int kStreams = 2;

class ChromeWriter {
 public:
  ChromeWriter(const Picture& picture, report::SourceLines& sources)
      : picture_(picture), timeline_(picture.timelines.front()), sources_(sources), spans_(times_of(timeline_)) {
    timed_ = !spans_.empty();
    for (std::uint64_t i = spans_.size(); i < timeline_.bars.size(); ++i) spans_.push_back({i * 1000, i * 1000 + 1000});
  }

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
              {"times", timed_ ? "from the begin of the recording" : "order of submission: 1 us an operation"}}}};
  }

 private:
  [[nodiscard]] const picture::Lane& lane_of(std::size_t op) const { return timeline_.lanes[timeline_.bars[op].lane]; }

  Json event(std::string_view phase, std::string name, std::size_t op) const {
    return {{"ph", phase},
            {"name", std::move(name)},
            {"pid", lane_of(op).on_host ? kHost : kStreams},
            {"tid", timeline_.bars[op].lane + 1},
            {"ts", microseconds(spans_[op].begin)}};
  }
  static double microseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1000; }

  void add_names() {
    const auto add = [&](std::string_view what, int process, std::size_t thread, const std::string& name) {
      events_.push_back({{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}});
    };
    add("process_name", kHost, 0, "host");
    add("process_name", kStreams, 0, "streams");
    for (std::size_t i = 0; i < timeline_.lanes.size(); ++i)
      add("thread_name", timeline_.lanes[i].on_host ? kHost : kStreams, i + 1, timeline_.lanes[i].name);
  }

  void add_operation(std::size_t i) {
    const model::Operation& op = timeline_.list.operations[i];
    Json json = event("X", op.label, i);
    json["cat"] = model::words_of(op.verb).phrase;
    json["dur"] = microseconds(std::max<std::uint64_t>(spans_[i].end - spans_[i].begin, 1));
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
    for (const bool ends : {false, true}) {
      Json json = event(ends ? "f" : "s", name, ends ? to : from);
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
      Json json = event("i", rule, pair.later);
      json["s"] = "t";
      json["args"] = {{"message", message}};
      events_.push_back(std::move(json));
    }
  }

  const Picture& picture_;
  const Timeline& timeline_;
  report::SourceLines& sources_;
  std::vector<Span> spans_;
  bool timed_ = false;
  Json events_ = Json::array();
  std::uint64_t flows_ = 0;
};

}  // namespace

std::string to_chrome(const Picture& picture, report::SourceLines& sources) {
  return ChromeWriter(picture, sources).write().dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudep::exports
