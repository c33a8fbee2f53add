// Prints a trace, one entry a line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "cli/audit/audit.h"
#include "cli/audit/run_reader.h"
#include "cli/report/message.h"
#include "cli/report/text.h"
#include "tracer/format/reader.h"
#include "tracer/replay/names.h"

namespace cudep::audit {
namespace {

using format::Trace;

template <class Id>
std::size_t number(Id id) {
  return static_cast<std::size_t>(id);
}

std::string stream_text(const Trace& trace, format::StreamId id) {
  using Kind = format::Stream::Kind;
  const format::Stream& stream = trace.streams[number(id)];
  if (stream.kind == Kind::Legacy) return "stream legacy";
  if (stream.kind == Kind::PerThread) return fmt::format("stream per-thread {}", stream.thread);
  return fmt::format("stream {}", number(id));
}

std::string range(std::uint64_t address, std::uint64_t bytes) {
  return fmt::format("[{:#x}, {:#x})", address, address + bytes);
}

/// The words of each kind of call.
struct DetailText {
  const Trace& trace;

  std::string operator()(const std::monostate&) const { return {}; }
  std::string operator()(const format::Launch& launch) const {
    std::string text = launch.kernel ? replay::demangled(trace.kernels[number(*launch.kernel)].name) : "unknown kernel";
    text += fmt::format(" grid {}x{}x{} block {}x{}x{}", launch.grid[0], launch.grid[1], launch.grid[2],
                        launch.block[0], launch.block[1], launch.block[2]);
    if (launch.shared_bytes != 0) text += fmt::format(" shared {}", launch.shared_bytes);
    if (launch.cooperative) text += " cooperative";
    if (launch.programmatic) text += " programmatic";
    text += " arguments";
    for (const std::byte byte : launch.arguments) text += fmt::format(" {:02x}", static_cast<unsigned>(byte));
    return text;
  }
  std::string operator()(const format::Copy& copy) const {
    std::string text = fmt::format("to {} from {} bytes {}", place(copy.destination, copy.destination_is_array),
                                   place(copy.source, copy.source_is_array), copy.bytes);
    if (copy.shape) text += fmt::format(" rows {}x{}x{}", copy.shape->width, copy.shape->height, copy.shape->depth);
    return text + (copy.batch ? " batch" : "");
  }
  std::string operator()(const format::Memset& memset) const {
    return fmt::format("{} rows {} pitch {}", range(memset.destination, memset.width), memset.height, memset.pitch);
  }
  std::string operator()(const format::Memory& memory) const {
    return fmt::format("{} flags {}", range(memory.address, memory.bytes), memory.flags);
  }
  std::string operator()(const format::Alias& alias) const {
    return fmt::format("host {:#x} device {:#x}", alias.host_address, alias.device_address);
  }
  std::string operator()(const format::EventUse& use) const {
    std::string text = fmt::format("event {}", number(use.event));
    if (use.second) text += fmt::format(" event {}", number(*use.second));
    return use.flags == 0 ? text : text + fmt::format(" flags {}", use.flags);
  }
  std::string operator()(const format::HostFunction& function) const {
    return fmt::format("function {:#x} data {:#x}", function.function, function.user_data);
  }
  std::string operator()(const format::HostAccess& access) const {
    return fmt::format("{} at {:#x} by {:#x}", access.is_write ? "write" : "read", access.address,
                       access.program_counter);
  }
  std::string operator()(const format::GraphUse& use) const {
    std::string text;
    if (use.graph) text += fmt::format("graph {} ", number(*use.graph));
    if (use.executable) text += fmt::format("executable {} ", number(*use.executable));
    if (use.other) text += fmt::format("graph {} ", number(*use.other));
    return text.empty() ? text : text.substr(0, text.size() - 1);
  }

  static std::string place(std::uint64_t address, bool is_array) {
    return fmt::format("{}{:#x}", is_array ? "array " : "", address);
  }
};

std::string node_text(const format::Call& call) {
  std::string text;
  if (call.node) {
    text += fmt::format(" node {:#x}", call.node->node);
    if (call.node->graph) text += fmt::format(" of graph {}", number(*call.node->graph));
    if (call.node->executable) text += fmt::format(" of executable {}", number(*call.node->executable));
    for (const std::uint64_t other : call.node->dependencies) text += fmt::format(" after {:#x}", other);
  }
  for (const format::Dependency& dependency : call.dependencies)
    text += fmt::format(" {:#x} before {:#x}", dependency.from, dependency.to);
  return text;
}

void print_call(const Trace& trace, const format::Call& call, std::ostream& out) {
  const bool is_access = std::holds_alternative<format::HostAccess>(call.detail);
  std::string line =
      fmt::format("{} thread {} {}", call.sequence, call.thread, is_access ? "host access" : call.name());
  if (call.stream) line += " " + stream_text(trace, *call.stream);
  const std::string detail = std::visit(DetailText{trace}, call.detail);
  if (!detail.empty()) line += " " + detail;
  line += node_text(call);
  if (call.stack) line += fmt::format(" stack {}", number(*call.stack));
  if (!call.succeeded()) line += fmt::format(" result {}", call.result);
  out << line << "\n";
}

void print_definitions(const Trace& trace, std::ostream& out) {
  out << fmt::format("trace of {} process {} driver {} cupti {}{}\n", trace.executable, trace.process,
                     trace.driver_version, trace.cupti_version, trace.clean_end ? "" : " without a clean end");
  for (const format::Module& module : trace.modules)
    out << fmt::format("module {:#x} {:#x} bias {:#x} {}\n", module.begin, module.end, module.bias, module.path);
  for (const auto& [context, device] : trace.contexts) out << fmt::format("context {} device {}\n", context, device);
  for (const format::Variable& variable : trace.variables)
    out << fmt::format("variable {} {}\n", range(variable.address, variable.bytes), variable.name);
  for (std::size_t i = 0; i < trace.stacks.size(); ++i) {
    out << fmt::format("stack {}", i);
    for (const std::uint64_t address : trace.stacks[i].addresses) out << fmt::format(" {:#x}", address);
    out << "\n";
  }
  for (const auto& [address, places] : trace.places)
    for (const format::Place& place : places)
      out << fmt::format("place {:#x} {}:{}:{} {}\n", address, place.file, place.line, place.column, place.function);
}

}  // namespace

ExitCode dump(std::span<const std::string> arguments, const lint::Destinations& to) {
  CLI::App app("Prints a recorded run, one entry a line.", "cudep dump");
  std::string file;
  app.add_option("RUN", file, "the trace, as `cudep trace -o RUN.cudep` writes it")->required();
  if (const auto parsed = lint::parse(app, arguments); !parsed) return lint::tell(parsed.error(), to);
  const auto trace = format::read_trace(file);
  if (!trace) {
    to.err << report::error_message(trace.error());
    return ExitCode::Usage;
  }
  for (const std::string& notice : trace->notices) to.err << fmt::format("{}: note: {}\n", file, notice);
  print_definitions(*trace, to.out);
  for (const format::Call& call : trace->calls) print_call(*trace, call, to.out);
  for (const report::Problem& problem : losses(file, *trace)) to.err << report::to_text(problem, {});
  return trace->losses.empty() ? ExitCode::Clean : ExitCode::Incomplete;
}

}  // namespace cudep::audit
