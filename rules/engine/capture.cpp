// What a captured call adds to a launch of its graph.
#include "rules/engine/capture.h"

#include <algorithm>

namespace cudep::engine {

bool covers_all(const GraphBody& body, const ExternalRecord& record) {
  return body.one_stream && record.accesses_before == body.accesses.size();
}

void add_node(GraphBody& body, const model::Operation& op, std::uint32_t position) {
  if (op.verb == model::Verb::AllocateAsync && op.buffer) body.allocated.push_back(*op.buffer);
  if (op.verb == model::Verb::Record && op.external && op.event)
    body.external_records.push_back({*op.event, body.accesses.size()});
  if (op.verb == model::Verb::StreamWait && op.external && op.event) body.external_waits.push_back(*op.event);
  for (const model::Access& access : op.accesses)
    if (std::ranges::count(body.allocated, access.buffer) == 0) body.accesses.push_back({access, position});
}

}  // namespace cudep::engine
