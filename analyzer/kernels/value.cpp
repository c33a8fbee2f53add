// Joining values, and falling back where they differ too much.
#include "analyzer/kernels/value.h"

#include <algorithm>

namespace cudep::kernels {

using model::Form;

Value just(Scalar scalar) { return {{std::move(scalar), {}}}; }

bool is_sliced(const Scalar& scalar, const Variables& variables) {
  if (const auto* form = std::get_if<Form>(&scalar)) return variables.sliced(*form);
  if (const auto* pointer = std::get_if<Pointer>(&scalar)) return variables.sliced(pointer->offset);
  const auto* anything = std::get_if<Anything>(&scalar);
  return anything != nullptr && anything->sliced;
}

bool is_sliced(const Value& value, const Variables& variables) {
  return std::ranges::any_of(value, [&](const Case& one) { return is_sliced(one.value, variables); });
}

Form as_form(const Scalar& scalar, Variables& variables) {
  if (const auto* form = std::get_if<Form>(&scalar)) return *form;
  if (std::holds_alternative<Comparison>(scalar)) return variables.opaque_up_to({Form(1)}, false);
  return variables.opaque(is_sliced(scalar, variables));
}

Facts together(const Facts& first, const Facts& second) {
  Facts all = first;
  for (const Form& fact : second)
    if (std::ranges::find(all, fact) == all.end()) all.push_back(fact);
  return all;
}

Facts without(const Facts& facts, const Facts& others) {
  Facts rest;
  for (const Form& fact : facts)
    if (std::ranges::find(others, fact) == others.end()) rest.push_back(fact);
  return rest;
}

Value join(const Value& first, const Facts& when_first, const Value& second, const Facts& when_second,
           Variables& variables) {
  if (first == second) return first;
  Value all;
  const auto add = [&](const Value& value, const Facts& when) {
    for (const Case& one : value) {
      Case more{one.value, together(one.when, when)};
      if (std::ranges::find(all, more) == all.end()) all.push_back(std::move(more));
    }
  };
  add(first, when_first);
  add(second, when_second);
  return all.size() <= kMostCases ? all : blurred(all, variables);
}

Value blurred(const Value& value, Variables& variables) {
  const bool sliced = is_sliced(value, variables);
  const auto all_are = [&]<class Kind>(const Kind*) {
    return std::ranges::all_of(value, [](const Case& one) { return std::holds_alternative<Kind>(one.value); });
  };
  if (all_are(static_cast<const Form*>(nullptr))) return just(variables.opaque(sliced));
  if (value.empty() || !all_are(static_cast<const Pointer*>(nullptr))) return just(Anything{sliced});
  const Place& place = std::get<Pointer>(value.front().value).place;
  const bool one_place =
      std::ranges::all_of(value, [&](const Case& one) { return std::get<Pointer>(one.value).place == place; });
  if (!one_place) return just(Pointer{UnknownMemory{}, Form(0)});
  return just(Pointer{place, variables.opaque(sliced)});
}

}  // namespace cudep::kernels
