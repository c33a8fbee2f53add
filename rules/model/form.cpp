// Arithmetic of forms and the bounds that follow from those of their symbols.
#include "rules/model/form.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace cudep::model {
namespace {

// Unsigned arithmetic wraps; signed overflow would be undefined.
std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t wrapping_multiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// The exact result, or nothing when it does not fit: bounds must not wrap.
std::optional<std::int64_t> add(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  std::int64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) return std::nullopt;
  return sum;
}

std::optional<std::int64_t> multiply(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  std::int64_t product = 0;
  if (!a || !b || __builtin_mul_overflow(*a, *b, &product)) return std::nullopt;
  return product;
}

std::optional<std::int64_t> negate(std::optional<std::int64_t> a) { return multiply(a, -1); }

std::vector<SymbolId> merged(const std::vector<SymbolId>& a, const std::vector<SymbolId>& b) {
  std::vector<SymbolId> result;
  result.reserve(a.size() + b.size());
  std::ranges::merge(a, b, std::back_inserter(result));
  return result;
}

/// A symbol seen from its finite bound: `base + sign * distance`, with `distance` in [0, width].
struct Distance {
  std::int64_t base;
  std::int64_t sign;
  std::optional<std::int64_t> width;
};

std::optional<Distance> distance_from_low(const Symbol& symbol) {
  if (!symbol.low) return std::nullopt;
  return Distance{*symbol.low, 1, add(symbol.high, negate(symbol.low))};
}

std::optional<Distance> distance_from_high(const Symbol& symbol) {
  if (!symbol.high) return std::nullopt;
  return Distance{*symbol.high, -1, add(symbol.high, negate(symbol.low))};
}

using Distances = std::map<SymbolId, Distance>;
using Expansion = std::map<std::vector<SymbolId>, std::int64_t>;

constexpr std::size_t kLargestDegree = 6;  // a product of k symbols expands to 2^k terms

/// The distances of all symbols of the form; nothing when one has no bound at all.
std::optional<Distances> distances(const Form& form, const SymbolTable& symbols, bool prefer_low) {
  Distances result;
  for (const Form::Term& term : form.terms()) {
    for (const SymbolId id : term.symbols) {
      const auto low = distance_from_low(symbols[id]);
      const auto high = distance_from_high(symbols[id]);
      const auto chosen = prefer_low ? (low ? low : high) : (high ? high : low);
      if (!chosen) return std::nullopt;
      result.emplace(id, *chosen);
    }
  }
  return result;
}

/// Adds `term`, written in distances, to the expansion. False when a coefficient does not fit.
bool expand(const Form::Term& term, const Distances& distances, Expansion& expansion) {
  const std::size_t degree = term.symbols.size();
  if (degree > kLargestDegree) return false;
  for (std::size_t subset = 0; subset < (std::size_t{1} << degree); ++subset) {
    std::vector<SymbolId> kept;
    std::optional<std::int64_t> coefficient = term.coefficient;
    for (std::size_t i = 0; i < degree; ++i) {
      const SymbolId id = term.symbols[i];
      const bool keep = ((subset >> i) & 1) != 0;
      if (keep) kept.push_back(id);
      coefficient = multiply(coefficient, keep ? distances.at(id).sign : distances.at(id).base);
    }
    const auto sum = add(coefficient, expansion[kept]);
    if (!sum) return false;
    expansion[kept] = *sum;
  }
  return true;
}

/// A lower bound of the form written in distances, all of which are >= 0.
std::optional<std::int64_t> bound_by_distances(const Form& form, const SymbolTable& symbols, bool prefer_low) {
  const auto known = distances(form, symbols, prefer_low);
  if (!known) return std::nullopt;
  Expansion expansion;
  for (const Form::Term& term : form.terms()) {
    if (!expand(term, *known, expansion)) return std::nullopt;
  }
  std::optional<std::int64_t> bound = form.constant();
  for (const auto& [kept, coefficient] : expansion) {
    std::optional<std::int64_t> least = kept.empty() || coefficient < 0 ? coefficient : 0;
    if (coefficient < 0) {
      for (const SymbolId id : kept) least = multiply(least, known->at(id).width);
    }
    bound = add(bound, least);
  }
  return bound;
}

bool is_linear(const Form& form) {
  return std::ranges::all_of(form.terms(), [](const Form::Term& term) { return term.symbols.size() == 1; });
}

/// Exact for linear forms: every term takes its least value alone.
std::optional<std::int64_t> bound_linear(const Form& form, const SymbolTable& symbols) {
  std::optional<std::int64_t> bound = form.constant();
  for (const Form::Term& term : form.terms()) {
    const Symbol& symbol = symbols[term.symbols.front()];
    bound = add(bound, multiply(term.coefficient > 0 ? symbol.low : symbol.high, term.coefficient));
    if (!bound) return bound;
  }
  return bound;
}

