// Operations: what host threads do and what they submit to streams. Both halves of cudep produce them (the analyzer by
// executing source, the replay by reading a trace), and the engine judges them. Plain values; the tables that the ids
// point into are in `Entities`.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/model/byte_range.h"
#include "rules/model/ids.h"

namespace cudep::model {

enum class StreamKind : std::uint8_t { Legacy, PerThread, Blocking, NonBlocking, Unknown };

struct Stream {
  std::string name;  // as in the source: `s`, `streams[1]`, `this->copy_`
  StreamKind kind = StreamKind::Unknown;
  DeviceId device{};
  bool is_element = false;  // an element at an unknown index: any other may be the same stream, so its order is open
  bool operator==(const Stream&) const = default;
};

struct Event {
  std::string name;
  bool from_outside =
      false;  // a parameter or member whose earlier records are not seen: waiting for it may order anything
  bool timing = false;
  bool is_element = false;
  bool operator==(const Event&) const = default;
};

enum class MemoryKind : std::uint8_t {
  Device,    // cudaMalloc, __device__ and __constant__ variables
  Pool,      // cudaMallocAsync
  Pinned,    // cudaMallocHost, cudaHostAlloc, cudaHostRegister
  Managed,   // cudaMallocManaged, __managed__
  Pageable,  // malloc, new, stack, std::vector
  Unknown,   // a pointer from outside: device or host cannot be told
};

struct Buffer {
  std::string name;
  MemoryKind kind = MemoryKind::Unknown;
  std::optional<SiteId> allocated;  // where, if seen
  std::optional<Form> bytes;
  bool operator==(const Buffer&) const = default;
};

/// A place in the source. Columns and lines count from 1; 0 is unknown.
struct Site {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Site&) const = default;
};

/// One level of the call stack that led to an operation.
struct Frame {
  SiteId site;
  FunctionNameId function;  // the function that `site` lies in
  bool operator==(const Frame&) const = default;
};

/// What had to be taken for granted to reach an operation; shown with the finding.
struct Assumption {
  enum class Kind : std::uint8_t {
    DistinctParameters,  // `first` and `second` are different objects
    CountChosen,         // the unknown count `first` was taken to be `second`
    BranchTaken,         // the condition `first` was taken to be `second` (true or false)
    RepeatedCall,        // the public method `first` is called twice
  };
  Kind kind;
  std::string first;
  std::string second;
  auto operator<=>(const Assumption&) const = default;
};

enum class AccessKind : std::uint8_t {
  Read,
  Write,
  MayWrite,  // no body seen: reads, and perhaps writes
  Atomic,    // a read and write that does not conflict with other atomic ones
};

struct Access {
  BufferId buffer;
  AccessKind kind = AccessKind::Read;
  ByteRange range;
  bool indirect = false;  // through a pointer inside a by-value struct, or by an unknown function: `possible` at most
  std::optional<SiteId> place;  // where exactly, when that is not the operation's site (a captured node's call)
  bool operator==(const Access&) const = default;
};

/// When a copy may read its source: cudaMemcpySrcAccessOrder, which batches of copies say.
enum class SourceOrder : std::uint8_t {
  Stream,      // in the order of its stream, as copies that are no batch do
  DuringCall,  // before the call returns
  AnyTime,     // also after the call has returned
};

enum class Verb : std::uint8_t {
  // Submitted to a stream.
  Launch,         // a kernel
  Copy,           // `synchronous` and the kinds of both buffers decide what the host waits for
  Memset,         // likewise
  HostFunction,   // cudaLaunchHostFunc; accesses are those of its body
  Prefetch,       // an operation without an access
  UnorderedWork,  // cuStreamWaitValue and its like: an order that CUDA does not see
  AllocateAsync,  // a write of `buffer`
  FreeAsync,      // ends `buffer` in stream order
  Record,         // of `event`
  StreamWait,     // `stream` waits for `event`
  GraphLaunch,    // of executable `graph`
  // Done by the host thread.
  HostAccess,  // reads and writes by host code
  StreamSynchronize,
  EventSynchronize,
  DeviceSynchronize,
  StreamQuery,  // that answered cudaSuccess; one that did not is no operation
  EventQuery,   // likewise
  ElapsedTime,  // cudaEventElapsedTime, from the first to the second of `events`
  CheckError,   // cudaGetLastError, cudaPeekAtLastError
  Allocate,     // `buffer` begins
  FreeDevice,   // cudaFree
  FreePinned,   // cudaFreeHost
  Unregister,   // cudaHostUnregister
  UnloadModule,
  EndHostLife,  // delete, free, end of scope, growth of a container: `buffer` (or the accessed range of it) ends
  CreateStream,
  DestroyStream,
  CreateEvent,
  DestroyEvent,
  BeginCapture,  // of `stream` into `graph`
  EndCapture,
  Instantiate,  // `graph` is captured, `executable` is made
  DestroyGraph,
  SelectDevice,  // cudaSetDevice: `device`
  ResetDevice,
  StartThread,  // `thread` begins, knowing what this host thread knows
  JoinThread,   // `thread` has ended
  UnknownCall,  // a function without a body got `streams`, `events`, and accesses: it may synchronize, record or wait
};

struct Operation {
  Verb verb = Verb::HostAccess;
  HostId host{};
  std::optional<StreamId> stream;
  std::optional<EventId> event;
  std::optional<BufferId> buffer;
  std::optional<GraphId> graph;
  std::optional<GraphId> executable;
  std::optional<DeviceId> device;
  std::optional<HostId> thread;
  bool synchronous = false;       // the unsuffixed form of a copy or memset
  bool external = false;          // cudaEventRecordExternal, cudaEventWaitExternal
  bool programmatic = false;      // Record: cudaLaunchAttributeProgrammaticEvent, which promises no completion
  bool synchronizes_all = false;  // UnknownCall: its name has a word like sync, wait, barrier
  bool result_dropped = false;    // nobody looks at what the call returned; a run does not show it
  SourceOrder source_order = SourceOrder::Stream;  // Copy
  std::vector<Access> accesses;
  std::vector<StreamId> streams;  // UnknownCall: the handles it may use
  std::vector<EventId> events;    // likewise; ElapsedTime
  std::string label;              // how a message names it: "kernel `scale`", "cudaMemcpyAsync", "read of `out`"
  std::vector<Frame> frames;      // the primary site first, then the calls that led there
  std::vector<AssumptionId> assumptions;
  bool operator==(const Operation&) const = default;
};

/// The descriptions that ids point to. Grows with a run; ids stay valid.
struct Entities {
  std::vector<Stream> streams;
  std::vector<std::string> hosts;  // "main thread", "thread at file:line"
  std::vector<Event> events;
  std::vector<Buffer> buffers;
  std::vector<std::string> graphs;
  std::vector<Site> sites;
  std::vector<std::string> functions;
  std::vector<Assumption> assumptions;
  SymbolTable symbols;
  bool operator==(const Entities&) const = default;
};

/// One path of a program, or one recorded run: entities and the operations in the order of submission.
struct OperationList {
  Entities entities;
  std::vector<Operation> operations;
  bool operator==(const OperationList&) const = default;
};

}  // namespace cudep::model
