// `cudep-trace-resolve [--programs FROM=TO] [--strip PREFIX] TRACE…`: writes into traces where their program counters
// lie in the source, so that they can be read where the programs are not. `--programs`: what was recorded under the
// folder FROM lies under TO now. `--strip`: this is taken off the front of source files.
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tracer/format/append.h"
#include "tracer/format/reader.h"
#include "tracer/replay/frames.h"
#include "tracer/replay/symbols.h"

namespace {

using Places = std::map<std::uint64_t, std::vector<cudep::format::Place>>;

struct Options {
  std::string from;
  std::string to;
  std::string strip;
  std::vector<std::string> traces;
};

std::string without_prefix(const std::string& text, const std::string& prefix) {
  return !prefix.empty() && text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

std::string where_now(const std::string& module, const Options& options) {
  return !options.from.empty() && module.starts_with(options.from) ? options.to + module.substr(options.from.size())
                                                                   : module;
}

/// The modules of a trace whose files are here, unchanged, and where they are.
std::map<const cudep::format::Module*, std::string> known_modules(const cudep::format::Trace& trace,
                                                                  cudep::replay::Symbols& symbols,
                                                                  const Options& options) {
  std::map<const cudep::format::Module*, std::string> known;
  for (const cudep::format::Module& module : trace.modules) {
    const std::string path = where_now(module.path, options);
    const std::vector<unsigned char> now = symbols.build_id(path);
    if (!now.empty() && now == module.build_id) known[&module] = path;
  }
  return known;
}

std::vector<cudep::format::Place> places_in(const std::string& file, std::uint64_t address,
                                            cudep::replay::Symbols& symbols, const Options& options) {
  std::vector<cudep::format::Place> places;
  for (const auto& code : symbols.places(file, address)) {
    if (code.function.empty() && code.file.empty()) continue;
    places.push_back({.function = code.function,
                      .file = without_prefix(code.file, options.strip),
                      .line = code.line,
                      .column = code.column});
  }
  return places;
}

Places places_of(const cudep::format::Trace& trace, cudep::replay::Symbols& symbols, const Options& options) {
  const auto known = known_modules(trace, symbols, options);
  const cudep::replay::Frames frames(trace, symbols);
  Places places;
  for (const cudep::format::Stack& stack : trace.stacks) {
    for (const std::uint64_t return_address : stack.addresses) {
      if (trace.places.contains(return_address) || places.contains(return_address)) continue;
      const std::uint64_t address = return_address - 1;  // within the call
      const auto module = known.find(frames.module_at(address));
      if (module == known.end()) continue;
      auto found = places_in(module->second, address - module->first->bias, symbols, options);
      if (!found.empty()) places[return_address] = std::move(found);
    }
  }
  return places;
}

bool resolve(const std::string& path, cudep::replay::Symbols& symbols, const Options& options) {
  const auto trace = cudep::format::read_trace(path);
  if (!trace) return std::fprintf(stderr, "cudep: error: %s\n", trace.error().c_str()), false;
  const auto written = cudep::format::append_places(path, places_of(*trace, symbols, options));
  if (!written) return std::fprintf(stderr, "cudep: error: %s\n", written.error().c_str()), false;
  return true;
}

}  // namespace

int main(int count, char** words) {
  Options options;
  for (int next = 1; next < count; ++next) {
    const std::string_view word = words[next];
    const std::string value = next + 1 < count ? words[next + 1] : "";
    if (word == "--programs" && value.contains('=')) {
      options.from = value.substr(0, value.find('='));
      options.to = value.substr(value.find('=') + 1);
      ++next;
    } else if (word == "--strip" && !value.empty()) {
      options.strip = value;
      ++next;
    } else {
      options.traces.emplace_back(word);
    }
  }
  if (options.traces.empty()) {
    std::fputs("usage: cudep-trace-resolve [--programs FROM=TO] [--strip PREFIX] TRACE...\n", stderr);
    return 2;
  }
  bool all = true;
  cudep::replay::Symbols symbols;
  for (const std::string& path : options.traces) all = resolve(path, symbols, options) && all;
  return all ? 0 : 2;
}
