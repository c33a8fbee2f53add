// Every ordering fact of CUDA that cudep knows, one row each: what it promises, how strong the promise is and who says
// so. The engine draws no edge that does not go through a row; the docs list the table.
#pragma once
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cudep::engine {

/// How far an edge may be relied on. What is known in one strength is known in every later one.
enum class Strength : std::uint8_t {
  Doc,   // promised by the documentation
  Seen,  // measured on one device and driver, not promised
  Open,  // neither: it may order, so nothing certain is said
};
inline constexpr std::size_t kStrengths = 3;

/// The facts that the engine draws edges by.
enum class Fact : std::uint8_t {
  StreamOrder,
  SubmissionFollowsHost,
  StreamWaitFollowsRecord,
  ProgrammaticEventWaitsForKernel,
  EventSynchronizeCoversRecord,
  EventQueryEqualsSynchronize,
  StreamSynchronizeCoversStream,
  StreamQueryEqualsSynchronize,
  DeviceSynchronizeCoversDevice,
  LegacyWaitsForBlocking,
  BlockingWaitsForLegacy,
  UnknownKindMayBeBlocking,
  LegacyWaitMayBeBarrier,
  LegacySynchronizeCoversBlocking,
  LegacyQueryCoversBlocking,
  PageableUploadWaitsForLegacy,
  PageableUploadStagesSource,
  PinnedUploadCompletes,
  DownloadCompletes,
  HostCopyCompletes,
  ManagedCopyCompletes,
  UnknownCopyMayComplete,
  AsyncDownloadWaits,
  AsyncUploadStagesSource,
  BatchReadsDuringCall,
  PinnedMemsetCompletes,
  ManagedMemsetCompletes,
  UnknownMemsetMayComplete,
  DeviceFreeWaits,
  UnknownFreeMayWait,
  PinnedFreeWaits,
  UnregisterWaits,
  ModuleUnloadWaits,
  GraphFollowsEarlierLaunch,
  ExternalRecordAtLaunch,
  ExternalRecordMayCoverLaunch,
  ExternalWaitAtLaunch,
  ThreadStart,
  ThreadJoin,
  UnknownCallMayOrder,
  UnknownCallMaySynchronizeAll,
  OutsideEventMayOrder,
  ElementEventMayBeAny,
  ElementStreamMayBeAny,
  ValueWaitMayOrder,
};
inline constexpr std::size_t kEncodedFacts = static_cast<std::size_t>(Fact::ValueWaitMayOrder) + 1;

/// When a host call waits, seen from its own access: what ends memory may wait before or only after it has ended.
enum class HostWait : std::uint8_t { None, BeforeAccess, AfterAccess };

struct FactRow {
  std::string_view id;
  std::string_view statement;
  Strength strength;
  std::string_view source;  // the guide section or the reference page, by name; "ordering probe": measured
  std::optional<Fact> fact = std::nullopt;
  HostWait waits = HostWait::None;
};

/// The rows that edges are drawn by, in the order of `Fact`.
std::span<const FactRow> ordering_facts();
/// What is known, and is not encoded yet.
std::span<const FactRow> facts_not_encoded();
/// What orders nothing, or nothing to rely on, although it may look like order.
std::span<const FactRow> facts_without_edge();
const FactRow& row(Fact fact);

/// Which encoded facts are in force. Tests take one away to show that something depends on it.
class FactSet {
 public:
  FactSet() { facts_.set(); }
  [[nodiscard]] FactSet without(Fact fact) const {
    FactSet rest = *this;
    rest.facts_.reset(static_cast<std::size_t>(fact));
    return rest;
  }
  [[nodiscard]] bool has(Fact fact) const { return facts_.test(static_cast<std::size_t>(fact)); }
  bool operator==(const FactSet&) const = default;

 private:
  std::bitset<kEncodedFacts> facts_;
};

}  // namespace cudep::engine
