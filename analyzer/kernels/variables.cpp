// Making variables and what is known of them.
#include "analyzer/kernels/variables.h"

#include <algorithm>
#include <string>

#include "analyzer/kernels/algebra.h"

namespace cudep::kernels {

using model::Form;
using model::SymbolId;

namespace {

// The first symbols: six dimensions, then the indices. Blocks come before threads, because bounds are found from the
// last variable to the first, and the thread index is the innermost.
constexpr std::size_t kDimensions = 6;
constexpr std::size_t kFirstBlock = kDimensions;
constexpr std::size_t kFirstThread = kFirstBlock + 3;

constexpr const char* kDimensionNames[] = {"gridDim.x",  "gridDim.y",  "gridDim.z",
                                           "blockDim.x", "blockDim.y", "blockDim.z"};
constexpr const char* kIndexNames[] = {"blockIdx.x",  "blockIdx.y",  "blockIdx.z",
                                       "threadIdx.x", "threadIdx.y", "threadIdx.z"};

Form symbol_at(std::size_t position) { return Form::symbol(SymbolId(position)); }

}  // namespace

Variables::Variables() {
  for (std::size_t i = 0; i < kDimensions; ++i) {
    make(kDimensionNames[i], VariableKind::Dimension, false, 1);
    kernel_symbols_[SymbolId(i)] = static_cast<LaunchDimension>(i);
  }
  for (std::size_t i = 0; i < kDimensions; ++i) {
    const Form variable = make(kIndexNames[i], i < 3 ? VariableKind::Block : VariableKind::Thread, false);
    restrict(variable, symbol_at(i) - 1 - variable);
  }
}

Form Variables::launch(program::LaunchValue value) const {
  using enum program::LaunchValue;
  const auto position = static_cast<std::size_t>(value);
  if (value <= ThreadZ) return symbol_at(kFirstThread + position);
  if (value <= BlockZ) return symbol_at(kFirstBlock + position - static_cast<std::size_t>(BlockX));
  if (value <= BlockDimZ) return symbol_at(3 + position - static_cast<std::size_t>(BlockDimX));
  return symbol_at(position - static_cast<std::size_t>(GridDimX));
}

Form Variables::parameter(const ParameterField& field) {
  const auto [place, added] = parameters_.try_emplace(field);
  if (added) {
    place->second = make("parameter " + std::to_string(field.parameter), VariableKind::Parameter, true);
    kernel_symbols_[SymbolId(size() - 1)] = field;
  }
  return place->second;
}

Form Variables::opaque_up_to(const std::vector<Form>& limits, bool sliced) {
  const Form variable = opaque(sliced);
  for (const Form& limit : limits) restrict(variable, limit - variable);
  return variable;
}

Form Variables::opaque_signed(bool sliced) { return make("value", VariableKind::Opaque, sliced, std::nullopt); }

Division Variables::divide(const Form& dividend, const Form& divisor) {
  const auto [place, added] = divisions_.try_emplace({dividend, divisor});
  if (!added) return place->second;
  const bool is_sliced = sliced(dividend);
  if (!model::provably_non_negative(dividend, symbols_))
    return divisions_[{dividend, divisor}] = {opaque(is_sliced), opaque_up_to({divisor - 1}, is_sliced)};
  const Form quotient = opaque_up_to({dividend}, is_sliced);
  const Form remainder = opaque_up_to({divisor - 1, dividend}, is_sliced);
  const Form rest = dividend - divisor * quotient - remainder;
  for (const Form& variable : {quotient, remainder}) {
    restrict(variable, rest);
    restrict(variable, Form(0) - rest);
  }
  return divisions_[{dividend, divisor}] = {quotient, remainder};
}

bool Variables::sliced(const Form& form) const {
  return std::ranges::any_of(symbols_of(form), [&](SymbolId id) { return variables_[index(id)].sliced; });
}

std::optional<Form> Variables::count(SymbolId id) const {
  if (kind(id) != VariableKind::Thread && kind(id) != VariableKind::Block) return std::nullopt;
  return symbol_at(model::index(id) - kDimensions);
}

void Variables::restrict(const Form& variable, Form fact) {
  variables_[model::index(variable.terms().front().symbols.front())].facts.push_back(std::move(fact));
}

Form Variables::make(std::string name, VariableKind kind, bool sliced, std::optional<std::int64_t> low) {
  const SymbolId id = symbols_.add({.name = name, .low = low});
  counts_.add({.name = std::move(name), .low = kind == VariableKind::Parameter ? 1 : low});
  const Form form = Form::symbol(id);
  variables_.push_back({kind, sliced, {}});
  if (low && kind > VariableKind::Parameter) variables_.back().facts.push_back(form - *low);
  return form;
}

}  // namespace cudep::kernels
