// Forms as numbers: random forms and their values under every assignment of the symbols, the slow check of what the
// tests of forms and byte ranges expect.
#pragma once
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "rules/model/form.h"

namespace cudep::model {

using Assignment = std::vector<std::int64_t>;  // the value of each symbol

/// The number that the form is under the assignment, with the wrapping of the machine.
inline std::int64_t value_of(const Form& form, const Assignment& values) {
  auto sum = static_cast<std::uint64_t>(form.constant());
  for (const Form::Term& term : form.terms()) {
    auto product = static_cast<std::uint64_t>(term.coefficient);
    for (const SymbolId id : term.symbols) product *= static_cast<std::uint64_t>(values[index(id)]);
    sum += product;
  }
  return static_cast<std::int64_t>(sum);
}

/// Calls `visit` with every assignment within the bounds; a missing bound is taken as -9 or 9.
inline void for_each_assignment(const SymbolTable& symbols, const std::function<void(const Assignment&)>& visit) {
  Assignment values(symbols.size());
  const std::function<void(std::size_t)> choose = [&](std::size_t i) {
    if (i == symbols.size()) return visit(values);
    const Symbol& symbol = symbols[static_cast<SymbolId>(i)];
    for (std::int64_t value = symbol.low.value_or(-9); value <= symbol.high.value_or(9); ++value) {
      values[i] = value;
      choose(i + 1);
    }
  };
  choose(0);
}

class RandomForms {
 public:
  explicit RandomForms(unsigned seed) : random_(seed) {}

  std::int64_t number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }

  /// Symbols with bounds about `low`, each of which may be missing.
  SymbolTable symbols(std::size_t count, std::int64_t low, int percent_bounded) {
    SymbolTable table;
    for (std::size_t i = 0; i < count; ++i) {
      Symbol symbol{.name = std::string(1, static_cast<char>('a' + i))};
      const std::int64_t least = number(low, low + 3);
      if (chance(percent_bounded)) symbol.low = least;
      if (chance(percent_bounded)) symbol.high = least + number(0, 4);
      table.add(symbol);
    }
    return table;
  }

  Form form(const SymbolTable& symbols, std::size_t largest_degree) {
    Form sum(number(-9, 9));
    for (std::int64_t terms = number(0, 3); terms > 0; --terms) {
      Form product(number(-4, 4));
      for (auto degree = number(1, static_cast<std::int64_t>(largest_degree)); degree > 0; --degree) {
        const auto chosen = number(0, static_cast<std::int64_t>(symbols.size()) - 1);
        product = product * Form::symbol(static_cast<SymbolId>(chosen));
      }
      sum += product;
    }
    return sum;
  }

 private:
  std::mt19937 random_;
};

}  // namespace cudep::model
