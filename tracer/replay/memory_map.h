// Which buffer an address belongs to at a moment of the run. Memory that has ended stays findable until something else
// begins there, so that a use after its end is seen.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "rules/model/ids.h"

namespace cudep::replay {

class MemoryMap {
 public:
  struct Place {
    model::BufferId buffer;
    std::int64_t offset = 0;  // of the address in the buffer
    std::uint64_t left = 0;   // bytes from there to the buffer's end
    bool ended = false;
  };

  /// [address, address + bytes) is `buffer` from its byte `offset` on; what was there before is forgotten.
  void begin(std::uint64_t address, std::uint64_t bytes, model::BufferId buffer, std::int64_t offset = 0);
  /// The block that begins at `address` has ended. Which one it was; none when no block begins there.
  std::optional<model::BufferId> end(std::uint64_t address);
  [[nodiscard]] std::optional<Place> find(std::uint64_t address) const;

 private:
  struct Block {
    std::uint64_t end;
    model::BufferId buffer;
    std::int64_t offset;
    bool ended;
  };
  std::map<std::uint64_t, Block> blocks_;
};

}  // namespace cudep::replay
