// One function per kind of operation; everything that is not understood becomes an opaque variable.
#include "analyzer/kernels/arithmetic.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "analyzer/kernels/algebra.h"

namespace cudep::kernels {
namespace {

using model::Form;
using program::Arithmetic;
using program::Type;
using program::TypeKind;

constexpr std::size_t kMostTerms = 24;
constexpr std::size_t kHighestDegree = 6;

bool is_simple(const Form& form) { return form.terms().size() <= kMostTerms && degree(form) <= kHighestDegree; }

/// Every case of the one with every case of the other.
Value for_each_pair(const Value& left, const Value& right, Variables& variables,
                    const std::function<Scalar(const Scalar&, const Scalar&)>& combine) {
  const bool many = left.size() * right.size() > kMostCases;
  const Value& first = many && left.size() > 1 ? blurred(left, variables) : left;
  const Value& second = many && right.size() > 1 ? blurred(right, variables) : right;
  Value all;
  for (const Case& a : first)
    for (const Case& b : second) all.push_back({combine(a.value, b.value), together(a.when, b.when)});
  return all;
}

/// 2^k - 1, the mask of a remainder.
bool is_low_mask(std::int64_t mask) { return mask > 0 && std::has_single_bit(static_cast<std::uint64_t>(mask) + 1); }

Form divide_forms(const Form& a, const Form& b, Variables& variables) {
  const auto x = a.as_number();
  const auto y = b.as_number();
  if (y == 0) return variables.opaque(variables.sliced(a));
  if (x && y && (*x != INT64_MIN || *y != -1)) return *x / *y;
  if (const auto quotient = divide(a, b)) return *quotient;
  return variables.divide(a, b).quotient;
}

Form remainder_of(const Form& a, const Form& b, Variables& variables) {
  const auto x = a.as_number();
  const auto y = b.as_number();
  if (y == 0) return variables.opaque(variables.sliced(a));
  if (x && y && (*x != INT64_MIN || *y != -1)) return *x % *y;
  return variables.divide(a, b).remainder;
}

Form bitwise_and(const Form& a, const Form& b, Variables& variables) {
  const auto x = a.as_number();
  const auto y = b.as_number();
  if (x && y) return *x & *y;
  if (x) return bitwise_and(b, a, variables);
  const bool sliced = variables.sliced(a) || variables.sliced(b);
  if (!y) return variables.opaque_up_to({a, b}, sliced);
  if (is_low_mask(*y)) return variables.divide(a, Form(*y + 1)).remainder;
  if (*y < 0 && is_low_mask(~*y)) return a - variables.divide(a, Form(~*y + 1)).remainder;
  return *y < 0 ? variables.opaque(sliced) : variables.opaque_up_to({Form(*y)}, sliced);
}

Form bitwise_or(Arithmetic operation, const Form& a, const Form& b, Variables& variables) {
  const auto x = a.as_number();
  const auto y = b.as_number();
  if (x && y) return operation == Arithmetic::Or ? *x | *y : *x ^ *y;
  return variables.opaque_up_to({a + b}, variables.sliced(a) || variables.sliced(b));
}

Form shifted(Arithmetic operation, const Form& a, const Form& b, Variables& variables) {
  const auto count = b.as_number();
  constexpr std::int64_t kMostShift = 62;
  if (!count || *count < 0 || *count > kMostShift) return variables.opaque(variables.sliced(a) || variables.sliced(b));
  const Form factor(std::int64_t{1} << *count);
  return operation == Arithmetic::ShiftLeft ? a * factor : divide_forms(a, factor, variables);
}

Form integer_arithmetic(Arithmetic operation, const Form& a, const Form& b, Variables& variables) {
  switch (operation) {
    case Arithmetic::Add:
      return a + b;
    case Arithmetic::Subtract:
      return a - b;
    case Arithmetic::Multiply:
      return a * b;
    case Arithmetic::Divide:
      return divide_forms(a, b, variables);
    case Arithmetic::Remainder:
      return remainder_of(a, b, variables);
    case Arithmetic::And:
      return bitwise_and(a, b, variables);
    case Arithmetic::Or:
    case Arithmetic::Xor:
      return bitwise_or(operation, a, b, variables);
    case Arithmetic::ShiftLeft:
    case Arithmetic::ShiftRight:
      return shifted(operation, a, b, variables);
    case Arithmetic::Negate:
      return Form(0) - a;
    case Arithmetic::Complement:
      return Form(-1) - a;
    default:
      return variables.opaque(variables.sliced(a) || variables.sliced(b));
  }
}

Scalar convert(const Type& to, const Type& from, const Scalar& value, Variables& variables) {
  const bool kept = std::holds_alternative<Pointer>(value) || std::holds_alternative<Comparison>(value) ||
                    std::holds_alternative<program::FunctionId>(value);
  if (kept && to.kind != TypeKind::Float) return value;
  if (to.kind != TypeKind::Integer) return Anything{is_sliced(value, variables)};
  const auto* form = std::get_if<Form>(&value);
  if (form == nullptr || from.kind != TypeKind::Integer)
    return loaded_integer(to, is_sliced(value, variables), variables);
  if (to.bytes >= 4 || to.bytes >= from.bytes) return *form;
  const auto number = form->as_number();
  const std::int64_t values = std::int64_t{1} << (8 * to.bytes);
  if (number && *number >= 0 && *number < values / 2) return *form;
  return loaded_integer(to, variables.sliced(*form), variables);
}

/// `x == 0` of a comparison is its opposite, and so on.
std::optional<Scalar> compare_comparison(Arithmetic operation, const Scalar& left, const Scalar& right) {
  const auto* comparison = std::get_if<Comparison>(&left);
  const auto* form = std::get_if<Form>(&right);
  const auto number = form == nullptr ? std::nullopt : form->as_number();
  if (comparison == nullptr || !number || (*number != 0 && *number != 1)) return std::nullopt;
  if (operation != Arithmetic::Equal && operation != Arithmetic::NotEqual) return std::nullopt;
  const bool same = (operation == Arithmetic::Equal) == (*number == 1);
  return same ? *comparison : Comparison{comparison->if_false, comparison->if_true};
}

Scalar compare_scalars(Arithmetic operation, const Scalar& left, const Scalar& right, Variables& variables) {
  if (const auto known = compare_comparison(operation, left, right)) return *known;
  const auto* a = std::get_if<Pointer>(&left);
  const auto* b = std::get_if<Pointer>(&right);
  if (a != nullptr && b != nullptr && a->place == b->place) return compare(operation, a->offset, b->offset, variables);
  const auto* x = std::get_if<Form>(&left);
  const auto* y = std::get_if<Form>(&right);
  return x != nullptr && y != nullptr ? compare(operation, *x, *y, variables) : Comparison{};
}

/// A pointer moved by an integer addition.
std::optional<Scalar> moved_pointer(Arithmetic operation, const Scalar& left, const Scalar& right) {
  const auto* pointer = std::get_if<Pointer>(&left);
  const auto* form = std::get_if<Form>(&right);
  if (pointer == nullptr || form == nullptr) return std::nullopt;
  if (operation == Arithmetic::Add) return Pointer{pointer->place, pointer->offset + *form};
  if (operation == Arithmetic::Subtract) return Pointer{pointer->place, pointer->offset - *form};
  return std::nullopt;
}

Scalar combine(const program::Compute& instruction, const Scalar& left, const Scalar& right, Variables& variables) {
  const Arithmetic operation = instruction.operation;
  if (operation == Arithmetic::Convert) return convert(instruction.type, instruction.operand_type, left, variables);
  if (operation == Arithmetic::LogicalNot) {
    const Form zero(0);
    return compare_scalars(Arithmetic::Equal, left, zero, variables);
  }
  if (operation >= Arithmetic::Equal && operation <= Arithmetic::GreaterEqual)
    return compare_scalars(operation, left, right, variables);
  if (operation == Arithmetic::PointerDifference) {
    const auto* a = std::get_if<Pointer>(&left);
    const auto* b = std::get_if<Pointer>(&right);
    if (a != nullptr && b != nullptr && a->place == b->place) return a->offset - b->offset;
  }
  if (const auto moved = moved_pointer(operation, left, right)) return *moved;
  const bool sliced = is_sliced(left, variables) || is_sliced(right, variables);
  if (instruction.type.kind != TypeKind::Integer) return Anything{sliced};
  const Form result = integer_arithmetic(operation, as_form(left, variables), as_form(right, variables), variables);
  return is_simple(result) ? result : variables.opaque(sliced);
}

/// The greatest number that divides the form whatever its symbols are.
std::int64_t step_of(const Form& form) {
  std::int64_t step = form.constant();
  for (const Form::Term& term : form.terms()) step = std::gcd(step, term.coefficient);
  return std::max<std::int64_t>(step, 1);
}

/// A counter that begins below a limit and goes up evenly is below it as long as it is not equal to it; what is not
/// negative and not zero is positive.
Facts of_inequality(const Form& left, const Form& right, const Variables& variables) {
  const Form difference = right - left;
  for (const model::SymbolId id : symbols_of(difference)) {
    if (variables.is_kernel_symbol(id) || variables.kind(id) != VariableKind::Lap) continue;
    const auto step = coefficient(difference, id);
    const auto number = step ? step->as_number() : std::nullopt;
    if (number && *number < 0) return {difference - step_of(difference)};
    if (number && *number > 0) return {Form(0) - difference - step_of(difference)};
  }
  for (const Form& distance : {difference, Form(0) - difference})
    if (!distance.terms().empty() && model::provably_non_negative(distance, variables.symbols())) return {distance - 1};
  return {};
}

}  // namespace

Comparison compare(Arithmetic operation, const Form& left, const Form& right, const Variables& variables) {
  const Form up = right - left;
  const Form down = left - right;
  switch (operation) {
    case Arithmetic::Less:
      return {{up - 1}, {down}};
    case Arithmetic::LessEqual:
      return {{up}, {down - 1}};
    case Arithmetic::Greater:
      return {{down - 1}, {up}};
    case Arithmetic::GreaterEqual:
      return {{down}, {up - 1}};
    case Arithmetic::Equal:
      return {{up, down}, of_inequality(left, right, variables)};
    case Arithmetic::NotEqual:
      return {of_inequality(left, right, variables), {up, down}};
    default:
      return {};
  }
}

Value compute(const program::Compute& instruction, const Value& left, const Value& right, Variables& variables) {
  return for_each_pair(left, right, variables,
                       [&](const Scalar& a, const Scalar& b) { return combine(instruction, a, b, variables); });
}

Value address(const Value& base, std::int64_t offset, const Value& index, std::int64_t scale, Variables& variables) {
  return for_each_pair(base, index, variables, [&](const Scalar& from, const Scalar& by) -> Scalar {
    const auto* pointer = std::get_if<Pointer>(&from);
    if (pointer == nullptr) return Pointer{UnknownMemory{}, Form(0)};
    const Form moved = pointer->offset + offset + as_form(by, variables) * scale;
    return Pointer{pointer->place, is_simple(moved) ? moved : variables.opaque(variables.sliced(moved))};
  });
}

Value smaller(const Value& first, const Value& second, Variables& variables) {
  return for_each_pair(first, second, variables, [&](const Scalar& a, const Scalar& b) -> Scalar {
    const Form x = as_form(a, variables);
    const Form y = as_form(b, variables);
    if (x.as_number() && y.as_number()) return std::min(*x.as_number(), *y.as_number());
    const Form least = variables.opaque_signed(variables.sliced(x) || variables.sliced(y));
    variables.restrict(least, x - least);
    variables.restrict(least, y - least);
    // A count that is a parameter is at least one, so that `n - 1` is not negative either.
    const bool positive = model::provably_non_negative(x + 1, variables.symbols()) &&
                          model::provably_non_negative(y + 1, variables.symbols());
    if (positive) variables.restrict(least, least);
    return least;
  });
}

Value larger(const Value& first, const Value& second, Variables& variables) {
  Value all;
  const Value pairs = for_each_pair(first, second, variables, [&](const Scalar& a, const Scalar& b) -> Scalar {
    return Comparison{{as_form(a, variables)}, {as_form(b, variables)}};
  });
  for (const Case& pair : pairs) {
    const auto& [a, b] = std::get<Comparison>(pair.value);
    all.push_back({a.front(), together(pair.when, {a.front() - b.front()})});
    all.push_back({b.front(), together(pair.when, {b.front() - a.front()})});
  }
  return all.size() <= kMostCases ? all : blurred(all, variables);
}

Comparison as_condition(const Value& value, Variables& variables) {
  std::optional<Facts> if_true;
  std::optional<Facts> if_false;
  const auto meet = [](std::optional<Facts>& all, const Facts& more) {
    all = all ? without(*all, without(*all, more)) : more;
  };
  for (const Case& one : value) {
    const auto* form = std::get_if<Form>(&one.value);
    const auto number = form == nullptr ? std::nullopt : form->as_number();
    Comparison comparison;
    if (form != nullptr) comparison = compare(Arithmetic::NotEqual, *form, Form(0), variables);
    if (const auto* known = std::get_if<Comparison>(&one.value)) comparison = *known;
    if (number != 0) meet(if_true, together(comparison.if_true, one.when));
    if (!number || number == 0) meet(if_false, together(comparison.if_false, one.when));
  }
  return {if_true.value_or(Facts{}), if_false.value_or(Facts{})};
}

Form loaded_integer(const Type& type, bool sliced, Variables& variables) {
  if (type.kind != TypeKind::Integer || type.bytes >= 4) return variables.opaque(sliced);
  const std::int64_t values = std::int64_t{1} << (8 * type.bytes);
  return variables.opaque_up_to({Form(type.is_signed ? values / 2 - 1 : values - 1)}, sliced);
}

}  // namespace cudep::kernels
