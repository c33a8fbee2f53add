// Reads the command line of `cudep trace`.
#include "cli/trace/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

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
      ->check(CLI::PositiveNumber)
      ->needs(simulate);
  app.add_flag("--no-stacks", without_stacks, "do not record call stacks: less overhead, findings without lines");
}

lint::Usage usage_error(std::string_view message) {
  return {.code = ExitCode::Usage, .text = fmt::format("cudep trace: {}\nsee `cudep trace --help`\n", message)};
}

}  // namespace

std::expected<launch::TraceOptions, lint::Usage> parse_options(std::span<const std::string> arguments) {
  CLI::App app(
      "Runs a program and records what it asks of CUDA: cudep trace -o RUN.cudep [OPTIONS] -- PROGRAM [ARGUMENTS]",
      "cudep trace");
  launch::TraceOptions options;
  bool without_stacks = false;
  add_options(app, options, without_stacks);
  const auto separator = std::ranges::find(arguments, "--");
  std::vector<std::string> own(arguments.begin(), separator);
  std::ranges::reverse(own);
  try {
    app.parse(std::move(own));
  } catch (const CLI::CallForHelp&) {
    return std::unexpected(lint::Usage{.code = ExitCode::Clean, .text = app.help()});
  } catch (const CLI::ExtrasError&) {
    return std::unexpected(usage_error("write `--` before the program: cudep trace -o RUN.cudep -- PROGRAM"));
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(error.what()));
  }
  if (separator != arguments.end()) options.command.assign(separator + 1, arguments.end());
  if (options.command.empty()) return std::unexpected(usage_error("no program is given; it stands after `--`"));
  if (options.output.empty()) return std::unexpected(usage_error("no file is given to record into: -o RUN.cudep"));
  options.stacks = !without_stacks;
  return options;
}

}  // namespace cudep::trace
