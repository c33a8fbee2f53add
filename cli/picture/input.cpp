// From files to a picture.
#include "cli/picture/input.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <span>

#include "cli/audit/judgement.h"
#include "cli/audit/known_source.h"
#include "cli/audit/run_reader.h"
#include "cli/lint/input.h"
#include "cli/lint/named_files.h"
#include "cli/lint/options.h"
#include "cli/picture/finding_picture.h"
#include "cli/picture/run_picture.h"
#include "cli/report/text.h"
#include "cli/report/write_file.h"
#include "rules/check.h"
#include "tracer/format/entries.h"
#include "tracer/format/reader.h"

namespace cudep::picture {
namespace {

std::optional<std::string> given(const std::string& word) { return word.empty() ? std::nullopt : std::optional(word); }

bool asks_for_run(const InputWords& words) {
  const lint::ReportWords& report = words.report;
  return !words.static_findings.empty() || !words.kernels.empty() || !report.select.empty() || !report.ignore.empty() ||
         report.show_possible;
}

enum class Kind : std::uint8_t { Trace, Json, Source, Empty, Other };

/// By the first bytes and the name. What cannot be opened is left to the reader of traces, which says so.
Kind kind_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes(sizeof(format::kMagic), '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  if (!in && bytes.empty()) return in.eof() ? Kind::Empty : Kind::Trace;
  if (std::string_view(format::kMagic, sizeof(format::kMagic)).starts_with(bytes)) return Kind::Trace;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (bytes[first] == '{' || bytes[first] == '[')) return Kind::Json;
  return lint::is_source(file) ? Kind::Source : Kind::Other;
}

std::string wrong_kind(const std::string& file, Kind kind) {
  if (kind == Kind::Source)
    return fmt::format("{0}: is source; lint it first: `cudep lint --format json:FINDINGS.json {0}`", file);
  return fmt::format(
      "{}: {}; name RUN.cudep, which `cudep trace` writes, or what `cudep lint --format json:FILE` writes", file,
      kind == Kind::Empty ? "is empty" : "is neither a trace nor JSON");
}

}  // namespace

void add_run_options(CLI::App& app, InputWords& words) {
  app.add_option("--static", words.static_findings, "findings of `cudep lint --format json`: the run judges each")
      ->type_name("FINDINGS.json");
  app.add_option("--kernels", words.kernels, "what kernels read and write, from `cudep lint --kernels-out`")
      ->type_name("KERNELS.json");
  lint::add_rule_options(app, words.report);
  app.add_flag("--show-possible", words.report.show_possible, "also show findings that rest on something unseen");
}

std::expected<Picture, std::string> read_run(const InputWords& words, report::SourceLines& sources,
                                             const lint::Destinations& to) {
  const auto choice = lint::understand(words.report);
  if (!choice) return std::unexpected(choice.error());
  const auto source = audit::read_known_source(given(words.static_findings), given(words.kernels));
  if (!source) return std::unexpected(source.error());
  const auto trace = format::read_trace(words.file);
  if (!trace) return std::unexpected(trace.error());
  audit::RunReader reader(source->kernels_or_null());
  std::vector<audit::Run> runs;
  runs.push_back(reader.read(words.file, *trace, to.err));
  for (const report::Problem& problem : runs.front().problems) to.err << report::to_text(problem, {});
  report::Report judged;
  audit::add_judged(source->findings_or_null(), runs,
                    rules::check(runs.front().replayed.list, {.rules = &choice->rules, .recorded = true}), *choice,
                    judged);
  sources = std::move(reader.lines());
  return picture_of_run(words.file, *trace, std::move(runs.front()), std::move(judged));
}

std::expected<Picture, std::string> read_input(const InputWords& words, report::SourceLines& sources,
                                               const lint::Destinations& to) {
  const Kind kind = kind_of(words.file);
  if (kind == Kind::Trace) return read_run(words, sources, to);
  if (kind != Kind::Json) return std::unexpected(wrong_kind(words.file, kind));
  if (asks_for_run(words))
    return std::unexpected(words.file + ": holds findings already; the options that judge a run are for traces");
  const auto source = audit::read_known_source(words.file, std::nullopt);
  if (!source) return std::unexpected(source.error());
  return picture_of_findings(words.file, source->findings->list);
}

std::expected<void, std::string> keep_inputs(const InputWords& words, const std::string& output) {
  const auto written = given(output);
  std::vector<std::string> read = {words.file};
  for (const std::string& file : {words.static_findings, words.kernels})
    if (!file.empty()) read.push_back(file);
  return written ? lint::keep_inputs(read, std::span(&*written, 1)) : std::expected<void, std::string>();
}

ExitCode write_output(const std::string& file, const std::string& bytes, const Picture& picture,
                      const lint::Destinations& to) {
  if (file.empty())
    to.out << bytes << std::flush;
  else if (!report::write_file(file, bytes, to.err))
    return ExitCode::Usage;
  return picture.is_whole ? ExitCode::Clean : ExitCode::Incomplete;
}

}  // namespace cudep::picture
