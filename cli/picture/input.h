// What `cudep report` and `cudep export` read: a recorded run, or findings of the source.
#pragma once
#include <expected>
#include <optional>
#include <string>

#include "cli/lint/command_line.h"
#include "cli/lint/report_options.h"
#include "cli/picture/timeline.h"
#include "cli/report/source_lines.h"

namespace CLI {
class App;
}

namespace cudep::picture {

/// What CLI11 fills in.
struct InputWords {
  std::string file;
  std::string static_findings, kernels;
  lint::ReportWords report;
};

/// The options of a recorded run: --static, --kernels, --select, --ignore, --show-possible.
void add_run_options(CLI::App& app, InputWords& words);

/// Reads the run; notes about it go to `to.err`, too. An error is one line that names the file or the option.
std::expected<Picture, std::string> read_run(const InputWords& words, report::SourceLines& sources,
                                             const lint::Destinations& to);
/// Reads a run, or a file of `cudep lint --format json`.
std::expected<Picture, std::string> read_input(const InputWords& words, report::SourceLines& sources,
                                               const lint::Destinations& to);

/// An error when the file to be written is one of those that are read.
std::expected<void, std::string> keep_inputs(const InputWords& words, const std::string& output);

/// What is made of the picture goes to the file, or to standard output when it is empty; the exit code of the command.
ExitCode write_output(const std::string& file, const std::string& bytes, const Picture& picture,
                      const lint::Destinations& to);

}  // namespace cudep::picture
