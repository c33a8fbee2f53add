// From the formulas of a summary to the ranges of one launch.
#include <algorithm>

#include "analyzer/kernels/summary.h"

namespace cudep::kernels {
namespace {

using model::ByteRange;
using model::Form;
using model::SymbolId;
using model::SymbolTable;

class Instantiation {
 public:
  Instantiation(const Summary& summary, const LaunchArguments& arguments, const SymbolTable& symbols)
      : summary_(summary), symbols_(symbols) {
    for (const auto& [id, symbol] : summary.symbols) {
      const auto* dimension = std::get_if<LaunchDimension>(&symbol);
      values_[id] = dimension != nullptr ? of_dimension(arguments, *dimension)
                                         : of_field(arguments, std::get<ParameterField>(symbol));
    }
  }

  [[nodiscard]] std::vector<LaunchAccess> run() const {
    std::vector<LaunchAccess> accesses;
    for (const KernelAccess& access : summary_.accesses) {
      const std::optional<bool> is_made = holds(access.only_if);
      if (is_made == false) continue;
      const ByteRange range = range_of(access);
      if (!is_empty(range)) accesses.push_back({access.root, access.kind, range, access.indirect || !is_made});
    }
    return accesses;
  }

 private:
  static std::optional<Form> of_dimension(const LaunchArguments& arguments, LaunchDimension dimension) {
    const auto position = static_cast<std::size_t>(dimension);
    return position < 3 ? arguments.grid[position] : arguments.block[position - 3];
  }

  static std::optional<Form> of_field(const LaunchArguments& arguments, const ParameterField& field) {
    return arguments.integer ? arguments.integer(field) : std::nullopt;
  }

  /// The form of the launch, when all its symbols have a value there.
  [[nodiscard]] std::optional<Form> value(const Form& form) const {
    Form result(form.constant());
    for (const Form::Term& term : form.terms()) {
      Form product(term.coefficient);
      for (const SymbolId symbol : term.symbols) {
        const std::optional<Form>& factor = values_.at(symbol);
        if (!factor) return std::nullopt;
        product = product * *factor;
      }
      result += product;
    }
    return result;
  }

  [[nodiscard]] bool refuted(const Form& assumed) const {
    const auto form = value(assumed);
    return !form || model::provably_non_negative(Form(-1) - *form, symbols_);
  }

  /// Nothing when it depends on what is not known.
  [[nodiscard]] std::optional<bool> holds(const std::vector<Form>& conditions) const {
    std::optional<bool> all = true;
    for (const Form& condition : conditions) {
      const auto form = value(condition);
      if (form && model::provably_non_negative(Form(-1) - *form, symbols_)) return false;
      if (!form || !model::provably_non_negative(*form, symbols_)) all.reset();
    }
    return all;
  }

  [[nodiscard]] ByteRange range_of(const KernelAccess& access) const {
    const auto low = value(access.low);
    std::vector<Form> high;
    for (const Limit& limit : access.high) {
      const auto end = value(limit.end);
      if (end && std::ranges::none_of(limit.assumed, [&](const Form& form) { return refuted(form); }))
        high.push_back(*end);
    }
    const bool known = low && !high.empty();
    if (!known) return ByteRange::open_ended(low.value_or(Form(0)), access.sliced || !low);
    return ByteRange::symbolic({.low = *low, .high = std::move(high)}, is_dense(access));
  }

  [[nodiscard]] bool is_dense(const KernelAccess& access) const {
    return access.dense && std::ranges::all_of(access.dense_if, [&](const Form& condition) {
             const auto form = value(condition);
             return form && model::provably_non_negative(*form, symbols_);
           });
  }

  [[nodiscard]] bool is_empty(const ByteRange& range) const {
    const model::SymbolicRange forms = range.forms();
    return std::ranges::any_of(
        forms.high, [&](const Form& high) { return model::provably_non_negative(forms.low - high, symbols_); });
  }

  const Summary& summary_;
  const SymbolTable& symbols_;
  std::map<SymbolId, std::optional<Form>> values_;
};

}  // namespace

std::vector<LaunchAccess> instantiate(const Summary& summary, const LaunchArguments& arguments,
                                      const SymbolTable& symbols) {
  return Instantiation(summary, arguments, symbols).run();
}

ByteRange shift(const ByteRange& range, const Form& bytes) {
  model::SymbolicRange forms = range.forms();
  forms.low += bytes;
  for (Form& high : forms.high) high += bytes;
  return ByteRange::symbolic(std::move(forms), range.dense());
}

}  // namespace cudep::kernels
