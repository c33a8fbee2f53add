// Which calls make the host wait, and for what: copies and memsets by direction and memory, frees by memory.
#pragma once
#include "rules/engine/ordering_facts.h"
#include "rules/model/operation.h"

namespace cudep::engine {

/// The facts by which the host waits inside a call.
struct HostWaits {
  std::optional<Fact> before;   // until earlier work is complete, before the call's own access
  std::optional<Fact> staging;  // until the source has been read
  std::optional<Fact> after;    // until the call's own access is complete
};

HostWaits host_waits(const model::Operation& op, const model::Entities& entities);

}  // namespace cudep::engine