bool fits_negated(const Form& form) {
  const auto fits = [](std::int64_t value) { return negate(value).has_value(); };
  return fits(form.constant()) &&
         std::ranges::all_of(form.terms(), [&](const Form::Term& term) { return fits(term.coefficient); });
}

std::string product(const Form::Term& term, const SymbolTable& symbols) {
  std::string text;
  if (term.coefficient != 1 && term.coefficient != -1) text = fmt::format("{}", term.coefficient);
  if (term.coefficient == -1) text = "-";
  for (std::size_t i = 0; i < term.symbols.size(); ++i) {
    if (!text.empty() && text != "-") text += '*';
    text += symbols[term.symbols[i]].name;
  }
  return text;
}

}  // namespace

SymbolId SymbolTable::add(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  return static_cast<SymbolId>(symbols_.size() - 1);
}

void SymbolTable::restrict(SymbolId id, std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
  Symbol& symbol = symbols_[index(id)];
  if (low) symbol.low = symbol.low ? std::max(*symbol.low, *low) : *low;
  if (high) symbol.high = symbol.high ? std::min(*symbol.high, *high) : *high;
}

Form Form::symbol(SymbolId id) {
  Form form;
  form.terms_.push_back({.symbols = {id}, .coefficient = 1});
  return form;
}

std::optional<std::int64_t> Form::as_number() const {
  if (!terms_.empty()) return std::nullopt;
  return constant_;
}

Form Form::substitute(SymbolId id, const Form& value) const {
  Form result(constant_);
  for (const Term& term : terms_) {
    Form factors(term.coefficient);
    for (const SymbolId factor : term.symbols) factors = factors * (factor == id ? value : symbol(factor));
    result += factors;
  }
  return result;
}

void Form::add_term(const Term& term) {
  if (term.coefficient == 0) return;
  const auto at = std::ranges::lower_bound(terms_, term.symbols, {}, &Term::symbols);
  if (at == terms_.end() || at->symbols != term.symbols) {
    terms_.insert(at, term);
    return;
  }
  at->coefficient = wrapping_add(at->coefficient, term.coefficient);
  if (at->coefficient == 0) terms_.erase(at);
}

Form& Form::operator+=(const Form& other) {
  if (this == &other) return *this = *this * 2;
  constant_ = wrapping_add(constant_, other.constant_);
  for (const Term& term : other.terms_) add_term(term);
  return *this;
}

Form& Form::operator-=(const Form& other) {
  if (this == &other) return *this = Form();
  constant_ = wrapping_add(constant_, wrapping_multiply(other.constant_, -1));
  for (const Term& term : other.terms_) add_term({term.symbols, wrapping_multiply(term.coefficient, -1)});
  return *this;
}

Form operator*(const Form& a, const Form& b) {
  Form result(wrapping_multiply(a.constant_, b.constant_));
  for (const Form::Term& term : a.terms_) {
    result.add_term({term.symbols, wrapping_multiply(term.coefficient, b.constant_)});
    for (const Form::Term& other : b.terms_) {
      result.add_term({merged(term.symbols, other.symbols), wrapping_multiply(term.coefficient, other.coefficient)});
    }
  }
  for (const Form::Term& term : b.terms_) {
    result.add_term({term.symbols, wrapping_multiply(term.coefficient, a.constant_)});
  }
  return result;
}

bool operator<(const Form& a, const Form& b) {
  if (a.constant_ != b.constant_) return a.constant_ < b.constant_;
  return std::ranges::lexicographical_compare(a.terms_, b.terms_, [](const Form::Term& x, const Form::Term& y) {
    return std::tie(x.symbols, x.coefficient) < std::tie(y.symbols, y.coefficient);
  });
}

std::optional<std::int64_t> lower_bound(const Form& form, const SymbolTable& symbols) {
  if (is_linear(form)) return bound_linear(form, symbols);
  const auto from_low = bound_by_distances(form, symbols, true);
  const auto from_high = bound_by_distances(form, symbols, false);
  return std::max(from_low, from_high);  // an absent bound is the smaller one
}

std::optional<std::int64_t> upper_bound(const Form& form, const SymbolTable& symbols) {
  if (!fits_negated(form)) return std::nullopt;
  return negate(lower_bound(form * -1, symbols));
}

bool provably_non_negative(const Form& form, const SymbolTable& symbols) {
  const auto bound = lower_bound(form, symbols);
  return bound && *bound >= 0;
}

std::string to_string(const Form& form, const SymbolTable& symbols) {
  std::string text;
  for (const Form::Term& term : form.terms()) {
    const std::string next = product(term, symbols);
    if (text.empty()) {
      text = next;
    } else {
      text += next.front() == '-' ? " - " + next.substr(1) : " + " + next;
    }
  }
  if (text.empty()) return fmt::format("{}", form.constant());
  if (form.constant() == 0) return text;
  const std::string constant = fmt::format("{}", form.constant());
  return text + (form.constant() < 0 ? " - " + constant.substr(1) : " + " + constant);
}

}  // namespace cudep::model
