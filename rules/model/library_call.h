// What functions of libraries do, as data: cuBLAS and its like, and the user's own wrappers. A row names functions and
// says what their arguments and results mean; the tables are in libraries/, the user's rows in `.cudep.yaml`, both in
// the same words.
//
//   {"cublasSetStream", {{Effect::Bind, {0, 1}}}}
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudep::model {

/// What something that a function gets or returns means.
enum class Effect : std::uint8_t {
  Stream,             // the work is submitted to this stream
  Handle,             // to the stream that is bound to this handle; to the default stream when none was bound
  Bind,               // handle, stream: later work of the handle goes to the stream
  PointerMode,        // handle, mode: 0 when scalars lie on the host, which is the default, 1 on the device
  CreateStream,       // *argument, or the result, becomes a new stream
  CreateNonBlocking,  // likewise, one that does not wait for the legacy default stream
  CreateEvent,        // likewise
  CreateHandle,       // likewise; nothing is bound to it yet
  StreamOf,           // handle: its stream is the result; handle, out: *out
  DefaultStream,      // *argument, or the result, becomes the default stream
  Hold,               // descriptor, pointers: who uses the descriptor uses the memory
  Read,               // the work reads the memory
  Write,              // the work writes it
  Use,                // a pointer to const is read, any other written
  HostRead,           // a number that the call reads: on the host, or on the device by the pointer mode
  HostWrite,          // a number that is the result: on the host the call waits for it
  Synchronize,        // the host waits for the stream of the work, or for this stream, handle or event
  SynchronizeDevice,  // the host waits for the whole device
  Record,             // event: recorded after the work
  Wait,               // event: the work waits for it
  Allocate,           // *argument, or the result, becomes device memory; in the order of the stream, if there is one
  Free,               // the memory ends, likewise
  Destroy,            // the stream, event or handle ends; what was submitted goes on
  QueryWhenNull,      // a call with null here only computes a size
  Return,             // the result is this argument
  Nothing,            // orders and uses nothing
};

/// An argument, counted from 0 as they are written (the receiver of a method does not count), or by the name of the
/// parameter, where `*` stands for any letters; the receiver; the result; what the library keeps for the host thread, a
/// handle whose stream is the current one.
struct ArgumentPlace {
  enum class Kind : std::uint8_t { Position, Parameter, Receiver, Result, Current };
  Kind kind = Kind::Position;
  std::size_t position = 0;
  std::string parameter;

  ArgumentPlace(int at) : position(static_cast<std::size_t>(at)) {}
  ArgumentPlace(const char* name) : kind(Kind::Parameter), parameter(name) {}
  explicit ArgumentPlace(Kind special) : kind(special) {}
  bool operator==(const ArgumentPlace&) const = default;
};
inline const ArgumentPlace kReceiver{ArgumentPlace::Kind::Receiver};
inline const ArgumentPlace kResult{ArgumentPlace::Kind::Result};
inline const ArgumentPlace kCurrent{ArgumentPlace::Kind::Current};

struct LibraryEffect {
  Effect effect;
  std::vector<ArgumentPlace> places;
  bool operator==(const LibraryEffect&) const = default;
};

struct LibraryCall {
  std::string name;                    // qualified, without template arguments; `*` stands for any letters
  std::vector<LibraryEffect> effects;  // empty in a table: not known, though the pattern of a later row would fit
  /// Compiled apart from the program: stream 0 is the legacy one in per-thread units, too.
  bool compiled = false;
  bool returns_status = false;  // 0 is success
  bool operator==(const LibraryCall&) const = default;
};

struct Library {
  std::string name;                   // as people say it
  std::vector<std::string> prefixes;  // that the names of all its functions begin with
  std::string source;                 // where its documentation says so
  std::vector<LibraryCall> calls;     // the first that fits counts
};

/// Every library, in the order of the docs.
std::span<const Library> libraries();
/// Whether a row can be meant: overloads of one name have rows of their own.
using Accepts = std::function<bool(const LibraryCall&)>;

/// The row of a qualified function name, with or without a version suffix (`cublasSetStream_v2`): the first that fits
/// and is accepted; null when there is none.
const LibraryCall* find_library_call(std::string_view qualified, const Accepts& accepts);
const LibraryCall* find_library_call(std::span<const LibraryCall> calls, std::string_view qualified,
                                     const Accepts& accepts);

/// The name without `_v2`, `_64` and the like: other forms of the same function.
std::string_view without_version(std::string_view name);

/// Whether `text` is `pattern`, in which `*` stands for any letters, also none.
bool fits(std::string_view pattern, std::string_view text);

/// How the configuration and the docs call a place, and an effect.
std::string word_of(const ArgumentPlace& place);
struct EffectWords {
  Effect effect;
  std::string_view word;
  std::size_t least;  // places
  std::size_t most;
  std::string_view meaning;
};
std::span<const EffectWords> effect_words();
const EffectWords& words_of(Effect effect);

}  // namespace cudep::model
