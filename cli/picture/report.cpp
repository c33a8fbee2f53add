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
  const auto kept = keep_inputs(words, file);
  report::SourceLines sources;
  const auto picture = kept ? read_input(words, sources, to) : std::unexpected(kept.error());
  if (!picture) {
    to.err << report::error_message(picture.error());
    return ExitCode::Usage;
  }
  return write_output(file, to_html(*picture, sources), *picture, to);
}

}  // namespace cudep::picture
