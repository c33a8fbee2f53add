// The trace file: its bytes, as a program writes them while it runs. This header is the specification of the format.
//
//   FileHeader | unit 0 | unit 1 | …      a unit is `unit_bytes` long
//
// A *chunk* is one or more whole units that a single thread writes. Threads take units from the counter
// `FileHeader::units` and nothing else of the file is shared, so that writing needs no lock and no system call. A chunk
// begins with a ChunkHeader; entries follow, one after the other, each a multiple of 8 bytes long. `committed` is
// stored (release) after an entry is complete: bytes beyond it mean nothing. Nothing is flushed: the kernel keeps the
// pages of a shared mapping when the process dies, so that a trace survives any end of the program, except that of the
// machine.
//
// A unit that was taken but never got its header (the thread died in between) holds zeros; a reader goes on at the next
// unit. `kCleanEnd` in `flags` says that the program ended in the normal way; without it, calls that were under way are
// missing. Numbers are little-endian; a pointer or handle is the number it had in the program.
//
// *Call entries* say what a thread called, after the call returned. `sequence` orders them over all threads: it is
// taken before the call for what submits, frees or destroys, and after it for what waits, queries, allocates or
// creates, so that the order of two calls that depend on each other is the order of their numbers. Entries of one
// thread are therefore not always in ascending order. Several entries with one number belong to one call: the members
// of a batch, a node's place in its graph, further facts on a launch.
//
// *Definitions* name what call entries refer to by number. One may come later in the file than its first use, and
// twice.
#pragma once
#include <cstddef>
#include <cstdint>

#include "tracer/format/call_id.h"

namespace cudep::format {

inline constexpr char kMagic[8] = {'c', 'u', 'd', 'e', 'p', '\r', '\n', '\x1a'};
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kHeaderBytes = 4096;
inline constexpr std::uint32_t kUnitBytes = 16 * 1024;
inline constexpr std::uint32_t kLargestChunkUnits = 64;   // 1 MiB
inline constexpr std::uint32_t kChunkMagic = 0x6b6e6863;  // "chnk"
inline constexpr std::size_t kMostFrames = 64;
inline constexpr std::size_t kMostParameters = 1024;

inline constexpr std::uint32_t kCleanEnd = 1;      // FileHeader::flags
inline constexpr std::uint32_t kTimeline = 2;      // begin and end times of GPU work were asked for
inline constexpr std::uint32_t kStackless = 4;     // call stacks were not asked for
inline constexpr std::uint32_t kForkedChild = 8;   // the program forked; the child is not recorded
inline constexpr std::uint32_t kWatchedHost = 16;  // accesses of host code to host memory in use were watched
inline constexpr std::uint32_t kSimulated = 32;    // without a GPU, by the stand-in for the runtime: no kernel ran

/// `units`, `flags` and the counters are written atomically while the program runs.
struct FileHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t header_bytes;  // where unit 0 begins
  std::uint32_t unit_bytes;
  std::uint32_t flags;
  std::uint32_t units;  // taken so far
  std::uint32_t process;
  std::uint64_t dropped_entries;  // entries for which there was no room
  std::uint64_t dropped_stacks;
  std::uint64_t start_monotonic;  // CLOCK_MONOTONIC, ns: the clock of CallEntry::time
  std::uint64_t start_realtime;   // CLOCK_REALTIME of the same moment, ns
  std::uint64_t start_timeline;   // the clock of ActivityEntry at the same moment, ns
  std::uint32_t driver_version;   // as cuDriverGetVersion has it: 13000 is CUDA 13.0
  std::uint32_t cupti_version;    // as cuptiGetVersion has it
  std::uint32_t command_line_bytes;
  std::uint32_t delays;     // put before submissions to provoke a race
  char executable[1000];    // path, with a 0 at its end
  char command_line[2944];  // arguments, each with a 0 at its end; cut off where it is too long
};
static_assert(sizeof(FileHeader) <= kHeaderBytes);

struct ChunkHeader {
  std::uint32_t magic;
  std::uint32_t units;          // the length of this chunk
  std::uint32_t thread;         // 0, 1, … in order of first use
  std::uint32_t system_thread;  // gettid()
  std::uint32_t committed;      // bytes of complete entries, from the end of this header
  std::uint32_t reserved;
};
static_assert(sizeof(ChunkHeader) == 24);

