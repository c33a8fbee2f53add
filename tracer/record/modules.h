// Which executables and libraries are where in memory, so that a program counter can be read later.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tracer/format/writer.h"

namespace cudep::record {

/// What tells a module from others in any process: its build id, or, without one, the name of its file.
struct ModuleName {
  unsigned char build_id[20] = {};
  std::uint32_t build_id_bytes = 0;
  std::uint64_t file_name = 0;  // a hash
  [[nodiscard]] bool is(const ModuleName& other) const noexcept;
};

/// Of a path, without a build id.
ModuleName module_name(std::string_view path) noexcept;

class ModuleTable {
 public:
  /// Writes the modules that were not there at the last call. Cheap when none was loaded since.
  void update(format::TraceFile& file, format::ChunkWriter& writer, std::uint64_t sequence) noexcept;
  /// Whether an address lies in the recorder, in CUPTI or in the driver.
  /// Changes when modules were loaded.
  [[nodiscard]] std::uint64_t changes() const noexcept { return loads_.load(std::memory_order_acquire); }
  /// The bias of a module of that name; false when none was seen.
  [[nodiscard]] bool find(const ModuleName& name, std::uint64_t& bias) const noexcept;
  [[nodiscard]] bool is_hidden(std::uint64_t address) const noexcept;

 private:
  static constexpr std::size_t kMostModules = 4096;
  static constexpr std::size_t kMostHidden = 16;
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };
  struct Known {
    std::uint64_t begin;
    std::uint64_t bias;
    ModuleName name;
  };
  friend struct ModuleScan;

  std::atomic_flag busy_;
  std::atomic<std::uint64_t> loads_ = 0;  // libraries loaded in the life of the process, when last looked
  std::array<Known, kMostModules> known_{};
  std::atomic<std::size_t> known_count_ = 0;
  std::array<Range, kMostHidden> hidden_{};
  std::atomic<std::size_t> hidden_count_ = 0;
};

}  // namespace cudep::record
