// Leaves out one thing after the other, from the back, until nothing more can go.
#include <cstddef>
#include <vector>

#include "rules/oracle/random_program.h"

namespace cudep::oracle {
namespace {

using model::Operation;
using model::OperationList;
using model::Verb;

/// What can only go together with others, and what those are: the graph or the host thread.
bool belongs_to_graph(const Operation& operation, model::GraphId graph) {
  return operation.graph == graph || operation.executable == graph;
}

bool stands_alone(const Operation& operation) {
  return !operation.graph && operation.verb != Verb::StartThread && operation.verb != Verb::JoinThread;
}

using Predicate = std::function<bool(const OperationList&)>;

/// True when the list without `dropped` still fails; it is replaced then.
bool try_without(OperationList& list, const std::function<bool(const Operation&)>& dropped, const Predicate& fails) {
  OperationList rest = list;
  std::erase_if(rest.operations, dropped);
  if (rest.operations.size() == list.operations.size() || !fails(rest)) return false;
  list = std::move(rest);
  return true;
}

bool drop_groups(OperationList& list, const Predicate& fails) {
  bool dropped = false;
  for (std::size_t graph = 0; graph + 1 < list.entities.graphs.size(); graph += 2) {
    const auto ours = [&](const Operation& operation) {
      return belongs_to_graph(operation, model::GraphId(graph)) ||
             belongs_to_graph(operation, model::GraphId(graph + 1));
    };
    dropped |= try_without(list, ours, fails);
  }
  for (std::size_t host = 1; host < list.entities.hosts.size(); ++host)
    dropped |= try_without(
        list,
        [&](const Operation& operation) {
          return operation.host == model::HostId(host) || operation.thread == model::HostId(host);
        },
        fails);
  return dropped;
}

bool drop_operations(OperationList& list, const Predicate& fails) {
  bool dropped = false;
  for (std::size_t i = list.operations.size(); i-- > 0;) {
    const bool launch = list.operations[i].verb == Verb::GraphLaunch;
    if (!launch && !stands_alone(list.operations[i])) continue;
    OperationList rest = list;
    rest.operations.erase(rest.operations.begin() + static_cast<std::ptrdiff_t>(i));
    if (!fails(rest)) continue;
    list = std::move(rest);
    dropped = true;
  }
  return dropped;
}

bool drop_accesses(OperationList& list, const Predicate& fails) {
  bool dropped = false;
  for (std::size_t i = 0; i < list.operations.size(); ++i) {
    if (list.operations[i].verb == Verb::Copy || list.operations[i].verb == Verb::Memset) continue;
    for (std::size_t access = list.operations[i].accesses.size(); access-- > 0;) {
      OperationList rest = list;
      auto& accesses = rest.operations[i].accesses;
      accesses.erase(accesses.begin() + static_cast<std::ptrdiff_t>(access));
      if (!fails(rest)) continue;
      list = std::move(rest);
      dropped = true;
    }
  }
  return dropped;
}

}  // namespace

OperationList shrink(OperationList list, const Predicate& fails) {
  bool smaller = true;
  while (smaller) {
    smaller = drop_groups(list, fails);
    smaller |= drop_operations(list, fails);
    smaller |= drop_accesses(list, fails);
  }
  return list;
}

}  // namespace cudep::oracle
