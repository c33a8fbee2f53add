// Integers that may not be known: sums of products of symbols, such as `4*n + 16` or `blocks*threads`.
//
//   const Form n = Form::symbol(symbols.add({.name = "n", .low = 1}));
//   const Form end = n * 4;                       // bytes of n floats
//   provably_non_negative(end - 4, symbols);      // true: n >= 1
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/model/ids.h"

namespace cudep::model {

/// An unknown integer that is the same everywhere it appears, with the bounds that are known of it.
struct Symbol {
  std::string name;  // as the user would write it: `n`, `argc`, `count of items`
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;  // inclusive
  bool operator==(const Symbol&) const = default;
};

class SymbolTable {
 public:
  SymbolId add(Symbol symbol);
  [[nodiscard]] const Symbol& operator[](SymbolId id) const { return symbols_[index(id)]; }
  /// Narrows the bounds, as a decided comparison allows.
  void restrict(SymbolId id, std::optional<std::int64_t> low, std::optional<std::int64_t> high);
  [[nodiscard]] std::size_t size() const { return symbols_.size(); }
  bool operator==(const SymbolTable&) const = default;

 private:
  std::vector<Symbol> symbols_;
};

/// A polynomial over symbols with 64-bit coefficients. Arithmetic wraps, as the machine's does.
class Form {
 public:
  struct Term {
    std::vector<SymbolId> symbols;  // sorted, at least one; a square names its symbol twice
    std::int64_t coefficient;       // never zero
    bool operator==(const Term&) const = default;
  };

  Form() = default;
  Form(std::int64_t constant) : constant_(constant) {}  // NOLINT(google-explicit-constructor): integers are forms
  static Form symbol(SymbolId id);

  [[nodiscard]] std::int64_t constant() const { return constant_; }
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  /// The number, when no symbol takes part.
  [[nodiscard]] std::optional<std::int64_t> as_number() const;
  [[nodiscard]] Form substitute(SymbolId id, const Form& value) const;

  Form& operator+=(const Form& other);
  Form& operator-=(const Form& other);
  friend Form operator+(Form a, const Form& b) { return a += b; }
  friend Form operator-(Form a, const Form& b) { return a -= b; }
  friend Form operator*(const Form& a, const Form& b);
  bool operator==(const Form&) const = default;
  /// An arbitrary total order, for sorting and as a map key.
  friend bool operator<(const Form& a, const Form& b);

 private:
  void add_term(const Term& term);

  std::int64_t constant_ = 0;
  std::vector<Term> terms_;  // sorted by symbols
};

/// True when `form >= 0` follows from the bounds of its symbols; false says nothing.
bool provably_non_negative(const Form& form, const SymbolTable& symbols);
/// The bounds that follow from those of the symbols, where they are finite.
std::optional<std::int64_t> lower_bound(const Form& form, const SymbolTable& symbols);
std::optional<std::int64_t> upper_bound(const Form& form, const SymbolTable& symbols);

/// `4*n + 16`, with the names of the symbols.
std::string to_string(const Form& form, const SymbolTable& symbols);

}  // namespace cudep::model
