// A trace with an entry of every kind, written by the real writer: what the tests of the reader begin with.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tracer/format/writer.h"

namespace cudep::format {

class SampleTrace {
 public:
  SampleTrace() {
    std::filesystem::remove(path_);
    error_ = file_.create(path_.c_str());
  }
  ~SampleTrace() { std::filesystem::remove(path_); }

  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  TraceFile& file() { return file_; }
  ChunkWriter& writer() { return writer_; }

  /// Begins a call entry; the caller fills the rest and commits.
  template <class Entry>
  Entry* call(EntryKind kind, CallId id, std::uint64_t sequence, std::size_t trail = 0) {
    auto* entry = writer_.begin<Entry>(file_, trail);
    auto* common = reinterpret_cast<CallEntry*>(entry);
    common->header.kind = kind;
    common->header.call = id;
    common->sequence = sequence;
    common->context = 1;
    return entry;
  }

  template <class Entry>
  Entry* other(EntryKind kind, std::size_t trail = 0) {
    auto* entry = writer_.begin<Entry>(file_, trail);
    entry->header.kind = kind;
    return entry;
  }

  void on_stream(CallId id, std::uint64_t sequence, std::uint64_t stream, std::uint8_t flags = 0) {
    auto* entry = call<CallEntry>(EntryKind::Call, id, sequence);
    entry->header.flags = kHasStream | flags;
    entry->stream = stream;
    writer_.commit();
  }

  void create_stream(std::uint64_t sequence, std::uint64_t stream, std::uint32_t flags) {
    auto* entry = call<StreamEntry>(EntryKind::Stream, call_id("cuStreamCreate"), sequence);
    entry->common.header.flags = kHasStream;
    entry->common.stream = stream;
    entry->flags = flags;
    writer_.commit();
  }

  void use_event(CallId id, std::uint64_t sequence, std::uint64_t event, std::uint64_t stream) {
    auto* entry = call<EventEntry>(EntryKind::Event, id, sequence);
    entry->common.header.flags = kHasStream;
    entry->common.stream = stream;
    entry->event = event;
    writer_.commit();
  }

  void kernel(std::uint32_t number, std::string_view name) {
    const ParameterLayout layouts[] = {{0, 8}, {8, 4}};
    auto* entry = other<KernelEntry>(EntryKind::Kernel, sizeof(layouts) + name.size());
    entry->kernel = number;
    entry->parameters = 2;
    entry->name_bytes = static_cast<std::uint16_t>(name.size());
    std::memcpy(ChunkWriter::trail_of(entry), layouts, sizeof(layouts));
    std::memcpy(ChunkWriter::trail_of(entry) + sizeof(layouts), name.data(), name.size());
    writer_.commit();
  }

  void launch(std::uint64_t sequence, std::uint32_t kernel, std::uint32_t stack, std::uint64_t pointer) {
    auto* entry = call<LaunchEntry>(EntryKind::Launch, call_id("cuLaunchKernel"), sequence, 12);
    entry->common.header.flags = kHasStream;
    entry->common.stack = stack;
    entry->kernel = kernel;
    entry->grid_x = 70000;
    entry->grid_y = entry->grid_z = entry->block_y = entry->block_z = 1;
    entry->block_x = 256;
    std::memcpy(ChunkWriter::trail_of(entry), &pointer, sizeof(pointer));
    writer_.commit();
  }

  void stack(std::uint32_t number, std::vector<std::uint64_t> addresses) {
    auto* entry = other<StackEntry>(EntryKind::Stack, addresses.size() * 8);
    entry->stack = number;
    entry->frames = static_cast<std::uint32_t>(addresses.size());
    std::memcpy(ChunkWriter::trail_of(entry), addresses.data(), addresses.size() * 8);
    writer_.commit();
  }

  /// The file as it is now.
  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::ifstream in(path_, std::ios::binary);
    const std::vector<char> text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
  }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / ("sample." + std::to_string(getpid()) + ".cudep");
  TraceFile file_;
  int error_ = 0;
  ChunkWriter writer_{0, 4711};
};

}  // namespace cudep::format
