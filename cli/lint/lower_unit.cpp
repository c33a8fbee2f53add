// Parses a unit and names its places as reports do.
#include "cli/lint/lower_unit.h"

#include <filesystem>
#include <utility>

#include "analyzer/frontend/lower.h"
#include "cli/lint/shown_paths.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;

void add_parse_errors(const frontend::Lowered& lowered, const std::string& file, UnitFacts& facts) {
  for (const frontend::ParseError& error : lowered.errors)
    facts.problems.push_back({.kind = ProblemKind::ParseError, .site = error.site, .message = error.message});
  if (lowered.fatal && lowered.errors.empty())
    facts.problems.push_back({.kind = ProblemKind::NotParsed,
                              .site = {.file = file},
                              .message = "could not be parsed to its end; compile it with clang to see why"});
}

}  // namespace

UnitFacts lower_unit(const UnitRequest& request) {
  UnitFacts facts;
  const command::CompileCommand& command = request.command;
  auto lowered = frontend::lower({.directory = command.directory, .file = command.file, .arguments = command.arguments},
                                 request.cuda_path);
  if (!lowered) {
    facts.problems.push_back({.kind = ProblemKind::NotParsed, .site = {.file = {}}, .message = lowered.error()});
    return facts;
  }
  add_parse_errors(*lowered, command.file, facts);
  for (frontend::ParseError& note : lowered->notes)
    facts.remarks.push_back({.site = std::move(note.site), .message = std::move(note.message)});
  facts.program = std::move(lowered->program);
  std::error_code ignored;
  show_paths(facts, request, std::filesystem::current_path(ignored).string());
  return facts;
}

}  // namespace cudep::lint
