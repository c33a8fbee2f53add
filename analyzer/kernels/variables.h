// The unknown integers of one kernel: launch shape and arguments, which a summary's formulas may keep, and what varies
// inside a launch (thread and block indices, laps of loops, values that are not understood), which is bounded away.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/kernels/summary.h"

namespace cudep::kernels {

/// Forms that are not negative where they hold.
using Facts = std::vector<model::Form>;

enum class VariableKind : std::uint8_t {
  Dimension,
  Parameter,
  Thread,
  Block,
  Lap,     // how often a loop has begun again: 0, 1, …
  Opaque,  // any value that its facts allow
};

struct Division {
  model::Form quotient;
  model::Form remainder;
};

class Variables {
 public:
  Variables();

  /// `blockIdx.x` and its like.
  [[nodiscard]] model::Form launch(program::LaunchValue value) const;
  model::Form parameter(const ParameterField& field);
  model::Form lap() { return make("lap", VariableKind::Lap, false); }
  /// Any number that is not negative. `sliced`: an integer argument flows into it.
  model::Form opaque(bool sliced) { return make("value", VariableKind::Opaque, sliced); }
  /// Likewise, and none of `limits - value` is negative.
  model::Form opaque_up_to(const std::vector<model::Form>& limits, bool sliced);
  /// A value that may be negative.
  model::Form opaque_signed(bool sliced);
  /// The same two forms give the same variables again. Neither part is taken to be negative.
  Division divide(const model::Form& dividend, const model::Form& divisor);

  [[nodiscard]] VariableKind kind(model::SymbolId id) const { return variables_[model::index(id)].kind; }
  /// True for what a summary's formulas may keep.
  [[nodiscard]] bool is_kernel_symbol(model::SymbolId id) const { return kind(id) <= VariableKind::Parameter; }
  /// True when an integer argument flows into the form.
  [[nodiscard]] bool sliced(const model::Form& form) const;
  /// What always holds of a variable.
  [[nodiscard]] const Facts& facts(model::SymbolId id) const { return variables_[model::index(id)].facts; }
  /// How many values a thread or block index has.
  [[nodiscard]] std::optional<model::Form> count(model::SymbolId id) const;
  /// Parameters count as not negative here.
  [[nodiscard]] const model::SymbolTable& symbols() const { return symbols_; }
  /// Parameters count as positive here.
  [[nodiscard]] const model::SymbolTable& counts() const { return counts_; }
  [[nodiscard]] const std::map<model::SymbolId, KernelSymbol>& kernel_symbols() const { return kernel_symbols_; }
  [[nodiscard]] std::size_t size() const { return variables_.size(); }
  /// Adds what always holds of a variable.
  void restrict(const model::Form& variable, model::Form fact);

 private:
  struct Variable {
    VariableKind kind;
    bool sliced;
    Facts facts;
  };
  model::Form make(std::string name, VariableKind kind, bool sliced, std::optional<std::int64_t> low = 0);

  model::SymbolTable symbols_;
  model::SymbolTable counts_;        // the same symbols
  std::vector<Variable> variables_;  // by symbol
  std::map<model::SymbolId, KernelSymbol> kernel_symbols_;
  std::map<ParameterField, model::Form> parameters_;
  std::map<std::pair<model::Form, model::Form>, Division> divisions_;
};

}  // namespace cudep::kernels
