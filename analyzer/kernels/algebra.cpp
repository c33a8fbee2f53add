// Coefficients and exact division.
#include "analyzer/kernels/algebra.h"

#include <algorithm>

namespace cudep::kernels {

using model::Form;
using model::SymbolId;

namespace {

Form product(std::int64_t coefficient, const std::vector<SymbolId>& symbols) {
  Form form(coefficient);
  for (const SymbolId symbol : symbols) form = form * Form::symbol(symbol);
  return form;
}

std::optional<Form> divide_term(const Form::Term& term, const Form::Term& divisor) {
  if (term.coefficient % divisor.coefficient != 0) return std::nullopt;
  if (!std::ranges::includes(term.symbols, divisor.symbols)) return std::nullopt;
  std::vector<SymbolId> rest;
  std::ranges::set_difference(term.symbols, divisor.symbols, std::back_inserter(rest));
  return product(term.coefficient / divisor.coefficient, rest);
}

/// Every term by the same product of symbols.
std::optional<Form> divide_by_term(const Form& form, const Form::Term& divisor) {
  Form quotient;
  if (form.constant() != 0) {
    const auto part = divide_term({{}, form.constant()}, divisor);
    if (!part) return std::nullopt;
    quotient += *part;
  }
  for (const Form::Term& term : form.terms()) {
    const auto part = divide_term(term, divisor);
    if (!part) return std::nullopt;
    quotient += *part;
  }
  return quotient;
}

}  // namespace

std::vector<SymbolId> symbols_of(const Form& form) {
  std::vector<SymbolId> all;
  for (const Form::Term& term : form.terms()) all.insert(all.end(), term.symbols.begin(), term.symbols.end());
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

std::optional<Form> coefficient(const Form& form, SymbolId symbol) {
  Form sum;
  for (const Form::Term& term : form.terms()) {
    const auto count = std::ranges::count(term.symbols, symbol);
    if (count == 0) continue;
    if (count > 1) return std::nullopt;
    std::vector<SymbolId> rest = term.symbols;
    rest.erase(std::ranges::find(rest, symbol));
    sum += product(term.coefficient, rest);
  }
  return sum;
}

std::size_t degree(const Form& form) {
  std::size_t most = 0;
  for (const Form::Term& term : form.terms()) most = std::max(most, term.symbols.size());
  return most;
}

std::optional<Form> divide(const Form& form, const Form& divisor) {
  if (divisor.terms().empty()) {
    if (divisor.constant() == 0) return std::nullopt;
    return divide_by_term(form, {{}, divisor.constant()});
  }
  const Form::Term& lead = divisor.terms().front();
  if (divisor.terms().size() == 1 && divisor.constant() == 0) return divide_by_term(form, lead);
  for (const Form::Term& term : form.terms())
    if (const auto ratio = divide_term(term, lead); ratio && *ratio * divisor == form) return ratio;
  return std::nullopt;
}

}  // namespace cudep::kernels
