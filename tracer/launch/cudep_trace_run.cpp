// `cudep-trace-run -o FILE [--timeline] [--no-stacks] -- PROGRAM ARGUMENTS`: a recorder's front end that needs nothing
// but the C and C++ runtime, for machines where only the recorder is installed.
#include <cstdio>
#include <string_view>

#include "tracer/launch/launch.h"

namespace {

int usage() {
  std::fputs("usage: cudep-trace-run -o FILE [--timeline] [--no-stacks] -- PROGRAM ARGUMENTS\n", stderr);
  return 2;
}

}  // namespace

int main(int count, char** words) {
  cudep::launch::TraceOptions options;
  int next = 1;
  for (; next < count; ++next) {
    const std::string_view word = words[next];
    if (word == "--") break;
    if (word == "--timeline") {
      options.timeline = true;
    } else if (word == "--no-stacks") {
      options.stacks = false;
    } else if (word == "-o" && next + 1 < count) {
      options.output = words[++next];
    } else {
      return usage();
    }
  }
  for (++next; next < count; ++next) options.command.emplace_back(words[next]);
  if (options.output.empty() || options.command.empty()) return usage();
  return cudep::launch::run_trace(options);
}