enum class EntryKind : std::uint8_t {
  // calls
  Call = 1,      // CallEntry: everything is said by the call, its stream and its result
  Launch,        // LaunchEntry
  Copy,          // CopyEntry
  Memset,        // MemsetEntry
  Memory,        // MemoryEntry
  Alias,         // AliasEntry
  Event,         // EventEntry
  HostFunction,  // HostFunctionEntry
  Graph,         // GraphEntry
  Stream,        // StreamEntry
  HostAccess,    // HostAccessEntry: no call, but what the program did itself
  // further facts on the call of the same sequence number
  Node = 32,     // NodeEntry
  Dependencies,  // DependenciesEntry
  LaunchEvent,   // LaunchEventEntry
  Correlation,   // CorrelationEntry
  // definitions
  Kernel = 64,  // KernelEntry
  Stack,        // StackEntry
  Module,       // ModuleEntry
  Context,      // ContextEntry
  Variable,     // VariableEntry
  Place,        // PlaceEntry
  Activity,     // ActivityEntry
};

/// First in every entry.
struct EntryHeader {
  std::uint16_t bytes;  // of the whole entry, with what trails it; a multiple of 8
  EntryKind kind;
  std::uint8_t flags;
  CallId call;           // of call entries
  std::uint16_t result;  // CUresult of the call
};
static_assert(sizeof(EntryHeader) == 8);

// EntryHeader::flags of call entries.
inline constexpr std::uint8_t kPerThreadDefault = 1;  // a `_ptsz` or `_ptds` call: stream 0 is the thread's own
inline constexpr std::uint8_t kHasStream = 2;         // `stream` means something
inline constexpr std::uint8_t kSourceArray = 4;       // of a copy: `source` is a CUarray
inline constexpr std::uint8_t kDestinationArray = 8;
inline constexpr std::uint8_t kBatch = 16;             // one of the copies of a batch
inline constexpr std::uint8_t kSourceDuringCall = 32;  // CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL
inline constexpr std::uint8_t kSourceAnyTime = 64;     // CU_MEMCPY_SRC_ACCESS_ORDER_ANY

struct CallEntry {
  EntryHeader header;
  std::uint64_t sequence;
  std::uint64_t time;     // of the call's begin, ns, CLOCK_MONOTONIC
  std::uint32_t stack;    // 0: none
  std::uint32_t context;  // current for the thread; CUPTI's unique id, 0: none
  std::uint64_t stream;   // CUstream; for a node, its CUgraph
};
static_assert(sizeof(CallEntry) == 40);

inline constexpr std::uint16_t kCooperative = 1;   // LaunchEntry::flags
inline constexpr std::uint16_t kProgrammatic = 2;  // may start before its predecessor in the stream is done

/// The kernel's arguments trail: their bytes at the offsets that the KernelEntry says, padded to a multiple of 8.
struct LaunchEntry {
  CallEntry common;
  std::uint32_t kernel;  // KernelEntry::kernel; 0: unknown
  std::uint32_t grid_x;
  std::uint16_t grid_y, grid_z;
  std::uint16_t block_x, block_y, block_z;
  std::uint16_t flags;
  std::uint32_t shared_bytes;  // dynamic shared memory
};
static_assert(sizeof(LaunchEntry) == 64);

/// A CopyShape trails when the copy has several rows. `destination` and `source` are where the first byte goes to and
/// comes from, offsets included.
struct CopyEntry {
  CallEntry common;
  std::uint64_t destination;
  std::uint64_t source;
  std::uint64_t bytes;  // in all; of arrays, where known
};
static_assert(sizeof(CopyEntry) == 64);

struct CopyShape {
  std::uint64_t width;  // bytes
  std::uint64_t height;
  std::uint64_t depth;
  std::uint64_t destination_pitch;  // bytes from row to row
  std::uint64_t destination_rows;   // rows from slice to slice
  std::uint64_t source_pitch;
  std::uint64_t source_rows;
};

/// One row, or `height` rows of `width` bytes when a MemsetShape trails.
struct MemsetEntry {
  CallEntry common;
  std::uint64_t destination;
  std::uint64_t width;  // bytes
};
static_assert(sizeof(MemsetEntry) == 56);

struct MemsetShape {
  std::uint64_t height;
  std::uint64_t pitch;
};

/// Allocates, registers, maps, frees, prefetches or attaches [address, address + bytes). `bytes` is 0 where the call
/// has no size. An array counts as memory at its handle.
struct MemoryEntry {
  CallEntry common;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint32_t flags;   // of the call
  std::uint32_t device;  // destination of a prefetch
};
static_assert(sizeof(MemoryEntry) == 64);

/// The device's address of host memory.
struct AliasEntry {
  CallEntry common;
  std::uint64_t host_address;
  std::uint64_t device_address;
};

struct EventEntry {
  CallEntry common;
  std::uint64_t event;         // CUevent
  std::uint64_t second_event;  // of cuEventElapsedTime: `event` is the start, this the end
  std::uint32_t flags;         // of the call; of a node that cuGraphAddNode made: 1 for a record, 0 for a wait
  std::uint32_t reserved;
};
static_assert(sizeof(EventEntry) == 64);

