// The run as tables.
#include <algorithm>

#include "cli/export/database.h"
#include "cli/export/formats.h"
#include "cli/report/phrases.h"
#include "cli/report/placed_edits.h"
#include "rules/model/operation_words.h"

namespace cudep::exports {
namespace {

using picture::Picture;
using picture::Timeline;

constexpr const char* kSchema = R"sql(
create table streams (id integer primary key, name text, kind text, device integer);
create table operations (id integer primary key, verb text, label text, agent text, stream integer references streams,
  event text, file text, line integer, function text, captured integer, called_ns integer, begin_ns integer,
  end_ns integer);
create table frames (operation integer references operations, depth integer, file text, line integer, "column" integer,
  function text);
create table buffers (id integer primary key, name text, memory text, bytes integer, file text, line integer);
create table accesses (operation integer references operations, buffer integer references buffers, kind text,
  low integer, high integer);
create table edges (earlier integer references operations, later integer references operations, kind text);
create table findings (id integer primary key, rule text, severity text, confidence text, hazard text, reason text,
  message text, file text, line integer, function text, buffer text, verdict text);
create table pairs (finding integer references findings, earlier integer references operations,
  later integer references operations, ordered integer);
create view missing_edges as select finding, earlier, later from pairs where not ordered;
)sql";

constexpr const char* kIndexes = R"sql(
create index frames_of on frames (operation);
create index accesses_of on accesses (operation);
create index accesses_to on accesses (buffer);
create index edges_into on edges (later);
create index edges_out_of on edges (earlier);
)sql";

std::int64_t number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::optional<std::int64_t> number(const std::optional<std::uint64_t>& value) {
  return value ? std::optional(number(*value)) : std::nullopt;
}

template <class Id>
std::optional<std::int64_t> row_of(const std::optional<Id>& id) {
  return id ? std::optional(number(index(*id))) : std::nullopt;
}

std::optional<std::string_view> given(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

void add_entities(Database& database, const model::Entities& entities) {
  Insertion streams(database, "streams", 4);
  for (std::size_t i = 0; i < entities.streams.size(); ++i) {
    const model::Stream& stream = entities.streams[i];
    streams.add(number(i), stream.name, model::text_of(model::kStreamKinds, stream.kind), number(index(stream.device)));
  }
  Insertion buffers(database, "buffers", 6);
  for (std::size_t i = 0; i < entities.buffers.size(); ++i) {
    const model::Buffer& buffer = entities.buffers[i];
    std::optional<model::Site> site;
    if (buffer.allocated) site = entities.sites[index(*buffer.allocated)];
    buffers.add(number(i), given(buffer.name), model::text_of(model::kMemoryKinds, buffer.kind),
                buffer.bytes ? buffer.bytes->as_number() : std::nullopt,
                site ? std::optional<std::string_view>(site->file) : std::nullopt,
                site ? std::optional<std::int64_t>(site->line) : std::nullopt);
  }
}

void add_operations(Database& database, const Timeline& timeline) {
  const model::Entities& entities = timeline.list.entities;
  Insertion operations(database, "operations", 13);
  Insertion frames(database, "frames", 6);
  for (std::size_t i = 0; i < timeline.bars.size(); ++i) {
    const model::Operation& op = timeline.list.operations[i];
    const picture::Bar& bar = timeline.bars[i];
    const auto place = place_of(op, entities);
    const auto event =
        op.event ? std::optional<std::string_view>(entities.events[index(*op.event)].name) : std::nullopt;
    operations.add(number(i), model::words_of(op.verb).phrase, op.label, timeline.lanes[bar.lane].name,
                   row_of(op.stream), event, place ? given(place->site.file) : std::nullopt,
                   place ? std::optional<std::int64_t>(place->site.line) : std::nullopt,
                   place ? given(place->function) : std::nullopt, number(bar.captured ? 1 : 0), number(bar.called),
                   bar.ran ? std::optional(number(bar.ran->begin)) : std::nullopt,
                   bar.ran ? std::optional(number(bar.ran->end)) : std::nullopt);
    for (std::size_t depth = 0; depth < op.frames.size(); ++depth) {
      const model::Site& site = entities.sites[index(op.frames[depth].site)];
      frames.add(number(i), number(depth), site.file, number(site.line), number(site.column),
                 entities.functions[index(op.frames[depth].function)]);
    }
  }
}

void add_accesses(Database& database, const Timeline& timeline) {
  Insertion accesses(database, "accesses", 5);
  for (std::size_t i = 0; i < timeline.bars.size(); ++i)
    for (const model::Access& access : timeline.list.operations[i].accesses) {
      std::optional<std::int64_t> low;
      std::optional<std::int64_t> high;
      if (access.range.is_concrete()) {
        low = access.range.interval().low;
        high = access.range.interval().high;
      }
      accesses.add(number(i), number(index(access.buffer)), model::text_of(model::kAccessKinds, access.kind), low,
                   high);
    }
}

void add_findings(Database& database, const Picture& picture, report::SourceLines& sources) {
  Insertion findings(database, "findings", 12);
  Insertion pairs(database, "pairs", 4);
  for (std::size_t i = 0; i < picture.findings.size(); ++i) {
    const picture::ShownFinding& shown = picture.findings[i];
    const rules::Finding& finding = shown.finding;
    const auto hazard = finding.hazard ? std::optional(report::abbreviation(*finding.hazard)) : std::nullopt;
    const auto verdict = shown.verdict ? std::optional(rules::name(shown.verdict->kind)) : std::nullopt;
    findings.add(number(i), finding.rule, report::name(finding.severity), report::name(finding.confidence), hazard,
                 report::name(finding.reason), report::explain(finding, sources).message,
                 given(finding.primary.site.file), number(finding.primary.site.line), given(finding.primary.function),
                 given(finding.buffer), verdict);
    for (const picture::Pair& pair : shown.pairs)
      pairs.add(number(i), number(pair.earlier), number(pair.later), number(pair.ordered ? 1 : 0));
  }
}

}  // namespace

std::string to_sqlite(const Picture& picture, report::SourceLines& sources) {
  const Timeline& timeline = picture.timelines.front();
  Database database;
  database.execute(kSchema);
  database.execute("begin");
  add_entities(database, timeline.list.entities);
  add_operations(database, timeline);
  add_accesses(database, timeline);
  {
    Insertion edges(database, "edges", 3);
    for (const picture::Edge& edge : timeline.edges)
      edges.add(number(edge.from), number(edge.to), picture::name(edge.kind));
  }
  add_findings(database, picture, sources);
  database.execute("commit");
  database.execute(kIndexes);
  return database.bytes();
}

}  // namespace cudep::exports
