// Answers of `cudep-lower` that are kept from run to run: a unit none of whose inputs changed is not parsed again.
#pragma once
#include <optional>
#include <string_view>

#include "analyzer/inputs/input.h"
#include "cli/lint/answer.h"
#include "cli/lint/unit.h"

namespace cudep::lint {

/// The facts of the unit, if an answer is kept and its inputs are unchanged.
std::optional<UnitFacts> find_facts(const UnitRequest& request, inputs::Inspection& inspection);

/// Keeps an answer, if it may be; `text` is the whole of it.
void keep_answer(const UnitRequest& request, const AnswerText& answer, std::string_view text);

}  // namespace cudep::lint
