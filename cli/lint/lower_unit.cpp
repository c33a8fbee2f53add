// Parses a unit and names its places as reports do.
#include "cli/lint/lower_unit.h"

#include <link.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "analyzer/frontend/lower.h"
#include "analyzer/inputs/hash.h"
#include "cli/lint/cache_key.h"
#include "cli/lint/kept_prelude.h"
#include "cli/lint/shown_paths.h"
#include "tracer/process/process.h"

namespace cudep::lint {
namespace {

using inputs::Input;
using report::ProblemKind;

void add_parse_errors(const frontend::Lowered& lowered, const std::string& file, UnitFacts& facts) {
  for (const frontend::ParseError& error : lowered.errors)
    facts.problems.push_back({.kind = ProblemKind::ParseError, .site = error.site, .message = error.message});
  if (lowered.fatal && lowered.errors.empty())
    facts.problems.push_back({.kind = ProblemKind::NotParsed,
                              .site = {.file = file},
                              .message = "could not be parsed to its end; compile it with clang to see why"});
}

frontend::CompileCommand command_of(const UnitRequest& request) {
  return {.directory = request.command.directory,
          .file = request.command.file,
          .arguments = request.command.arguments,
          .edited = request.edited};
}

/// This program and its libraries: clang is one of them.
void add_programs(std::vector<Input>& inputs) {
  inputs.push_back(inputs::state_of(process::beside_this("cudep-lower")));
  const auto add = [](dl_phdr_info* program, std::size_t, void* into) {
    const std::string path = program->dlpi_name;
    if (path.starts_with('/')) static_cast<std::vector<Input>*>(into)->push_back(inputs::state_of(path));
    return 0;
  };
  dl_iterate_phdr(add, &inputs);
}

PreludeUse use_of(const frontend::Lowered& lowered, const UnitRequest& request,
                  const std::optional<KeptPrelude>& prelude) {
  if (!lowered.has_prelude || request.cache.empty()) return PreludeUse::None;
  return prelude ? PreludeUse::Used : PreludeUse::Missing;
}

/// What the parse read, and what the prelude was read from before.
std::vector<Input> all_inputs(std::vector<Input> read, const std::optional<KeptPrelude>& prelude) {
  if (prelude) std::ranges::copy(prelude->inputs, std::back_inserter(read));
  add_programs(read);
  inputs::distrust_recent_looks(read);
  inputs::unify(read);
  return read;
}

}  // namespace

Answer lower_unit(const UnitRequest& request) {
  const std::optional<KeptPrelude> prelude = find_prelude(request);
  auto lowered = frontend::lower(command_of(request), request.cuda_path, prelude ? prelude->text : "");
  Answer answer;
  UnitFacts& facts = answer.facts;
  if (!lowered) {
    facts.problems.push_back({.kind = ProblemKind::NotParsed, .site = {.file = {}}, .message = lowered.error()});
    answer.is_steady = false;
    return answer;
  }
  add_parse_errors(*lowered, request.command.file, facts);
  for (frontend::ParseError& note : lowered->notes)
    facts.remarks.push_back({.site = std::move(note.site), .message = std::move(note.message)});
  facts.program = std::move(lowered->program);
  std::error_code ignored;
  show_paths(facts, request, std::filesystem::current_path(ignored).string());
  answer.prelude = use_of(*lowered, request, prelude);
  answer.is_steady = lowered->is_steady;
  answer.inputs = all_inputs(std::move(lowered->inputs), prelude);
  return answer;
}

void prepare_prelude(const UnitRequest& request) {
  const cache::Folder folder(request.cache);
  // One at a time, whatever its flags: many units must not leave many parses behind.
  const auto lock = folder.lock(inputs::hash_of("prelude"));
  if (!lock || find_prelude(request)) return;
  auto prelude = frontend::parse_prelude(command_of(request), request.cuda_path);
  if (prelude && prelude->is_steady)
    keep_prelude(request, all_inputs(std::move(prelude->inputs), std::nullopt), prelude->text);
}

}  // namespace cudep::lint
