// Taking forms apart: what the search for bounds needs beyond the arithmetic of rules/model/form.h.
#pragma once
#include <optional>
#include <vector>

#include "rules/model/form.h"

namespace cudep::kernels {

/// The symbols of a form, sorted, each once.
std::vector<model::SymbolId> symbols_of(const model::Form& form);
/// `a` of `form = a * symbol + b`, where `b` is without the symbol; nothing for higher powers.
std::optional<model::Form> coefficient(const model::Form& form, model::SymbolId symbol);
/// The most symbols that one of its products has.
std::size_t degree(const model::Form& form);
/// The form q with `q * divisor == form`, when there is one that is simple to find.
std::optional<model::Form> divide(const model::Form& form, const model::Form& divisor);

}  // namespace cudep::kernels
