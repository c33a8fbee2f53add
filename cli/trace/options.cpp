// Reads the command line of `cudep trace`.
#include "cli/trace/options.h"

#include <CLI/CLI.hpp>

namespace cudep::trace {
namespace {

void add_options(CLI::App& app, launch::TraceOptions& options, bool& without_stacks) {
  app.footer(
      "Output, exit code and signals are the program's own. Where it cannot be recorded, one line on stderr says why "
      "and it runs all the same.\n`cudep audit RUN.cudep` judges the run.");
  app.add_option("-o,--output", options.output, "the file to record into; further processes write RUN.cudep.PID")
      ->type_name("RUN.cudep");
  app.add_flag("--timeline", options.timeline, "also record when the GPU began and ended each operation");
  app.add_flag("--watch-host", options.watch_host,
               "also record where host code accesses pinned memory that work in flight uses; system calls that are "
               "given such memory fail");
  auto* simulate = app.add_flag("--simulate", options.simulate,
                                "run without a GPU: no kernel runs, copies are done at once, results are wrong; "
                                "for programs that nvcc linked with -cudart shared");
  app.add_option("--kernels", options.kernels,
                 "with --simulate: sizes of kernel arguments, from `cudep lint --kernels-out`")
      ->type_name("KERNELS.json")
      ->needs(simulate);
  app.add_option("--timeout", options.timeout,
                 "with --simulate: end the program after so many seconds, with exit code 124")
      ->type_name("SECONDS")
      ->check(lint::positive_seconds())
      ->needs(simulate);
  app.add_flag("--no-stacks", without_stacks, "do not record call stacks: less overhead, findings without lines");
}

std::string dashes_wanted(std::string_view /*word*/) {
  return "write `--` before the program: cudep trace -o RUN.cudep -- PROGRAM";
}

}  // namespace

std::expected<launch::TraceOptions, lint::Usage> parse_options(std::span<const std::string> arguments) {
  CLI::App app(
      "Runs a program and records what it asks of CUDA: cudep trace -o RUN.cudep [OPTIONS] -- PROGRAM [ARGUMENTS]",
      "cudep trace");
  launch::TraceOptions options;
  bool without_stacks = false;
  add_options(app, options, without_stacks);
  auto command = lint::parse_before_program(app, arguments, dashes_wanted);
  if (!command) return std::unexpected(command.error());
  options.command = std::move(*command);
  if (options.output.empty())
    return std::unexpected(lint::usage_error(app, "no file is given to record into: -o RUN.cudep"));
  options.stacks = !without_stacks;
  return options;
}

}  // namespace cudep::trace
