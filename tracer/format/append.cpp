// Writes further chunks behind those of a finished trace.
#include "tracer/format/append.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <span>

namespace cudep::format {
namespace {

constexpr std::uint32_t kNoThread = UINT32_MAX;  // what was written after the run belongs to no thread of it
constexpr std::size_t kMostText = 4000;

using Buffer = std::vector<char>;

template <class T>
void put(Buffer& out, const T& value) {
  const auto* const begin = reinterpret_cast<const char*>(&value);
  out.insert(out.end(), begin, begin + sizeof(value));
}

Buffer entry_of(std::uint64_t address, const Place& place, std::uint32_t depth) {
  const std::string function = place.function.substr(0, kMostText);
  const std::string file = place.file.substr(0, kMostText);
  const std::size_t bytes = (sizeof(PlaceEntry) + function.size() + file.size() + 7) / 8 * 8;
  Buffer out;
  put(out, PlaceEntry{.header = {.bytes = static_cast<std::uint16_t>(bytes), .kind = EntryKind::Place},
                      .address = address,
                      .line = place.line,
                      .column = place.column,
                      .function_bytes = static_cast<std::uint16_t>(function.size()),
                      .file_bytes = static_cast<std::uint16_t>(file.size()),
                      .depth = depth});
  out.insert(out.end(), function.begin(), function.end());
  out.insert(out.end(), file.begin(), file.end());
  out.resize(bytes);
  return out;
}

std::vector<Buffer> entries_of(const std::map<std::uint64_t, std::vector<Place>>& places) {
  std::vector<Buffer> entries;
  for (const auto& [address, levels] : places) {
    std::uint32_t depth = 0;
    for (const Place& place : levels) entries.push_back(entry_of(address, place, depth++));
  }
  return entries;
}

/// Takes entries from the front until the largest chunk is full.
Buffer next_chunk(std::span<const Buffer>& entries, std::uint32_t unit_bytes, std::uint32_t& units) {
  const std::size_t capacity = std::size_t{kLargestChunkUnits} * unit_bytes - sizeof(ChunkHeader);
  Buffer body;
  while (!entries.empty() && body.size() + entries.front().size() <= capacity) {
    body.insert(body.end(), entries.front().begin(), entries.front().end());
    entries = entries.subspan(1);
  }
  units = static_cast<std::uint32_t>((sizeof(ChunkHeader) + body.size() + unit_bytes - 1) / unit_bytes);
  Buffer chunk;
  put(chunk, ChunkHeader{.magic = kChunkMagic,
                         .units = units,
                         .thread = kNoThread,
                         .committed = static_cast<std::uint32_t>(body.size())});
  chunk.insert(chunk.end(), body.begin(), body.end());
  return chunk;
}

}  // namespace

std::expected<void, std::string> append_places(const std::string& path,
                                               const std::map<std::uint64_t, std::vector<Place>>& places) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  FileHeader header{};
  file.read(reinterpret_cast<char*>(&header), sizeof(header));
  if (!file || std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 || header.unit_bytes != kUnitBytes) {
    return std::unexpected(path + ": not a trace that can be added to");
  }
  const std::vector<Buffer> entries = entries_of(places);
  std::span<const Buffer> rest = entries;
  while (!rest.empty()) {
    std::uint32_t units = 0;
    const Buffer chunk = next_chunk(rest, header.unit_bytes, units);
    file.seekp(header.header_bytes + static_cast<std::streamoff>(header.units) * header.unit_bytes);
    file.write(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    header.units += units;
  }
  file.seekp(0);
  file.write(reinterpret_cast<const char*>(&header), sizeof(header));
  if (!file.flush()) return std::unexpected(path + ": cannot be written");
  return {};
}

}  // namespace cudep::format
