// Catches what a program does to host memory while the GPU uses it: the pages of a use are closed when it is submitted
// and opened at the first access, which is told, or when the program has synchronized with it.
//
//   watch.add(buffer, bytes, Edges::WholePages);
//   watch.close({.address = buffer, .bytes = 4096, .closed = Closed::Whole, .group = stream, .number = 7});
//   …                                              // an access to the buffer is told, and goes on
//   watch.open(stream, 7);                         // the program waited for all up to number 7 of that stream
//
// Works in someone else's process: no allocation, no exception, and nothing is lost when a table is full but accesses
// that are not seen. Memory stays closed too long rather than not long enough: who hears of an access decides whether
// something ordered it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "tracer/watch/lock.h"

namespace cudep::watch {

/// What a use keeps the program from: a use that reads keeps it from writing.
enum class Closed : std::uint8_t { ForWriting, Whole };

/// Which pages of a block of memory belong to it.
enum class Edges : std::uint8_t {
  Rounded,     // all that it touches: what else lies there is of the same kind
  WholePages,  // only those that it fills: others hold memory of the program
};

/// What the GPU does to [address, address + bytes).
struct Use {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  Closed closed = Closed::Whole;
  std::uint64_t group = 0;   // the stream
  std::uint64_t number = 0;  // later uses have larger ones
  std::uint32_t context = 0;
};

/// Tries whether the system lets the pages of memory that nobody uses be closed and opened.
bool can_be_closed(std::uint64_t address, std::uint64_t bytes) noexcept;

class PageWatch {
 public:
  /// Memory of the program, readable and writable, that may be closed from here on.
  void add(std::uint64_t address, std::uint64_t bytes, Edges edges) noexcept;
  /// The block that begins at `address` ends: it is opened and forgotten.
  void remove(std::uint64_t address) noexcept;
  /// Whether some block holds `address`.
  [[nodiscard]] bool holds(std::uint64_t address) noexcept;

  /// Closes the pages of a use, as far as they lie in a block.
  void close(const Use& use) noexcept;
  /// Closes the whole block that holds `address`, as a kernel may access any of it; nothing when none does.
  void close_block(std::uint64_t address, Use use) noexcept;
  /// Opens what uses of the group up to `number` keep closed.
  void open(std::uint64_t group, std::uint64_t number) noexcept;
  /// Opens what uses in the context keep closed.
  void open_context(std::uint32_t context) noexcept;
  void open_all() noexcept;

  /// Around a fork: the child must not find the tables half changed.
  void hold() noexcept { lock_.take(); }
  void release() noexcept { lock_.give(); }

  enum class Answer : std::uint8_t {
    Told,     // closed here: it is open now, and the access is to be told
    Again,    // it was closed here, and another thread has opened it
    Foreign,  // not closed here
  };
  /// The program accessed `address`, which it may not.
  Answer fault(std::uint64_t address) noexcept;

 private:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    [[nodiscard]] bool contains(std::uint64_t address) const { return begin <= address && address < end; }
    [[nodiscard]] bool is_empty() const { return begin >= end; }
    [[nodiscard]] Range common(const Range& other) const {
      return {begin > other.begin ? begin : other.begin, end < other.end ? end : other.end};
    }
  };
  struct Block {
    Range bytes;
    Range pages;
  };
  struct Closing {
    Range bytes;
    Range pages;
    Closed closed;
    std::uint64_t group;
    std::uint64_t number;
    std::uint32_t context;
    bool interrupted = false;  // open for the moment: something beside its bytes was accessed
  };
  static constexpr std::size_t kMostBlocks = 8192;
  static constexpr std::size_t kMostClosings = 4096;

  [[nodiscard]] const Block* find(std::uint64_t address) const noexcept;
  void add_closing(const Closing& closing) noexcept;
  void protect(const Closing& closing, const Range& within) noexcept;
  void settle(const Range& pages) noexcept;
  void resume() noexcept;
  template <class Predicate>
  void open_if(Predicate predicate) noexcept;
  bool open_at(std::uint64_t address) noexcept;

  Lock lock_;
  std::array<Block, kMostBlocks> blocks_{};
  std::size_t block_count_ = 0;
  std::array<Closing, kMostClosings> closings_{};
  std::size_t closing_count_ = 0;
};

}  // namespace cudep::watch
