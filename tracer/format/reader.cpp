// Walks the units, chunks and entries of a trace file. Nothing in the bytes is believed before it was compared with the
// length of what holds it.
#include "tracer/format/reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tracer/format/assemble.h"

namespace cudep::format {
namespace {

/// What stops a file from being read at all; empty when nothing does.
std::string refusal(Bytes bytes, const std::string& name) {
  if (bytes.empty()) return name + ": the trace is empty: the program ended before anything was recorded; record again";
  const std::size_t compared = std::min(bytes.size(), sizeof(kMagic));
  if (std::memcmp(bytes.data(), kMagic, compared) != 0) {
    return name + ": not a cudep trace: give a file that `cudep trace -o FILE` wrote";
  }
  if (bytes.size() < sizeof(FileHeader)) return name + ": the trace is cut off within its header; record again";
  const auto header = copied<FileHeader>(bytes);
  if (header.version > kVersion) {
    return name + ": a trace of format " + std::to_string(header.version) + ", and this cudep reads up to " +
           std::to_string(kVersion) + ": use the cudep that recorded it, or a newer one";
  }
  const bool sound = header.version != 0 && header.unit_bytes >= sizeof(ChunkHeader) && header.unit_bytes % 8 == 0 &&
                     header.header_bytes >= sizeof(FileHeader) && header.header_bytes % 8 == 0;
  return sound ? std::string() : name + ": the header of the trace is damaged; record again";
}

/// Text up to the 0 at its end.
template <std::size_t N>
std::string text_in(const char (&field)[N]) {
  return std::string(field, std::find(field, field + N, '\0'));
}

std::vector<std::string> arguments_of(const FileHeader& header) {
  std::vector<std::string> arguments;
  const char* next = header.command_line;
  const char* const end = next + std::min<std::size_t>(header.command_line_bytes, sizeof(header.command_line));
  while (next < end) {
    const char* const stop = std::find(next, end, '\0');
    arguments.emplace_back(next, stop);
    next = stop + 1;
  }
  return arguments;
}

Trace trace_of(const FileHeader& header) {
  Trace trace;
  trace.executable = text_in(header.executable);
  trace.command_line = arguments_of(header);
  trace.process = header.process;
  trace.driver_version = header.driver_version;
  trace.cupti_version = header.cupti_version;
  trace.clean_end = (header.flags & kCleanEnd) != 0;
  trace.has_timeline = (header.flags & kTimeline) != 0;
  trace.has_stacks = (header.flags & kStackless) == 0;
  trace.forked = (header.flags & kForkedChild) != 0;
  trace.watched_host = (header.flags & kWatchedHost) != 0;
  trace.simulated = (header.flags & kSimulated) != 0;
  trace.delays = header.delays;
  trace.start_monotonic = header.start_monotonic;
  trace.start_realtime = header.start_realtime;
  trace.start_timeline = header.start_timeline;
  trace.dropped_entries = header.dropped_entries;
  trace.dropped_stacks = header.dropped_stacks;
  return trace;
}

std::string counted(std::uint64_t count, const char* one, const char* more) {
  return std::to_string(count) + (count == 1 ? one : more);
}

/// Reads the chunks of one file into an assembly, and counts what it had to leave out.
class ChunkWalk {
 public:
  ChunkWalk(Bytes bytes, const FileHeader& header, Assembly& assembly)
      : bytes_(bytes), header_(header), assembly_(assembly) {}

  void run() {
    std::uint64_t unit = 0;
    while (unit < header_.units) {
      const std::uint64_t begin = header_.header_bytes + unit * header_.unit_bytes;
      if (begin >= bytes_.size()) break;
      unit += read_chunk(bytes_.subspan(begin));
    }
    missing_units_ += header_.units - std::min<std::uint64_t>(unit, header_.units);
  }

  [[nodiscard]] std::vector<std::string> losses() const {
    std::vector<std::string> losses;
    const auto say = [&](std::uint64_t count, const char* one, const char* more, const char* what) {
      if (count != 0) losses.push_back(counted(count, one, more) + what);
    };
    say(missing_units_, " block is", " blocks are", " missing at the end of the trace: the file was cut off");
    say(cut_chunks_, " block is", " blocks are", " cut off: the last entries there are lost");
    say(damaged_chunks_, " block is", " blocks are", " damaged: the rest of it is left out");
    say(unknown_entries_, " entry is", " entries are", " of a kind that this cudep does not know");
    return losses;
  }

