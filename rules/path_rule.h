// Rules that look at a whole path: what they report is a use of the API, order that is needless or order that is not
// promised. Each is one file.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/check.h"

namespace cudep::rules {

struct PathRule {
  Rule rule;
  /// Appends what the path shows, at each operation as often as it shows it.
  void (*find)(const model::OperationList& path, const CheckOptions& options, std::vector<Finding>& findings);
};

extern const PathRule kDefaultStreamInPipeline;
extern const PathRule kElapsedTimeMisuse;
extern const PathRule kFragileOrder;
extern const PathRule kPageableAsyncCopy;
extern const PathRule kRedundantWait;
extern const PathRule kSyncInPipeline;
extern const PathRule kTooManyStreams;
extern const PathRule kUncheckedLaunch;

/// The operations that a finding speaks of, by position in the path.
struct Mentioned {
  std::uint32_t at;  // where it is reported
  std::optional<std::uint32_t> evidence = std::nullopt;
  std::optional<std::uint32_t> counterpart = std::nullopt;
};

/// A finding that is no race.
Finding remark(const model::OperationList& path, const Rule& rule, Reason reason, const Mentioned& mentioned);
/// Takes such findings of other paths back.
Finding refutation(const model::OperationList& path, const Rule& rule, std::uint32_t at);

/// Work that a stream does: launches, copies, memsets, host functions and graphs.
bool is_work(const model::Operation& op);
/// A synchronize of a stream, an event or the device.
bool is_synchronize(const model::Operation& op);
/// A wait or a synchronize that the program asks CUDA for, not one that a library's function makes on its own account.
bool is_asked_for(const model::Operation& op);
/// The path that leads to the operation begins at `main`, so that nothing happened before and nothing happens behind.
bool is_whole_program(const model::OperationList& path, const model::Operation& op);

}  // namespace cudep::rules
