// A recorded run as operations, for the same engine and rules that judge source.
//
//   Symbols symbols;
//   const Replayed run = replay(trace, symbols, {});
//   for (const rules::Finding& finding : rules::merge(rules::check(run.list))) ...
//
// The calls of all host threads are taken in the order in which they were made, as if one thread had made them: what
// orders host threads among each other does not show in a trace, so nothing is reported that rests on its absence.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/kernels/summary_json.h"
#include "rules/model/operation.h"
#include "tracer/format/trace.h"
#include "tracer/replay/gpu_times.h"
#include "tracer/replay/symbols.h"

namespace cudep::replay {

/// A line of a source file, when it can be read.
using SourceLine = std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)>;

struct ReplayOptions {
  const kernels::SummaryFile* kernels = nullptr;  // none: kernels by their signatures
  SourceLine source_line;  // to name streams, events and buffers as the source does; may be empty
};

struct Replayed {
  model::OperationList list;
  std::vector<std::optional<GpuTime>> times;  // by operation
  std::vector<std::size_t> calls;             // by operation: the position of its call in the trace
  std::vector<std::string> notices;           // what a user should know of how the run was understood
};

Replayed replay(const format::Trace& trace, Symbols& symbols, const ReplayOptions& options);

}  // namespace cudep::replay
