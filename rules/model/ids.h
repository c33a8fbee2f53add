// Identities of everything an operation can name. Each is its own type, so that a stream is never passed for an event;
// the number is the index of its description in `Entities`. Absence is `std::optional`, never a special number.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cudep::model {

enum class StreamId : std::uint32_t {};
enum class HostId : std::uint32_t {};  // a host thread
enum class EventId : std::uint32_t {};
enum class BufferId : std::uint32_t {};
enum class GraphId : std::uint32_t {};  // a captured graph, or an executable made from one
enum class DeviceId : std::uint32_t {};
enum class SiteId : std::uint32_t {};
enum class FunctionNameId : std::uint32_t {};
enum class SymbolId : std::uint32_t {};
enum class AssumptionId : std::uint32_t {};

/// Position of the entity in its table.
template <class Id>
constexpr std::size_t index(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace cudep::model
