// Makes traces by hand for tests: a program's calls in the order in which it makes them.
#pragma once
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "tracer/format/trace.h"

namespace cudep::replay {

class TraceBuilder {
 public:
  TraceBuilder() {
    trace_.clean_end = true;
    trace_.contexts[1] = 0;
    trace_.threads.push_back({});
  }

  format::StreamId stream(std::uint32_t flags = 1) {
    trace_.streams.push_back({.kind = format::Stream::Kind::Created, .context = 1, .flags = flags});
    const auto id = static_cast<format::StreamId>(trace_.streams.size() - 1);
    call("cuStreamCreate").stream = id;
    return id;
  }
  format::StreamId legacy_stream() {
    trace_.streams.push_back({.kind = format::Stream::Kind::Legacy, .context = 1});
    return static_cast<format::StreamId>(trace_.streams.size() - 1);
  }
  format::EventId event() {
    trace_.events.push_back({.flags = 2, .created = true});
    const auto id = static_cast<format::EventId>(trace_.events.size() - 1);
    call("cuEventCreate").detail = format::EventUse{.event = id};
    return id;
  }
  format::KernelId kernel(std::string mangled, std::initializer_list<std::uint32_t> parameter_bytes) {
    format::Kernel kernel{.name = std::move(mangled)};
    std::uint32_t offset = 0;
    for (const std::uint32_t bytes : parameter_bytes) {
      offset = (offset + bytes - 1) / bytes * bytes;
      kernel.parameters.push_back({offset, bytes});
      offset += bytes;
    }
    trace_.kernels.push_back(std::move(kernel));
    return static_cast<format::KernelId>(trace_.kernels.size() - 1);
  }

  void allocate(std::string_view name, std::uint64_t address, std::uint64_t bytes) {
    call(name).detail = format::Memory{.address = address, .bytes = bytes};
  }
  void free(std::string_view name, std::uint64_t address) { call(name).detail = format::Memory{.address = address}; }

  void launch(format::KernelId kernel, format::StreamId stream, std::initializer_list<std::uint64_t> arguments,
              std::uint32_t blocks = 16, std::uint32_t threads = 256) {
    format::Launch launch{.kernel = kernel, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}};
    const auto& layouts = trace_.kernels[static_cast<std::size_t>(kernel)].parameters;
    std::size_t i = 0;
    for (const std::uint64_t argument : arguments) {
      const format::ParameterLayout& layout = layouts.at(i++);
      launch.arguments.resize(layout.offset + layout.bytes);
      std::memcpy(launch.arguments.data() + layout.offset, &argument, layout.bytes);
    }
    format::Call& made = call("cuLaunchKernel");
    made.stream = stream;
    made.detail = std::move(launch);
  }
  void copy(std::string_view name, std::uint64_t to, std::uint64_t from, std::uint64_t bytes, format::StreamId stream) {
    format::Call& made = call(name);
    made.stream = stream;
    made.detail = format::Copy{.destination = to, .source = from, .bytes = bytes};
  }
  void use(std::string_view name, format::EventId event, std::optional<format::StreamId> stream = std::nullopt) {
    format::Call& made = call(name);
    made.stream = stream;
    made.detail = format::EventUse{.event = event};
  }
  void access(std::uint64_t address, bool is_write) {
    call("").detail = format::HostAccess{.address = address, .is_write = is_write};
  }
  void on(std::string_view name, format::StreamId stream) { call(name).stream = stream; }

  /// The next calls come from this line of app.cu.
  void at(std::uint32_t line) { line_ = line; }

  format::Call& call(std::string_view name) {
    const auto position = std::ranges::find(format::kCallNames, name) - format::kCallNames.begin();
    trace_.calls.push_back({.sequence = trace_.calls.size() + 1, .context = 1, .id = format::CallId(position)});
    if (line_ != 0) trace_.calls.back().stack = stack();
    return trace_.calls.back();
  }

  format::Trace& trace() { return trace_; }

 private:
  format::StackId stack() {
    const std::uint64_t address = 0x1000 + line_;
    trace_.places[address] = {{.function = "main", .file = "/src/app.cu", .line = line_, .column = 3}};
    trace_.stacks.push_back({{address}});
    return static_cast<format::StackId>(trace_.stacks.size() - 1);
  }

  format::Trace trace_;
  std::uint32_t line_ = 0;
};

}  // namespace cudep::replay
