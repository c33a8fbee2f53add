// Walks the loaded modules of the process.
#include "tracer/record/modules.h"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

namespace cudep::record {

/// One walk: finds new modules and writes them.
struct ModuleScan {
  ModuleTable& table;
  format::TraceFile& file;
  format::ChunkWriter& writer;
  std::uint64_t sequence;
  char executable[1024];

  struct Extent {
    std::uint64_t begin = UINT64_MAX;
    std::uint64_t end = 0;
    const unsigned char* build_id = nullptr;
    std::size_t build_id_bytes = 0;
  };

  static void find_build_id(const char* note, std::size_t bytes, Extent& extent) noexcept {
    const char* const end = note + bytes;
    while (note + sizeof(ElfW(Nhdr)) <= end) {
      const auto* const header = reinterpret_cast<const ElfW(Nhdr)*>(note);
      const char* const name = note + sizeof(*header);
      const char* const content = name + (header->n_namesz + 3) / 4 * 4;
      if (header->n_type == NT_GNU_BUILD_ID && header->n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
        extent.build_id = reinterpret_cast<const unsigned char*>(content);
        extent.build_id_bytes = std::min<std::size_t>(header->n_descsz, 20);
        return;
      }
      note = content + (header->n_descsz + 3) / 4 * 4;
    }
  }

  static Extent extent_of(const dl_phdr_info& module) noexcept {
    Extent extent;
    for (int i = 0; i < module.dlpi_phnum; ++i) {
      const ElfW(Phdr) & part = module.dlpi_phdr[i];
      const std::uint64_t begin = module.dlpi_addr + part.p_vaddr;
      if (part.p_type == PT_LOAD) {
        extent.begin = std::min(extent.begin, begin);
        extent.end = std::max(extent.end, begin + part.p_memsz);
      } else if (part.p_type == PT_NOTE && extent.build_id == nullptr) {
        find_build_id(reinterpret_cast<const char*>(begin), part.p_memsz, extent);
      }
    }
    return extent;
  }

  static bool hides(std::string_view path) noexcept {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    for (const char* prefix : {"libcudep-trace", "libcupti.so", "libcuda.so", "libunwind.so"}) {
      if (name.starts_with(prefix)) return true;
    }
    return false;
  }

  void hide(const Extent& extent) noexcept {
    const std::size_t count = table.hidden_count_.load(std::memory_order_relaxed);
    if (count == ModuleTable::kMostHidden) return;
    table.hidden_[count] = {extent.begin, extent.end};
    table.hidden_count_.store(count + 1, std::memory_order_release);
  }

  static ModuleName name_of(const Extent& extent, std::string_view path) noexcept {
    ModuleName name = module_name(path);
    name.build_id_bytes = static_cast<std::uint32_t>(extent.build_id_bytes);
    if (extent.build_id != nullptr) std::memcpy(name.build_id, extent.build_id, extent.build_id_bytes);
    return name;
  }

  void write(const Extent& extent, std::uint64_t bias, std::string_view path) noexcept {
    auto* const entry = writer.begin<format::ModuleEntry>(file, path.size());
    if (entry == nullptr) return;
    entry->header.kind = format::EntryKind::Module;
    entry->sequence = sequence;
    entry->begin = extent.begin;
    entry->end = extent.end;
    entry->bias = bias;
    entry->path_bytes = static_cast<std::uint16_t>(path.size());
    entry->build_id_bytes = static_cast<std::uint16_t>(extent.build_id_bytes);
    if (extent.build_id != nullptr) std::memcpy(entry->build_id, extent.build_id, extent.build_id_bytes);
    std::memcpy(format::ChunkWriter::trail_of(entry), path.data(), path.size());
    writer.commit();
  }

  void visit(const dl_phdr_info& module) noexcept {
    const Extent extent = extent_of(module);
    const std::size_t count = table.known_count_.load(std::memory_order_relaxed);
    if (extent.begin >= extent.end || count == ModuleTable::kMostModules) return;
    const std::span known(table.known_.data(), count);
    if (std::ranges::find(known, extent.begin, &ModuleTable::Known::begin) != known.end()) return;
    const bool is_executable = module.dlpi_name == nullptr || module.dlpi_name[0] == '\0';
    const std::string_view path = is_executable && count == 0 ? executable : module.dlpi_name;
    table.known_[count] = {extent.begin, module.dlpi_addr, name_of(extent, path)};
    table.known_count_.store(count + 1, std::memory_order_release);
    if (hides(path)) hide(extent);
    write(extent, module.dlpi_addr, path.substr(0, 4000));
  }
};

void ModuleTable::update(format::TraceFile& file, format::ChunkWriter& writer, std::uint64_t sequence) noexcept {
  std::uint64_t loads = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = module->dlpi_adds;
        return 1;
      },
      &loads);
  if (loads == loads_.load(std::memory_order_relaxed) || busy_.test_and_set(std::memory_order_acquire)) return;
  ModuleScan scan{*this, file, writer, sequence, {}};
  const ssize_t length = readlink("/proc/self/exe", scan.executable, sizeof(scan.executable) - 1);
  scan.executable[std::max<ssize_t>(length, 0)] = '\0';
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* scan) {
        static_cast<ModuleScan*>(scan)->visit(*module);
        return 0;
      },
      &scan);
  loads_.store(loads, std::memory_order_release);
  busy_.clear(std::memory_order_release);
}

bool ModuleName::is(const ModuleName& other) const noexcept {
  if (build_id_bytes != other.build_id_bytes) return false;
  if (build_id_bytes == 0) return file_name == other.file_name;
  return std::memcmp(build_id, other.build_id, build_id_bytes) == 0;
}

ModuleName module_name(std::string_view path) noexcept {
  ModuleName name;
  name.file_name = 0xcbf29ce484222325ULL;
  for (const char letter : path.substr(path.rfind('/') + 1)) {
    name.file_name = (name.file_name ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
  }
  return name;
}

bool ModuleTable::find(const ModuleName& name, std::uint64_t& bias) const noexcept {
  const std::span known(known_.data(), known_count_.load(std::memory_order_acquire));
  const auto found =
      std::ranges::find_if(known.rbegin(), known.rend(), [&](const Known& module) { return module.name.is(name); });
  if (found == known.rend()) return false;
  bias = found->bias;
  return true;
}

bool ModuleTable::is_hidden(std::uint64_t address) const noexcept {
  const std::size_t count = hidden_count_.load(std::memory_order_acquire);
  return std::any_of(hidden_.begin(), hidden_.begin() + count,
                     [&](const Range& range) { return address >= range.begin && address < range.end; });
}

}  // namespace cudep::record
