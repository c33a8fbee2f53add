// Changes of programs.
#include "rules/oracle/mistakes.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace cudep::oracle {
namespace {

using model::Operation;
using model::Verb;

void append(Changed& changed, const Operation& operation, std::size_t position) {
  changed.list.operations.push_back(operation);
  changed.original.push_back(position);
}

}  // namespace

Changed event_keeps_its_stream(const model::OperationList& list) {
  Changed changed{.list = {.entities = list.entities, .operations = {}}, .original = {}};
  std::map<model::EventId, Operation> last_records;
  for (std::size_t position = 0; position < list.operations.size(); ++position) {
    Operation operation = list.operations[position];
    if (operation.verb == Verb::Record) last_records[*operation.event] = operation;
    if (operation.verb == Verb::StreamWait && last_records.contains(*operation.event)) {
      auto& events = changed.list.entities.events;
      events.push_back({.name = "again" + std::to_string(position)});
      Operation record = last_records.at(*operation.event);
      record.event = operation.event = model::EventId(events.size() - 1);
      append(changed, record, position);
    }
    append(changed, operation, position);
  }
  return changed;
}

Changed first_record_wins(const model::OperationList& list) {
  Changed changed{.list = {.entities = list.entities, .operations = {}}, .original = {}};
  std::set<model::EventId> recorded;
  for (std::size_t position = 0; position < list.operations.size(); ++position) {
    const Operation& operation = list.operations[position];
    if (operation.verb != Verb::Record || recorded.insert(*operation.event).second)
      append(changed, operation, position);
  }
  return changed;
}

Changed legacy_is_ordinary(const model::OperationList& list) {
  Changed changed{.list = list, .original = {}};
  for (std::size_t position = 0; position < list.operations.size(); ++position) changed.original.push_back(position);
  for (model::Stream& stream : changed.list.entities.streams)
    if (stream.kind == model::StreamKind::Legacy) stream.kind = model::StreamKind::NonBlocking;
  return changed;
}

Changed wait_orders_what_came_before(const model::OperationList& list) {
  std::map<std::size_t, std::vector<std::size_t>> waits;  // of each record that is the latest for them
  std::map<model::EventId, std::size_t> last_records;
  std::set<std::size_t> moved;
  for (std::size_t position = 0; position < list.operations.size(); ++position) {
    const Operation& operation = list.operations[position];
    if (operation.verb == Verb::Record) last_records[*operation.event] = position;
    if (operation.verb != Verb::StreamWait || !last_records.contains(*operation.event)) continue;
    waits[last_records.at(*operation.event)].push_back(position);
    moved.insert(position);
  }
  Changed changed{.list = {.entities = list.entities, .operations = {}}, .original = {}};
  for (std::size_t position = 0; position < list.operations.size(); ++position) {
    if (!moved.contains(position)) append(changed, list.operations[position], position);
    for (const std::size_t wait : waits[position]) append(changed, list.operations[wait], wait);
  }
  return changed;
}

}  // namespace cudep::oracle
