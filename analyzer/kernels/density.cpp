// An index is read as digits: the variable with the smallest stride varies inside the one with the next larger stride,
// and so on. All bytes are touched when each stride is at most the length that the digits inside it cover. A guard may
// clip the length: `x < width` in `y*width + x` clips it to exactly the stride of y.
#include "analyzer/kernels/density.h"

#include <algorithm>
#include <tuple>

#include "analyzer/kernels/algebra.h"

namespace cudep::kernels {
namespace {

using model::Form;
using model::SymbolId;

struct Digit {
  SymbolId variable;
  Form amount;  // the signed stride
  Form stride;
};

class Density {
 public:
  Density(const Form& offset, const Form& bytes, const Facts& facts, const Variables& variables)
      : offset_(offset), variables_(variables), ranges_(variables, kNoFacts), lengths_{{bytes}} {
    for (const Form& fact : facts)
      if (is_guard(fact)) guards_.push_back(fact);
  }

  std::optional<std::vector<Form>> run() {
    if (!find_digits()) return std::nullopt;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      require_contact(digits_[i]);
      lengths_.push_back(extended(digits_[i]));
      std::erase_if(guards_, [&](const Form& guard) { return clip(guard, i + 1); });
    }
    const bool holds_never =
        std::ranges::any_of(conditions_, [](const Form& condition) { return condition.as_number().value_or(0) < 0; });
    if (!guards_.empty() || lengths_.back().empty() || holds_never) return std::nullopt;
    return conditions_;
  }

 private:
  [[nodiscard]] bool varies(const Form& form, SymbolId id) const {
    return std::ranges::binary_search(symbols_of(form), id);
  }

  /// Facts that say something about the index which the ranges of its variables do not. What relates it to the laps of
  /// another loop, or to data, does not leave out values.
  [[nodiscard]] bool is_guard(const Form& fact) const {
    bool about_index = false;
    for (const SymbolId id : symbols_of(fact)) {
      const bool in_index = varies(offset_, id);
      const VariableKind kind = variables_.kind(id);
      if (!in_index && (kind == VariableKind::Lap || kind == VariableKind::Opaque)) return false;
      about_index |= in_index && !variables_.is_kernel_symbol(id);
    }
    return about_index && !ranges_.non_negative(fact);
  }

  bool find_digits() {
    for (const SymbolId id : symbols_of(offset_)) {
      if (variables_.is_kernel_symbol(id)) continue;
      if (variables_.kind(id) == VariableKind::Opaque) return false;
      const auto amount = coefficient(offset_, id);
      if (!amount || !over_kernel_symbols(*amount)) return false;
      const Form negative = Form(0) - *amount;
      if (model::provably_non_negative(*amount, variables_.symbols()))
        digits_.push_back({id, *amount, *amount});
      else if (model::provably_non_negative(negative, variables_.symbols()))
        digits_.push_back({id, *amount, negative});
      else
        return false;
    }
    std::ranges::sort(digits_, {},
                      [](const Digit& digit) { return std::tuple(size_of(digit.stride), digit.variable); });
    return true;
  }

  [[nodiscard]] bool over_kernel_symbols(const Form& form) const {
    return std::ranges::all_of(symbols_of(form), [&](SymbolId id) { return variables_.is_kernel_symbol(id); });
  }

  /// Orders strides: 4, then 4*width, then 4*width*height.
  static std::pair<std::size_t, std::int64_t> size_of(const Form& stride) {
    return {degree(stride), stride.terms().empty() ? stride.constant() : stride.terms().front().coefficient};
  }

  /// The next value of the digit begins where the bytes of this one end, or before.
  void require_contact(const Digit& digit) {
    for (const Form& length : lengths_.back()) {
      const Form rest = length - digit.stride;
      const bool known = model::provably_non_negative(rest, variables_.symbols()) ||
                         std::ranges::find(conditions_, rest) != conditions_.end();
      if (!known) conditions_.push_back(rest);
    }
  }

  /// The lengths after all values of the digit; none when they have no end.
  [[nodiscard]] std::vector<Form> extended(const Digit& digit) const {
    const auto count = variables_.count(digit.variable);
    if (!count) return {};
    std::vector<Form> lengths = lengths_.back();
    for (Form& length : lengths) length += digit.stride * (*count - 1);
    return lengths;
  }

  /// Tries to read the guard as a limit of the digits from some one up to `end`; true when that is all it says.
  bool clip(const Form& guard, std::size_t end) {
    for (std::size_t begin = end; begin-- > 0;) {
      Form index;
      for (std::size_t i = begin; i < end; ++i) index += digits_[i].amount * Form::symbol(digits_[i].variable);
      const auto ratio = ratio_of(index, guard);
      if (!ratio) continue;
      const Form negative = Form(0) - *ratio;
      const bool positive = model::provably_non_negative(*ratio, variables_.symbols());
      if (!positive && !model::provably_non_negative(negative, variables_.symbols())) return false;
      // index * sign + rest >= 0
      const Form rest = positive ? guard * *ratio - index : guard * negative + index;
      return shorten(begin, positive ? Form(0) - index : index, rest);
    }
    return false;
  }

  /// `index <= limit`: the digits from `begin` on cover no more than from their least value to the limit.
  bool shorten(std::size_t begin, const Form& index, const Form& limit) {
    const std::vector<Limit> least = ranges_.lower(index);
    if (least.size() != 1) return false;
    for (const Form& inner : lengths_[begin]) lengths_.back().push_back(limit - least.front().end + inner);
    return true;
  }

  /// The factor that makes the variable part of the guard that of the index.
  [[nodiscard]] std::optional<Form> ratio_of(const Form& index, const Form& guard) const {
    Form varying;
    for (const SymbolId id : symbols_of(guard)) {
      if (variables_.is_kernel_symbol(id)) continue;
      const auto amount = coefficient(guard, id);
      if (!amount || !over_kernel_symbols(*amount)) return std::nullopt;
      varying += *amount * Form::symbol(id);
    }
    return divide(index, varying);
  }

  static inline const Facts kNoFacts;

  const Form& offset_;
  const Variables& variables_;
  Bounds ranges_;
  std::vector<std::vector<Form>> lengths_;  // covered by the first digits; each entry the least of its forms
  std::vector<Form> guards_;
  std::vector<Digit> digits_;
  std::vector<Form> conditions_;
};

}  // namespace

std::optional<std::vector<Form>> density(const Form& offset, const Form& bytes, const Facts& facts,
                                         const Variables& variables) {
  return Density(offset, bytes, facts, variables).run();
}

}  // namespace cudep::kernels
