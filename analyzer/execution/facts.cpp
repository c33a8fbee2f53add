#include "analyzer/execution/facts.h"

#include <algorithm>
#include <utility>

namespace cudep::execution {
namespace {

using program::Arithmetic;

/// `difference comparison 0` as `core comparison -constant`, with a core that is the same for both signs.
struct Normal {
  Arithmetic comparison;
  Form core;
  std::int64_t bound;
};

Normal normalize(Arithmetic comparison, const Form& difference) {
  const Form core = difference - Form(difference.constant());
  if (core.terms().front().coefficient > 0) return {comparison, core, -difference.constant()};
  return {mirrored(comparison), Form(0) - core, difference.constant()};
}

std::optional<std::int64_t> larger(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? std::max(*a, *b) : (a ? a : b);
}
std::optional<std::int64_t> smaller(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b ? std::min(*a, *b) : (a ? a : b);
}

}  // namespace

Arithmetic mirrored(Arithmetic comparison) {
  switch (comparison) {
    case Arithmetic::Less:
      return Arithmetic::Greater;
    case Arithmetic::LessEqual:
      return Arithmetic::GreaterEqual;
    case Arithmetic::Greater:
      return Arithmetic::Less;
    case Arithmetic::GreaterEqual:
      return Arithmetic::LessEqual;
    default:
      return comparison;
  }
}

Arithmetic negated(Arithmetic comparison) {
  switch (comparison) {
    case Arithmetic::Less:
      return Arithmetic::GreaterEqual;
    case Arithmetic::LessEqual:
      return Arithmetic::Greater;
    case Arithmetic::Greater:
      return Arithmetic::LessEqual;
    case Arithmetic::GreaterEqual:
      return Arithmetic::Less;
    case Arithmetic::Equal:
      return Arithmetic::NotEqual;
    default:
      return Arithmetic::Equal;
  }
}

bool holds(Arithmetic comparison, std::int64_t difference) {
  switch (comparison) {
    case Arithmetic::Less:
      return difference < 0;
    case Arithmetic::LessEqual:
      return difference <= 0;
    case Arithmetic::Greater:
      return difference > 0;
    case Arithmetic::GreaterEqual:
      return difference >= 0;
    case Arithmetic::Equal:
      return difference == 0;
    default:
      return difference != 0;
  }
}

std::optional<bool> Facts::decide(Arithmetic comparison, const Form& difference,
                                  const model::SymbolTable& symbols) const {
  if (const auto number = difference.as_number()) return holds(comparison, *number);
  const Normal normal = normalize(comparison, difference);
  auto low = model::lower_bound(normal.core, symbols);
  auto high = model::upper_bound(normal.core, symbols);
  bool excluded = false;
  if (const auto found = bounds_.find(normal.core); found != bounds_.end()) {
    low = larger(low, found->second.low);
    high = smaller(high, found->second.high);
    excluded = found->second.excluded.contains(normal.bound);
  }
  const bool never_equal = excluded || (low && *low > normal.bound) || (high && *high < normal.bound);
  const bool always_equal = low && high && *low == normal.bound && *high == normal.bound;
  switch (normal.comparison) {
    case Arithmetic::Equal:
      if (never_equal) return false;
      if (always_equal) return true;
      return std::nullopt;
    case Arithmetic::NotEqual:
      if (never_equal) return true;
      if (always_equal) return false;
      return std::nullopt;
    case Arithmetic::Less:
      if (high && *high < normal.bound) return true;
      if (low && *low >= normal.bound) return false;
      return std::nullopt;
    case Arithmetic::LessEqual:
      if (high && *high <= normal.bound) return true;
      if (low && *low > normal.bound) return false;
      return std::nullopt;
    case Arithmetic::Greater:
    case Arithmetic::GreaterEqual:
    default: {
      const auto opposite = decide(negated(comparison), difference, symbols);
      return opposite ? std::optional(!*opposite) : std::nullopt;
    }
  }
}

void Facts::assume(Arithmetic comparison, const Form& difference, model::SymbolTable& symbols) {
  if (difference.as_number()) return;
  const Normal normal = normalize(comparison, difference);
  Bounds& bounds = bounds_[normal.core];
  std::optional<std::int64_t> low, high;
  switch (normal.comparison) {
    case Arithmetic::Equal:
      low = high = normal.bound;
      break;
    case Arithmetic::NotEqual:
      bounds.excluded.insert(normal.bound);
      break;
    case Arithmetic::Less:
      high = normal.bound - 1;
      break;
    case Arithmetic::LessEqual:
      high = normal.bound;
      break;
    case Arithmetic::Greater:
      low = normal.bound + 1;
      break;
    default:
      low = normal.bound;
      break;
  }
  bounds.low = larger(bounds.low, low);
  bounds.high = smaller(bounds.high, high);
  if (const auto inherent = model::lower_bound(normal.core, symbols)) bounds.low = larger(bounds.low, inherent);
  if (const auto inherent = model::upper_bound(normal.core, symbols)) bounds.high = smaller(bounds.high, inherent);
  while (bounds.low && bounds.excluded.contains(*bounds.low)) ++*bounds.low;
  while (bounds.high && bounds.excluded.contains(*bounds.high)) --*bounds.high;
  const auto& terms = normal.core.terms();
  const bool plain_symbol = terms.size() == 1 && terms.front().coefficient == 1 && terms.front().symbols.size() == 1;
  if (plain_symbol) symbols.restrict(terms.front().symbols.front(), bounds.low, bounds.high);
}

}  // namespace cudep::execution
