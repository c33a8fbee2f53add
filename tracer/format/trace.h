// A trace as values: what a reader of recorded runs works with. Handles are resolved: a stream, event or graph that was
// destroyed and whose handle came back is another one here.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tracer/format/entries.h"

namespace cudep::format {

// Positions in the vectors of `Trace`.
enum class StreamId : std::uint32_t {};
enum class EventId : std::uint32_t {};
enum class GraphId : std::uint32_t {};       // captured or built
enum class ExecutableId : std::uint32_t {};  // instantiated
enum class KernelId : std::uint32_t {};
enum class StackId : std::uint32_t {};

struct Stream {
  enum class Kind : std::uint8_t { Legacy, PerThread, Created, Unknown };  // Unknown: its creation was not recorded
  Kind kind = Kind::Unknown;
  std::uint64_t handle = 0;
  std::uint32_t context = 0;
  std::uint32_t thread = 0;  // of a per-thread default stream
  std::uint32_t flags = 0;   // CUstream_flags: 1 is non-blocking
  std::int32_t priority = 0;
  bool green = false;  // of a green context
  bool operator==(const Stream&) const = default;
};

struct Event {
  std::uint64_t handle = 0;
  std::uint32_t flags = 0;  // CUevent_flags: 2 is without timing
  bool created = false;     // its creation was recorded
  bool operator==(const Event&) const = default;
};

struct Graph {
  std::uint64_t handle = 0;
  bool operator==(const Graph&) const = default;
};

struct Kernel {
  std::string name;  // mangled
  std::uint64_t function = 0;
  std::vector<ParameterLayout> parameters;
};

/// Innermost frame first.
struct Stack {
  std::vector<std::uint64_t> addresses;  // return addresses
};

struct Module {
  std::string path;
  std::uint64_t sequence = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t bias = 0;  // `address - bias` is the address in the ELF file
  std::vector<unsigned char> build_id;
};

struct Place {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t depth = 0;
};

struct Variable {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

struct Activity {
  std::uint64_t correlation = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint32_t device = 0;
  std::uint32_t context = 0;
  std::uint32_t stream = 0;
  ActivityKind kind = ActivityKind::Kernel;
};

struct LaunchEvent {
  EventId event;
  LaunchEventKind kind;
};

struct Launch {
  std::optional<KernelId> kernel;
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::uint32_t shared_bytes = 0;
  bool cooperative = false;
  bool programmatic = false;
  std::vector<std::byte> arguments;  // raw, at the offsets of Kernel::parameters; padded
  std::vector<LaunchEvent> events;
};

enum class SourceOrder : std::uint8_t { Stream, DuringCall, AnyTime };

struct Copy {
  std::uint64_t destination = 0;
  std::uint64_t source = 0;
  std::uint64_t bytes = 0;
  std::optional<CopyShape> shape;  // several rows
  bool destination_is_array = false;
  bool source_is_array = false;
  SourceOrder source_order = SourceOrder::Stream;
  bool batch = false;  // calls with one sequence number are the members of one batch
};

struct Memset {
  std::uint64_t destination = 0;
  std::uint64_t width = 0;  // bytes
  std::uint64_t height = 1;
  std::uint64_t pitch = 0;  // of several rows
};

struct Memory {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint32_t flags = 0;
  std::uint32_t device = 0;
};

struct Alias {
  std::uint64_t host_address = 0;
  std::uint64_t device_address = 0;
};

struct EventUse {
  EventId event;
  std::optional<EventId> second;
  std::uint32_t flags = 0;
};

struct HostFunction {
  std::uint64_t function = 0;
  std::uint64_t user_data = 0;
};

/// No call of CUDA, but what host code did to memory that work in flight uses.
struct HostAccess {
  std::uint64_t address = 0;
  std::uint64_t program_counter = 0;
  bool is_write = false;
};

struct GraphUse {
  std::optional<GraphId> graph;
  std::optional<ExecutableId> executable;
  std::optional<GraphId> other;  // what a clone is of; the graph of a child graph node
  std::uint32_t flags = 0;
};

/// Where in a graph the operation of a call is.
struct NodeUse {
  std::optional<GraphId> graph;
  std::optional<ExecutableId> executable;  // a node of this one was changed
  std::uint64_t node = 0;
  std::vector<std::uint64_t> dependencies;
};

struct Dependency {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

using Detail =
    std::variant<std::monostate, Launch, Copy, Memset, Memory, Alias, EventUse, HostFunction, GraphUse, HostAccess>;

/// One driver call, after it returned, or an access of host code (no `id`).
struct Call {
  std::uint64_t sequence = 0;
  std::uint64_t time = 0;  // ns, CLOCK_MONOTONIC
  std::uint32_t thread = 0;
  std::uint32_t context = 0;  // key of Trace::contexts; 0: none
  CallId id{};
  std::uint16_t result = 0;  // CUresult; 0 is success, 600 not ready
  bool per_thread_default = false;
  std::optional<StackId> stack;
  std::optional<StreamId> stream;
  Detail detail;
  std::optional<NodeUse> node;  // the call made or changed a node: nothing was submitted
  std::vector<Dependency> dependencies;
  std::optional<std::uint64_t> correlation;

  [[nodiscard]] std::string_view name() const { return call_name(id); }
  [[nodiscard]] bool succeeded() const { return result == 0; }
};

struct Thread {
  std::uint32_t system_thread = 0;
};

struct Trace {
  std::string executable;
  std::vector<std::string> command_line;
  std::uint32_t process = 0;
  std::uint32_t driver_version = 0;
  std::uint32_t cupti_version = 0;
  bool clean_end = false;
  bool has_timeline = false;
  bool has_stacks = true;
  bool forked = false;
  bool watched_host = false;  // accesses of host code were watched
  bool simulated = false;     // without a GPU: no kernel ran
  std::uint32_t delays = 0;   // put before submissions to provoke a race
  std::uint64_t start_monotonic = 0;
  std::uint64_t start_realtime = 0;
  std::uint64_t start_timeline = 0;
  std::uint64_t dropped_entries = 0;  // not zero: what is missing may have ordered anything
  std::uint64_t dropped_stacks = 0;

  std::vector<Call> calls;  // by sequence
  std::vector<Thread> threads;
  std::vector<Stream> streams;
  std::vector<Event> events;
  std::vector<Graph> graphs;
  std::vector<Graph> executables;
  std::vector<Kernel> kernels;
  std::vector<Stack> stacks;
  std::vector<Module> modules;
  std::vector<Variable> variables;
  std::vector<Activity> activities;
  std::map<std::uint32_t, std::uint32_t> contexts;     // to the device's ordinal
  std::map<std::uint64_t, std::vector<Place>> places;  // of a return address, by depth

  /// What a user should know of this trace: how it ended, what was not recorded. Empty for a complete one.
  std::vector<std::string> notices;
  /// What was recorded, but cannot be read: the file was cut off or damaged. A program that was killed loses nothing.
  std::vector<std::string> losses;
};

}  // namespace cudep::format
