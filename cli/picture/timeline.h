// What a picture of a run, or of findings, shows, before anything is drawn: lanes for streams and host threads, a bar
// for each operation, the order that exists, and for each finding the pairs that nothing orders.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/picture/order_edges.h"
#include "rules/finding.h"
#include "rules/model/operation.h"
#include "rules/verdict.h"

namespace cudep::picture {

/// Holds the operations of one stream or one host thread.
struct Lane {
  std::string name;
  bool on_host = false;
  model::StreamKind kind = model::StreamKind::Unknown;
  bool in_graph = false;  // all of it was captured into graphs
  bool operator==(const Lane&) const = default;
};

/// ns since the recording began.
struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const Span&) const = default;
};

/// How an operation is shown.
struct Bar {
  std::uint32_t lane = 0;
  bool captured = false;                // a node of a graph, which does not run when it is submitted
  std::optional<std::uint64_t> called;  // when its call began: ns since the recording did
  std::optional<Span> ran;              // on the GPU
};

/// What is known of an operation besides itself.
struct Recorded {
  std::uint32_t thread = 0;  // the host thread that made the call
  std::optional<std::uint64_t> called;
  std::optional<Span> ran;
};

struct Timeline {
  model::OperationList list;  // the launch of a graph accesses what its nodes do
  std::vector<Lane> lanes;    // those of the host first
  std::vector<Bar> bars;      // by operation
  std::vector<Edge> edges;
};

/// `recorded` is by operation; empty when nothing is.
Timeline timeline_of(model::OperationList list, const std::vector<Recorded>& recorded);

/// Where each bar stands in time. What did not run on the GPU, or was not timed, begins where its call did, behind what
/// its stream did before, and ends when what it waited for had. Empty unless calls have times.
std::vector<Span> times_of(const Timeline& timeline);

/// Two operations of a finding that met.
struct Pair {
  std::uint32_t earlier = 0;
  std::uint32_t later = 0;
  bool ordered = false;  // something ordered them here
  bool operator==(const Pair&) const = default;
};

/// An operation that a finding speaks of besides its pairs.
struct Step {
  enum class Role : std::uint8_t {
    Reported,     // of a finding without a pair
    Evidence,     // the record or wait that went wrong
    Counterpart,  // the one it should have met
  };
  std::uint32_t position = 0;
  Role role = Role::Reported;
  bool operator==(const Step&) const = default;
};

struct ShownFinding {
  rules::Finding finding;
  std::optional<rules::Verdict> verdict;
  std::size_t timeline = 0;
  std::vector<Pair> pairs;  // the clearest first
  std::vector<Step> steps;
};

struct Picture {
  std::string title;                // the file that is shown
  std::vector<std::string> notes;   // what a reader should know of it
  std::vector<Timeline> timelines;  // one of a run; of findings, one for each
  std::vector<ShownFinding> findings;
  bool is_whole = true;  // all of the file could be read
};

}  // namespace cudep::picture
