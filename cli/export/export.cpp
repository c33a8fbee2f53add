// Command line, input, format.
#include "cli/export/export.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "cli/export/formats.h"
#include "cli/picture/input.h"
#include "cli/report/message.h"
#include "rules/model/nearest_word.h"

namespace cudep::exports {
namespace {

constexpr std::array<std::string_view, 3> kFormats = {"chrome", "sqlite", "dot"};

std::string exported(std::string_view format, const picture::Picture& picture, report::SourceLines& sources) {
  if (format == "chrome") return to_chrome(picture, sources);
  return format == "sqlite" ? to_sqlite(picture, sources) : to_dot(picture);
}

}  // namespace

std::optional<rules::SourceFrame> place_of(const model::Operation& op, const model::Entities& entities) {
  if (op.frames.empty()) return std::nullopt;
  const model::Frame& frame = op.frames.front();
  return rules::SourceFrame{entities.sites[index(frame.site)], entities.functions[index(frame.function)]};
}

ExitCode run_export(std::span<const std::string> arguments, const lint::Destinations& to) {
  CLI::App app("Writes a recorded run, the order in it and its findings for other tools.", "cudep export");
  picture::InputWords words;
  std::string format;
  std::string file;
  app.add_option("RUN", words.file, "the trace, as `cudep trace -o RUN.cudep` writes it")->required();
  app.add_option("--to", format, "chrome (trace events, which Perfetto opens), sqlite or dot")
      ->type_name("FORMAT")
      ->required();
  app.add_option("-o", file, "where to; standard output when no file is named")->type_name("FILE");
  picture::add_run_options(app, words);
  if (const auto parsed = lint::parse(app, arguments); !parsed) return lint::tell(parsed.error(), to);
  if (std::ranges::find(kFormats, format) == kFormats.end())
    return lint::tell(
        lint::usage_error(app, fmt::format("--to: `{}` is not one of {}{}", format, fmt::join(kFormats, ", "),
                                           model::suggestion(format, kFormats))),
        to);
  const auto kept = picture::keep_inputs(words, file);
  report::SourceLines sources;
  const auto picture = kept ? picture::read_run(words, sources, to) : std::unexpected(kept.error());
  if (!picture) {
    to.err << report::error_message(picture.error());
    return ExitCode::Usage;
  }
  return picture::write_output(file, exported(format, *picture, sources), *picture, to);
}

}  // namespace cudep::exports
