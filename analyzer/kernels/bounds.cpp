// The search for bounds: depth first, the last variable first, within a budget.
#include "analyzer/kernels/bounds.h"

#include <algorithm>
#include <ranges>
#include <tuple>

#include "analyzer/kernels/algebra.h"

namespace cudep::kernels {
namespace {

using model::Form;
using model::SymbolId;

constexpr int kMostSteps = 600;
constexpr std::size_t kMostSymbols = 24;  // in a form: beyond, it is not worth a try
constexpr std::size_t kMostLimits = 4;

class Search {
 public:
  Search(const Variables& variables, const Facts& facts) : variables_(variables), facts_(facts) {}

  void run(const Form& form) {
    if (--steps_ < 0 || form.terms().size() > kMostSymbols) return;
    const auto variable = last_variable(form);
    if (!variable) return add(form);
    if (std::ranges::find(eliminated_, *variable) != eliminated_.end()) return;  // it came back: a detour
    const auto amount = coefficient(form, *variable);
    if (!amount) return;
    for (const Form& fact : facts_) eliminate(form, *variable, *amount, fact);
    for (const Form& fact : variables_.facts(*variable)) eliminate(form, *variable, *amount, fact);
  }

  [[nodiscard]] std::vector<Limit> limits() && { return std::move(limits_); }

 private:
  [[nodiscard]] std::optional<SymbolId> last_variable(const Form& form) const {
    const std::vector<SymbolId> symbols = symbols_of(form);
    for (const SymbolId id : symbols | std::views::reverse)
      if (!variables_.is_kernel_symbol(id)) return id;
    return std::nullopt;
  }

  /// form <= form + factor * fact, when the factor is not negative.
  void eliminate(const Form& form, SymbolId variable, const Form& amount, const Form& fact) {
    const auto in_fact = coefficient(fact, variable);
    if (!in_fact || *in_fact == Form(0)) return;
    const auto factor = divide(Form(0) - amount, *in_fact);
    if (!factor || !model::provably_non_negative(*factor, variables_.symbols())) return;
    const bool certain = factor->terms().empty();
    if (!certain) assumed_.push_back(*factor);
    eliminated_.push_back(variable);
    run(form + *factor * fact);
    eliminated_.pop_back();
    if (!certain) assumed_.pop_back();
  }

  void add(const Form& form) {
    std::vector<Form> assumed;
    for (const Form& factor : assumed_)
      if (keeps_parameter(factor)) assumed.push_back(factor);
    std::sort(assumed.begin(), assumed.end());
    const auto repeated = std::ranges::unique(assumed);
    assumed.erase(repeated.begin(), repeated.end());
    Limit limit{form, std::move(assumed)};
    if (std::ranges::find(limits_, limit) == limits_.end()) limits_.push_back(std::move(limit));
  }

  /// Factors over dimensions are positive, and those over variables were not negative for each value of them.
  [[nodiscard]] bool keeps_parameter(const Form& factor) const {
    const std::vector<SymbolId> symbols = symbols_of(factor);
    return std::ranges::any_of(symbols, [&](SymbolId id) { return variables_.kind(id) == VariableKind::Parameter; }) &&
           std::ranges::all_of(symbols, [&](SymbolId id) { return variables_.is_kernel_symbol(id); });
  }

  const Variables& variables_;
  const Facts& facts_;
  std::vector<Form> assumed_;
  std::vector<SymbolId> eliminated_;
  std::vector<Limit> limits_;
  int steps_ = kMostSteps;
};

/// Leaves out the limits that another one makes needless.
std::vector<Limit> needed(std::vector<Limit> limits, const model::SymbolTable& symbols) {
  std::sort(limits.begin(), limits.end(), [](const Limit& a, const Limit& b) {
    return std::pair(a.assumed.size(), a.end) < std::pair(b.assumed.size(), b.end);
  });
  std::vector<Limit> kept;
  for (const Limit& limit : limits) {
    const auto covers = [&](const Limit& other) {
      return model::provably_non_negative(limit.end - other.end, symbols);
    };
    if (std::ranges::any_of(kept, covers)) continue;
    std::erase_if(kept, [&](const Limit& other) {
      return other.assumed.size() >= limit.assumed.size() &&
             model::provably_non_negative(other.end - limit.end, symbols);
    });
    kept.push_back(limit);
  }
  std::sort(kept.begin(), kept.end(), [](const Limit& a, const Limit& b) {
    return std::tuple(degree(a.end), a.end.terms().size(), a.end) <
           std::tuple(degree(b.end), b.end.terms().size(), b.end);
  });
  if (kept.size() > kMostLimits) kept.resize(kMostLimits);
  return kept;
}

}  // namespace

std::vector<Limit> Bounds::upper(const Form& form) const {
  Search search(variables_, facts_);
  search.run(form);
  return needed(std::move(search).limits(), variables_.counts());
}

std::vector<Limit> Bounds::lower(const Form& form) const {
  std::vector<Limit> limits = upper(Form(0) - form);
  for (Limit& limit : limits) limit.end = Form(0) - limit.end;
  return limits;
}

bool Bounds::non_negative(const Form& form) const {
  if (model::provably_non_negative(form, variables_.symbols())) return true;
  return std::ranges::any_of(
      lower(form), [&](const Limit& limit) { return model::provably_non_negative(limit.end, variables_.symbols()); });
}

}  // namespace cudep::kernels
