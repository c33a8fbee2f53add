// Rule too-many-streams: more streams than a device has queues, or a stream made anew in each lap.
#include <map>
#include <set>

#include "rules/path_rule.h"
#include "rules/races.h"

namespace cudep::rules {
namespace {

using model::Operation;
using model::OperationList;
using model::StreamId;
using model::Verb;

/// The most that CUDA_DEVICE_MAX_CONNECTIONS can be set to; the default is 8.
constexpr std::size_t kMostQueues = 32;
constexpr std::size_t kLaps = 3;  // one may be for warming up, two by chance

/// Streams that got work before they were destroyed.
std::set<StreamId> used_streams(const OperationList& path) {
  std::set<StreamId> used;
  for (const Operation& op : path.operations)
    if (is_work(op)) used.insert(*op.stream);
  return used;
}

/// Streams of one device that live at the same time.
class Living {
 public:
  /// True when it is the first one too many.
  bool add(const model::Stream& stream) { return ++count_[stream.device] == kMostQueues + 1; }
  void remove(const model::Stream& stream) { --count_[stream.device]; }

 private:
  std::map<model::DeviceId, std::size_t> count_;
};

/// A call that makes streams: how often, and whether each was gone before the next came.
struct Maker {
  std::size_t made = 0;
  std::optional<StreamId> living;
  std::optional<std::uint32_t> destroyed;
  bool one_at_a_time = true;
  std::uint32_t last = 0;
};

class Search {
 public:
  Search(const OperationList& path, std::vector<Finding>& findings)
      : path_(path), findings_(findings), used_(used_streams(path)) {}

  void run() {
    for (std::uint32_t i = 0; i < path_.operations.size(); ++i) {
      const Operation& op = path_.operations[i];
      if (!op.stream || !used_.contains(*op.stream)) continue;
      if (op.verb == Verb::CreateStream) make(op, i);
      if (op.verb == Verb::DestroyStream) destroy(op, i);
    }
    for (const auto& [call, maker] : makers_)
      if (maker.made >= kLaps && maker.one_at_a_time && !maker.living)
        report(Reason::StreamMadeInEachLap, {.at = maker.last, .evidence = maker.destroyed});
  }

 private:
  void make(const Operation& op, std::uint32_t position) {
    if (living_.add(path_.entities.streams[index(*op.stream)])) report(Reason::MoreStreamsThanQueues, {.at = position});
    const CallPath call = call_path(op);
    Maker& maker = makers_[call];
    maker.one_at_a_time &= !maker.living;
    maker.living = op.stream;
    maker.last = position;
    ++maker.made;
    made_by_.insert_or_assign(*op.stream, call);
  }

  void destroy(const Operation& op, std::uint32_t position) {
    const auto by = made_by_.find(*op.stream);
    if (by == made_by_.end()) return;
    living_.remove(path_.entities.streams[index(*op.stream)]);
    Maker& maker = makers_[by->second];
    if (maker.living == op.stream) maker.living.reset();
    maker.destroyed = position;
    made_by_.erase(by);
  }

  void report(Reason reason, const Mentioned& mentioned) {
    findings_.push_back(remark(path_, kTooManyStreams.rule, reason, mentioned));
  }

  const OperationList& path_;
  std::vector<Finding>& findings_;
  std::set<StreamId> used_;
  Living living_;
  std::map<CallPath, Maker> makers_;
  std::map<StreamId, CallPath> made_by_;
};

void find(const OperationList& path, const CheckOptions&, std::vector<Finding>& findings) {
  Search(path, findings).run();
}

}  // namespace

const PathRule kTooManyStreams = {
    .rule = {.id = "too-many-streams",
             .summary = "more streams than a device has queues, or a stream that is made anew in each lap",
             .help = R"(The host feeds a device through a number of queues, 8 unless the environment variable
`CUDA_DEVICE_MAX_CONNECTIONS` says otherwise, and 32 at most. Streams beyond that share queues, and work of two streams in
one queue waits for each other although nothing orders it. Reported is the stream with which more than 32 of one device
are alive that are given work.

Making a stream costs more than a launch, and destroying it is no cheaper. A loop that makes, uses and destroys one in
each lap, three times or more, is reported, too:

```cuda
for (int i = 0; i < chunks; ++i) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);       // once in front of the loop instead
  scale<<<grid, block, 0, stream>>>(data[i]);
  cudaStreamDestroy(stream);
}
```

Make a few streams once and use them in turn:

```cuda
for (int i = 0; i < chunks; ++i) scale<<<grid, block, 0, streams[i % 4]>>>(data[i]);
```

Loops of more than 32 laps are followed in part only, so that more streams
than queues are mostly seen by runs (`cudep audit`).)",
             .severity = Severity::Warning,
             .on_by_default = false,
             .performance = true},
    .find = find};

}  // namespace cudep::rules
