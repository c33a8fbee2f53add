// Command line, input, page.
#include "cli/picture/report.h"

#include <CLI/CLI.hpp>

#include "cli/picture/input.h"
#include "cli/picture/page.h"
#include "cli/report/message.h"

namespace cudep::picture {

ExitCode report(std::span<const std::string> arguments, const lint::Destinations& to) {
  CLI::App app("Draws a recorded run, or findings of the source, as one HTML page.", "cudep report");
  InputWords words;
  std::string file;
  app.add_option("INPUT", words.file, "RUN.cudep of `cudep trace`, or FINDINGS.json of `cudep lint --format json`")
      ->required();
  app.add_option("-o", file, "the page; standard output when none is named")->type_name("FILE.html");
  add_run_options(app, words);
  if (const auto parsed = lint::parse(app, arguments); !parsed) return lint::tell(parsed.error(), to);
  report::SourceLines sources;
  const auto picture = read_input(words, sources, to);
  if (!picture) {
    to.err << report::error_message(picture.error());
    return ExitCode::Usage;
  }
  const auto name = file.empty() ? std::nullopt : std::optional(file);
  return write_output(name, to_html(*picture, sources), to) ? ExitCode::Clean : ExitCode::Usage;
}

}  // namespace cudep::picture
