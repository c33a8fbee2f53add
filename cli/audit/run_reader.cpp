// Replays traces for reports.
#include "cli/audit/run_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/lint/shown_paths.h"
#include "tracer/replay/replay.h"

namespace cudep::audit {
namespace {

/// nvcc's line tables have the lines of the source, but columns of what it made of it.
bool has_code_at(std::string_view line, std::uint32_t column) {
  return column <= line.substr(0, line.find("//")).size();
}

}  // namespace

std::vector<report::Problem> losses(const std::string& path, const format::Trace& trace) {
  std::vector<report::Problem> problems;
  for (const std::string& loss : trace.losses)
    problems.push_back({.kind = report::ProblemKind::ParseError, .site = {.file = path}, .message = loss});
  return problems;
}

RunReader::RunReader(const kernels::SummaryFile* kernels) : kernels_(kernels) {
  std::error_code ignored;
  here_ = std::filesystem::current_path(ignored).string();
}

Run RunReader::read(const std::string& path, const format::Trace& trace, std::ostream& notes) {
  const auto source_line = [this](const std::string& file, std::uint32_t line) {
    const auto text = lines_.line(file, line);
    return text ? std::optional(std::string(*text)) : std::nullopt;
  };
  Run run{.replayed = replay::replay(trace, symbols_, {.kernels = kernels_, .source_line = source_line}),
          .complete = trace.dropped_entries == 0 && trace.losses.empty(),
          .watched_host = trace.watched_host,
          .problems = losses(path, trace)};
  if (trace.calls.empty()) notes << fmt::format("{}: note: no call of CUDA is recorded in it\n", path);
  for (const auto* notices : {&trace.notices, &std::as_const(run.replayed.notices)})
    for (const std::string& notice : *notices) notes << fmt::format("{}: note: {}\n", path, notice);
  for (model::Site& site : run.replayed.list.entities.sites) {
    const auto text = source_line(site.file, site.line);
    if (!text || !has_code_at(*text, site.column)) site.column = 0;
    if (site.file.starts_with('/')) site.file = lint::shown_path(site.file, here_, here_, false);
  }
  return run;
}

}  // namespace cudep::audit