struct HostFunctionEntry {
  CallEntry common;
  std::uint64_t function;
  std::uint64_t user_data;
};

/// Makes `common.stream`.
struct StreamEntry {
  CallEntry common;
  std::uint32_t flags;  // CUstream_flags
  std::int32_t priority;
};

/// Host code accessed memory that work in flight uses, seen by the protection of its page: of several accesses the
/// first. `common` has no call, stream or context; its stack begins with
/// `program_counter` + 1, as if that were a return address.
struct HostAccessEntry {
  CallEntry common;
  std::uint64_t address;  // of the first byte
  std::uint64_t program_counter;
  std::uint32_t is_write;
  std::uint32_t reserved;
};
static_assert(sizeof(HostAccessEntry) == 64);

struct GraphEntry {
  CallEntry common;
  std::uint64_t graph;       // CUgraph that is made, captured into, instantiated or destroyed
  std::uint64_t executable;  // CUgraphExec; for a clone and a child graph node, the other CUgraph
  std::uint32_t flags;       // of the call; of cuStreamBeginCapture, the mode
  std::uint32_t reserved;
};
static_assert(sizeof(GraphEntry) == 64);

/// The call made (or changed) this node of `graph`; the nodes it depends on trail, as 64-bit handles.
struct NodeEntry {
  EntryHeader header;
  std::uint64_t sequence;
  std::uint64_t graph;  // CUgraph, or CUgraphExec when the node of an executable was changed
  std::uint64_t node;   // CUgraphNode
};

/// Pairs of 64-bit node handles trail: from, to.
struct DependenciesEntry {
  EntryHeader header;
  std::uint64_t sequence;
  std::uint64_t graph;
};

enum class LaunchEventKind : std::uint32_t { Programmatic = 1, LaunchCompletion = 2 };

/// The launch records `event`, but neither kind covers what the kernel writes.
struct LaunchEventEntry {
  EntryHeader header;
  std::uint64_t sequence;
  std::uint64_t event;
  LaunchEventKind kind;
  std::uint32_t reserved;
};

/// Ties a call to ActivityEntry::correlation.
struct CorrelationEntry {
  EntryHeader header;
  std::uint64_t sequence;
  std::uint64_t correlation;
};

struct ParameterLayout {
  std::uint32_t offset;
  std::uint32_t bytes;
};

/// `parameters` layouts trail, then the mangled name (`name_bytes` bytes).
struct KernelEntry {
  EntryHeader header;
  std::uint64_t function;  // CUfunction or CUkernel
  std::uint32_t kernel;
  std::uint16_t parameters;
  std::uint16_t name_bytes;
};

/// Return addresses trail, the innermost first; frames of the driver and of the recorder are left out.
struct StackEntry {
  EntryHeader header;
  std::uint32_t stack;
  std::uint32_t frames;
};

/// An executable or library in memory; its path trails. `address - bias` is the address in the ELF file.
struct ModuleEntry {
  EntryHeader header;
  std::uint64_t sequence;  // calls from here on may see it
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t bias;
  std::uint16_t path_bytes;
  std::uint16_t build_id_bytes;  // at most 20
  unsigned char build_id[20];
};
static_assert(sizeof(ModuleEntry) == 64);

struct ContextEntry {
  EntryHeader header;
  std::uint32_t context;
  std::uint32_t device;  // ordinal
};

/// A `__device__`, `__constant__` or `__managed__` variable; its name trails.
struct VariableEntry {
  EntryHeader header;
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint32_t name_bytes;
  std::uint32_t context;
};

/// What the program counter `address - 1` is in the source; function and file trail. Written after the run, so that a
/// trace can be read where the program is not.
struct PlaceEntry {
  EntryHeader header;
  std::uint64_t address;  // a return address of a stack
  std::uint32_t line;
  std::uint32_t column;
  std::uint16_t function_bytes;
  std::uint16_t file_bytes;
  std::uint32_t depth;  // 0: the frame itself; 1, 2, …: the functions it is inlined into
};

enum class ActivityKind : std::uint32_t { Kernel = 1, Copy = 2, Memset = 3 };

/// When the GPU did something, by its own clock.
struct ActivityEntry {
  EntryHeader header;
  std::uint64_t correlation;
  std::uint64_t begin;  // ns
  std::uint64_t end;
  std::uint32_t device;
  std::uint32_t context;
  std::uint32_t stream;  // CUPTI's id of it
  ActivityKind kind;
};

}  // namespace cudep::format
