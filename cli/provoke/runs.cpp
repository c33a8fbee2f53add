// Starts the runs.
#include "cli/provoke/runs.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

#include "tracer/format/reader.h"
#include "tracer/launch/launch.h"

namespace cudep::provoke {

Runs::Runs(const Options& options, std::filesystem::path folder) : options_(options), folder_(std::move(folder)) {}

std::expected<void, std::string> Runs::run_plain() {
  first_ = run(folder_ / "plain-1", {});
  second_ = run(folder_ / "plain-2", {});
  if (first_.end.kind == End::Kind::NotStarted)
    return std::unexpected(fmt::format("{} does not start", options_.command.front()));
  if (plain_agree() || options_.check) return {};
  return std::unexpected(
      fmt::format("two runs without a delay differ ({}), so that a change would say nothing: say with --check CMD what "
                  "a right run is (both are kept in {})",
                  difference(first_, second_), folder_.string()));
}

/// Kernels are loaded at the start: a first launch might wait for the device, which would hide what a delay does.
Delayed Runs::run_delayed(const std::string& name, format::DelayKind kind,
                          const std::vector<format::DelaySite>& sites) {
  const std::filesystem::path folder = folder_ / name;
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "run.cudep");
  const std::filesystem::path absolute = std::filesystem::absolute(folder);
  std::ofstream(folder / "plan") << format::to_text(
      {.milliseconds = options_.milliseconds, .kind = kind, .sites = sites});
  Delayed delayed{.folder = folder};
  delayed.outcome = run(folder, {{"CUDA_MODULE_LOADING", "EAGER"},
                                 {"CUDA_INJECTION64_PATH", launch::recorder_path()},
                                 {"CUDEP_TRACE_FILE", absolute / "run.cudep"},
                                 {"CUDEP_DELAY_PLAN", absolute / "plan"}});
  if (const auto trace = format::read_trace(folder / "run.cudep")) delayed.delays = trace->delays;
  return delayed;
}

Outcome Runs::run(const std::filesystem::path& folder, const Environment& environment) {
  std::filesystem::create_directories(folder);
  const ProgramRun run{.command = options_.command, .environment = environment, .timeout = options_.timeout};
  return outcome_of(run_program(run, folder), folder, options_.check);
}

}  // namespace cudep::provoke
