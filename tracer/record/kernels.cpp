// Looks up, asks for and writes kernel layouts.
#include "tracer/record/kernels.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace cudep::record {
namespace {

/// The parameter at `position`: launches of the runtime carry a CUkernel, so that is asked first.
bool parameter_of(const Driver& driver, CUfunction function, std::size_t position,
                  format::ParameterLayout& layout) noexcept {
  std::size_t offset = 0;
  std::size_t bytes = 0;
  const auto kernel = reinterpret_cast<CUkernel>(function);
  const bool known = (driver.kernel_parameter != nullptr &&
                      driver.kernel_parameter(kernel, position, &offset, &bytes) == CUDA_SUCCESS) ||
                     (driver.function_parameter != nullptr &&
                      driver.function_parameter(function, position, &offset, &bytes) == CUDA_SUCCESS);
  layout = {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes)};
  return known;
}

const char* name_of(const Driver& driver, CUfunction function) noexcept {
  const char* name = nullptr;
  const auto kernel = reinterpret_cast<CUkernel>(function);
  if (driver.kernel_name != nullptr && driver.kernel_name(&name, kernel) == CUDA_SUCCESS) return name;
  if (driver.function_name != nullptr && driver.function_name(&name, function) == CUDA_SUCCESS) return name;
  return "";
}

bool write(format::TraceFile& file, format::ChunkWriter& writer, const KernelLayout& layout, CUfunction function,
           const char* name) noexcept {
  const std::size_t name_bytes = std::min<std::size_t>(std::strlen(name), 4096);
  const std::size_t layout_bytes = layout.count * sizeof(format::ParameterLayout);
  auto* const entry = writer.begin<format::KernelEntry>(file, layout_bytes + name_bytes);
  if (entry == nullptr) return false;
  entry->header.kind = format::EntryKind::Kernel;
  entry->function = reinterpret_cast<std::uint64_t>(function);
  entry->kernel = layout.kernel;
  entry->parameters = static_cast<std::uint16_t>(layout.count);
  entry->name_bytes = static_cast<std::uint16_t>(name_bytes);
  std::byte* const trail = format::ChunkWriter::trail_of(entry);
  std::memcpy(trail, layout.parameters, layout_bytes);
  std::memcpy(trail + layout_bytes, name, name_bytes);
  writer.commit();
  return true;
}

}  // namespace

bool KernelTable::open() noexcept {
  void* const memory =
      mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  arena_ = memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
  return arena_ != nullptr;
}

std::uint64_t KernelTable::key_of(CUfunction function) const noexcept {
  const std::uint64_t generation = generation_.load(std::memory_order_relaxed);
  return reinterpret_cast<std::uint64_t>(function) + (generation << 56);
}

const KernelLayout* KernelTable::find(const Driver& driver, format::TraceFile& file, format::ChunkWriter& writer,
                                      CUfunction function, const char* name) noexcept {
  const std::uint64_t key = key_of(function);
  const std::size_t first = (key * 0x9e3779b97f4a7c15ULL) >> 50;
  for (std::size_t i = 0; i < kProbes; ++i) {
    const Slot& slot = slots_[(first + i) % kSlots];
    const std::uint64_t found = slot.key.load(std::memory_order_relaxed);
    if (found == 0) break;
    const KernelLayout* const layout = slot.layout.load(std::memory_order_acquire);
    if (found == key && layout != nullptr) return layout;
  }
  KernelLayout* const layout = make(driver, function);
  if (layout == nullptr) return nullptr;
  if (!write(file, writer, *layout, function, name != nullptr ? name : name_of(driver, function))) return nullptr;
  remember(key, layout);
  return layout;
}

KernelLayout* KernelTable::make(const Driver& driver, CUfunction function) noexcept {
  format::ParameterLayout parameters[format::kMostParameters];
  std::uint32_t count = 0;
  std::uint32_t bytes = 0;
  while (count < format::kMostParameters && parameter_of(driver, function, count, parameters[count])) {
    bytes = std::max(bytes, parameters[count].offset + parameters[count].bytes);
    ++count;
  }
  const std::size_t needed = sizeof(KernelLayout) + count * sizeof(format::ParameterLayout);
  const std::size_t begin = arena_used_.fetch_add((needed + 15) / 16 * 16, std::memory_order_relaxed);
  if (arena_ == nullptr || begin + needed > kArenaBytes) return nullptr;
  auto* const layout = reinterpret_cast<KernelLayout*>(arena_ + begin);
  layout->kernel = last_.fetch_add(1, std::memory_order_relaxed) + 1;
  layout->bytes = bytes;
  layout->count = count;
  std::memcpy(layout->parameters, parameters, count * sizeof(format::ParameterLayout));
  return layout;
}

void KernelTable::remember(std::uint64_t key, const KernelLayout* layout) noexcept {
  const std::size_t first = (key * 0x9e3779b97f4a7c15ULL) >> 50;
  for (std::size_t i = 0; i < kProbes; ++i) {
    Slot& slot = slots_[(first + i) % kSlots];
    std::uint64_t empty = 0;
    if (slot.key.compare_exchange_strong(empty, key, std::memory_order_relaxed)) {
      slot.layout.store(layout, std::memory_order_release);
      return;
    }
    if (empty == key) return;
  }
}

}  // namespace cudep::record
