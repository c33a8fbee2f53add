// Which executables and libraries are where in memory, so that a program counter can be read later.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tracer/format/writer.h"

namespace cudep::record {

class ModuleTable {
 public:
  /// Writes the modules that were not there at the last call. Cheap when none was loaded since.
  void update(format::TraceFile& file, format::ChunkWriter& writer, std::uint64_t sequence) noexcept;
  /// Whether an address lies in the recorder, in CUPTI or in the driver.
  [[nodiscard]] bool is_hidden(std::uint64_t address) const noexcept;

 private:
  static constexpr std::size_t kMostModules = 4096;
  static constexpr std::size_t kMostHidden = 16;
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };
  friend struct ModuleScan;

  std::atomic_flag busy_;
  std::atomic<std::uint64_t> loads_ = 0;             // libraries loaded in the life of the process, when last looked
  std::array<std::uint64_t, kMostModules> known_{};  // where they begin
  std::size_t known_count_ = 0;
  std::array<Range, kMostHidden> hidden_{};
  std::atomic<std::size_t> hidden_count_ = 0;
};

}  // namespace cudep::record
