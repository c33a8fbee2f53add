// What the decisions of a path say about unknown integers: once `i < n` was taken, it stays taken.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "analyzer/program/program.h"
#include "rules/model/form.h"

namespace cudep::execution {

using model::Form;

/// The same comparison with its sides exchanged, or with the opposite outcome.
program::Arithmetic mirrored(program::Arithmetic comparison);
program::Arithmetic negated(program::Arithmetic comparison);
bool holds(program::Arithmetic comparison, std::int64_t difference);

class Facts {
 public:
  /// Whether `difference comparison 0` follows; empty when it does not follow either way.
  [[nodiscard]] std::optional<bool> decide(program::Arithmetic comparison, const Form& difference,
                                           const model::SymbolTable& symbols) const;
  /// Takes `difference comparison 0` for granted from here on.
  void assume(program::Arithmetic comparison, const Form& difference, model::SymbolTable& symbols);

 private:
  struct Bounds {
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
    std::set<std::int64_t> excluded;
  };
  std::map<Form, Bounds> bounds_;  // of sums without a constant whose first coefficient is positive
};

}  // namespace cudep::execution