 private:
  /// The number of units to go on by.
  std::uint64_t read_chunk(Bytes rest) {
    const auto chunk = copied<ChunkHeader>(rest);
    if (rest.size() < sizeof(ChunkHeader)) {
      ++cut_chunks_;
      return 1;
    }
    if (chunk.magic != kChunkMagic) {
      if (chunk.magic != 0) ++damaged_chunks_;
      return 1;
    }
    const std::uint64_t capacity = std::uint64_t{chunk.units} * header_.unit_bytes - sizeof(ChunkHeader);
    if (chunk.units == 0 || chunk.units > kLargestChunkUnits || chunk.committed > capacity) {
      ++damaged_chunks_;
      return 1;
    }
    const Bytes body = rest.subspan(sizeof(ChunkHeader));
    const bool is_cut = body.size() < chunk.committed;
    if (is_cut) ++cut_chunks_;
    if (!read_entries(chunk, body.first(is_cut ? body.size() : chunk.committed)) && !is_cut) ++damaged_chunks_;
    return chunk.units;
  }

  /// Whether all of the bytes are entries that make sense.
  bool read_entries(const ChunkHeader& chunk, Bytes body) {
    assembly_.begin_chunk(chunk.thread, chunk.system_thread);
    while (body.size() >= sizeof(EntryHeader)) {
      const auto entry = copied<EntryHeader>(body);
      if (entry.bytes < sizeof(EntryHeader) || entry.bytes % 8 != 0 || entry.bytes > body.size()) return false;
      switch (assembly_.add(body.first(entry.bytes))) {
        case Assembly::Answer::Taken:
          break;
        case Assembly::Answer::Unknown:
          ++unknown_entries_;
          break;
        case Assembly::Answer::Damaged:
          return false;
      }
      body = body.subspan(entry.bytes);
    }
    return body.empty();
  }

  Bytes bytes_;
  const FileHeader& header_;
  Assembly& assembly_;
  std::uint64_t missing_units_ = 0;
  std::uint64_t cut_chunks_ = 0;
  std::uint64_t damaged_chunks_ = 0;
  std::uint64_t unknown_entries_ = 0;
};

void say_how_it_ended(Trace& trace) {
  if (!trace.clean_end) {
    trace.notices.push_back("the program did not end in the normal way: calls under way at its end are missing");
  }
  if (trace.dropped_entries != 0) {
    trace.notices.push_back(counted(trace.dropped_entries, " entry was", " entries were") +
                            " dropped while recording: what is missing may have ordered anything");
  }
  if (trace.dropped_stacks != 0) {
    trace.notices.push_back(counted(trace.dropped_stacks, " call stack was", " call stacks were") +
                            " dropped while recording");
  }
  if (trace.forked) trace.notices.push_back("the program forked: what the child did is not recorded");
  if (trace.simulated)
    trace.notices.push_back(
        "simulated without a GPU: no kernel ran, and what depends on results may not have happened");
}

}  // namespace

std::expected<Trace, std::string> parse_trace(Bytes bytes, const std::string& name) {
  if (std::string reason = refusal(bytes, name); !reason.empty()) return std::unexpected(std::move(reason));
  const auto header = copied<FileHeader>(bytes);
  Assembly assembly(trace_of(header));
  ChunkWalk walk(bytes, header, assembly);
  walk.run();
  Trace trace = std::move(assembly).finish();
  trace.losses = walk.losses();
  say_how_it_ended(trace);
  return trace;
}

std::expected<Trace, std::string> read_trace(const std::string& path) {
  if (std::filesystem::is_directory(path))
    return std::unexpected(path + ": is a folder; give a file that `cudep trace -o FILE` wrote");
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::unexpected(path + ": cannot be opened: " + std::strerror(errno));
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return std::unexpected(path + ": cannot be read");
  return parse_trace(std::as_bytes(std::span(bytes)), path);
}

}  // namespace cudep::format
