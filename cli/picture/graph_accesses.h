// What the launch of a graph reads and writes, for a reader: the recording has it at the nodes.
#pragma once
#include "rules/model/operation.h"

namespace cudep::picture {

/// Gives each launch of a graph the accesses of the nodes that it runs, each once.
void add_node_accesses(model::OperationList& list);

}  // namespace cudep::picture
