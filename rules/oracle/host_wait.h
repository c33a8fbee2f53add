// What the host may rely on when a copy or a memset returns: the rows of "API synchronization behavior".
#pragma once
#include <vector>

#include "rules/model/operation.h"
#include "rules/oracle/moments.h"

namespace cudep::oracle {

/// How surely the host knows, at the return of a copy or memset, that …
struct HostWait {
  Order complete = Order::None;       // … it is complete
  Order source_read = Order::None;    // … its source has been read and may be reused
  bool read_in_stream_order = false;  // and all earlier work of the stream was complete before that
  bool operator==(const HostWait&) const = default;
};

HostWait host_wait(const model::Operation& operation, const std::vector<model::Buffer>& buffers);

}  // namespace cudep::oracle
