// Answers as entries of the cache.
#include "cli/lint/kept_answers.h"

#include <utility>

#include "cli/cache/folder.h"
#include "cli/lint/cache_key.h"
#include "cli/lint/facts.h"

namespace cudep::lint {
namespace {

constexpr std::string_view kKind = "facts";

/// What holds of texts that are in no file is of no use to later runs.
bool may_be_kept(const UnitRequest& request) { return !request.cache.empty() && request.edited.empty(); }

}  // namespace

std::optional<UnitFacts> find_facts(const UnitRequest& request, inputs::Inspection& inspection) {
  if (!may_be_kept(request)) return std::nullopt;
  const auto entry = cache::Folder(request.cache).find(kKind, answer_key(request));
  if (!entry) return std::nullopt;
  const auto answer = parse_answer(entry->bytes());
  if (!answer || !inspection.are_unchanged(answer->inputs)) return std::nullopt;
  auto facts = parse_facts(answer->facts, request.shown);
  if (!facts || facts->size() != 1) return std::nullopt;
  facts->front().files = files_read(answer->inputs);
  return std::move(facts->front());
}

void keep_answer(const UnitRequest& request, const AnswerText& answer, std::string_view text) {
  if (!may_be_kept(request) || !answer.may_be_kept) return;
  cache::Folder(request.cache).store(kKind, answer_key(request), text);
}

}  // namespace cudep::lint
