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

const cudep::format::Module* module_at(const cudep::format::Trace& trace, std::uint64_t address) {
  for (const cudep::format::Module& module : trace.modules) {
    if (address >= module.begin && address < module.end) return &module;
  }
  return nullptr;
}

/// Places of one return address; none where nothing is known of its module.
std::vector<cudep::format::Place> places_of(const cudep::format::Trace& trace, std::uint64_t return_address,
                                            cudep::replay::Symbols& symbols, const Options& options) {
  const std::uint64_t address = return_address - 1;  // within the call
  const cudep::format::Module* const module = module_at(trace, address);
  if (module == nullptr) return {};
  std::vector<cudep::format::Place> places;
  for (const auto& code : symbols.places(where_now(module->path, options), address - module->bias)) {
    if (code.function.empty() && code.file.empty()) continue;
    places.push_back({.function = code.function,
                      .file = without_prefix(code.file, options.strip),
                      .line = code.line,
                      .column = code.column});
  }
  return places;
}

bool resolve(const std::string& path, cudep::replay::Symbols& symbols, const Options& options) {
  const auto trace = cudep::format::read_trace(path);
  if (!trace) return std::fprintf(stderr, "%s\n", trace.error().c_str()), false;
  Places places;
  for (const cudep::format::Stack& stack : trace->stacks) {
    for (const std::uint64_t address : stack.addresses) {
      if (trace->places.contains(address) || places.contains(address)) continue;
      if (auto found = places_of(*trace, address, symbols, options); !found.empty()) places[address] = std::move(found);
    }
  }
  const auto written = cudep::format::append_places(path, places);
  if (!written) return std::fprintf(stderr, "%s\n", written.error().c_str()), false;
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
