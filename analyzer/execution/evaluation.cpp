// Values: operands, arithmetic over forms, and what can be told of a condition.
#include <algorithm>
#include <utility>

#include "analyzer/execution/machine.h"
#include "analyzer/program/visit.h"

namespace cudep::execution {

using program::Arithmetic;
using program::Type;
using program::TypeKind;

namespace {

bool is_comparison(Arithmetic operation) {
  return operation >= Arithmetic::Equal && operation <= Arithmetic::GreaterEqual;
}

/// The number as a register of the type holds it.
std::int64_t wrap(std::int64_t number, Type type) {
  if (type.bytes >= 8 || type.bytes == 0) return number;
  const unsigned unused = 64 - 8 * type.bytes;
  const auto shifted = static_cast<std::uint64_t>(number) << unused;
  if (type.is_signed) return static_cast<std::int64_t>(shifted) >> unused;
  return static_cast<std::int64_t>(shifted >> unused);
}

std::optional<std::int64_t> fold(Arithmetic operation, std::int64_t a, std::int64_t b, Type type) {
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  const bool overflows = a == INT64_MIN && b == -1;
  switch (operation) {
    case Arithmetic::Divide:
      if (b == 0 || overflows) return std::nullopt;
      return type.is_signed ? a / b : static_cast<std::int64_t>(ua / ub);
    case Arithmetic::Remainder:
      if (b == 0 || overflows) return std::nullopt;
      return type.is_signed ? a % b : static_cast<std::int64_t>(ua % ub);
    case Arithmetic::And:
      return a & b;
    case Arithmetic::Or:
      return a | b;
    case Arithmetic::Xor:
      return a ^ b;
    case Arithmetic::ShiftLeft:
      return b < 0 || b > 63 ? std::nullopt : std::optional<std::int64_t>(ua << ub);
    case Arithmetic::ShiftRight:
      if (b < 0 || b > 63) return std::nullopt;
      return type.is_signed ? a >> b : static_cast<std::int64_t>(ua >> ub);
    default:
      return std::nullopt;
  }
}

/// a / b when b divides every part of a.
std::optional<Form> exact_quotient(const Form& a, std::int64_t b) {
  if (b == 0 || a.constant() % b != 0) return std::nullopt;
  Form result(a.constant() / b);
  for (const Form::Term& term : a.terms()) {
    if (term.coefficient % b != 0) return std::nullopt;
    Form product(term.coefficient / b);
    for (const model::SymbolId symbol : term.symbols) product = product * Form::symbol(symbol);
    result += product;
  }
  return result;
}

/// The symbol that stands for `a operation b` on this path.
Form derived(Path& path, const std::string& operation, const Form& a, const Form& b, std::optional<std::int64_t> low,
             std::optional<std::int64_t> high) {
  const auto key = std::pair(operation, std::pair(a, b));
  const auto known = path.derived.find(key);
  if (known != path.derived.end()) return Form::symbol(known->second);
  const auto& symbols = path.entities.symbols;
  // Where a number is made from itself again and again, names would double each time.
  constexpr std::size_t kLongestName = 120;
  std::string name = "(" + to_string(a, symbols) + ") " + operation + " (" + to_string(b, symbols) + ")";
  if (name.size() > kLongestName) name = "…";
  const model::SymbolId symbol = path.entities.symbols.add({name, low, high});
  path.derived.emplace(key, symbol);
  return Form::symbol(symbol);
}

Form remainder(Path& path, const Form& a, const Form& b) {
  const auto high = upper_bound(b, path.entities.symbols);
  return derived(path, "%", a, b, 0, high ? std::optional(*high - 1) : std::nullopt);
}

Form other_operation(Path& path, Arithmetic operation, const Form& a, const Form& b) {
  const auto number = b.as_number();
  if (operation == Arithmetic::ShiftLeft && number && *number >= 0 && *number < 63)
    return a * Form(std::int64_t{1} << *number);
  if (operation == Arithmetic::ShiftRight && number && *number >= 0 && *number < 63)
    return Form(0) + derived(path, ">>", a, b, std::nullopt, std::nullopt);
  if (operation == Arithmetic::And && number && *number >= 0) return derived(path, "&", a, b, 0, *number);
  return derived(path, "op" + std::to_string(static_cast<int>(operation)), a, b, std::nullopt, std::nullopt);
}

Value compare_pointers(Arithmetic comparison, const Pointer& a, const Pointer& b) {
  if (a.object == b.object) {
    const Form difference = a.offset - b.offset;
    if (const auto number = difference.as_number()) return Form(holds(comparison, *number) ? 1 : 0);
    return Condition{comparison, difference};
  }
  if (comparison == Arithmetic::Equal) return Form(0);
  if (comparison == Arithmetic::NotEqual) return Form(1);
  return Unknown{};
}

/// A pointer against zero: objects have addresses.
Value compare_with_number(Arithmetic comparison, const Form& number) {
  if (number != Form(0)) return Unknown{};
  return Form(comparison == Arithmetic::NotEqual || comparison == Arithmetic::Greater ? 1 : 0);
}

Value compare_values(Arithmetic comparison, const Value& left, const Value& right) {
  const auto *a = as_pointer(left), *b = as_pointer(right);
  if (a && b) return compare_pointers(comparison, *a, *b);
  const auto *function_a = std::get_if<FunctionId>(&left), *function_b = std::get_if<FunctionId>(&right);
  if (function_a && function_b) return Form((*function_a == *function_b) == (comparison == Arithmetic::Equal) ? 1 : 0);
  const Form *left_form = as_form(left), *right_form = as_form(right);
  if ((a || function_a) && right_form) return compare_with_number(comparison, *right_form);
  if ((b || function_b) && left_form) return compare_with_number(mirrored(comparison), *left_form);
  return Unknown{};
}

}  // namespace

Form Machine::fresh(Path& path, std::string name, std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
  return Form::symbol(path.entities.symbols.add({std::move(name), low, high}));
}

Form Machine::integer(Path& path, const Value& value, const std::string& name) {
  if (const Form* form = as_form(value)) return *form;
  return fresh(path, name);
}

Form Machine::quotient(Path& path, const Form& a, const Form& b) {
  const auto divisor = b.as_number();
  if (divisor)
    if (const auto exact = exact_quotient(a, *divisor)) return *exact;
  if (a == b) return Form(1);
  const auto low = lower_bound(a, path.entities.symbols);
  const auto high = upper_bound(a, path.entities.symbols);
  std::optional<std::int64_t> low_quotient, high_quotient;
  if (divisor && *divisor > 0 && low && *low >= 0) low_quotient = *low / *divisor;
  if (divisor && *divisor > 0 && high && *high >= 0) high_quotient = *high / *divisor;
  return derived(path, "/", a, b, low_quotient, high_quotient);
}

Form Machine::minimum(Path& path, const Form& a, const Form& b) {
  if (provably_non_negative(b - a, path.entities.symbols)) return a;
  if (provably_non_negative(a - b, path.entities.symbols)) return b;
  const Form least = derived(path, "min", a, b, std::nullopt, std::nullopt);
  path.minima[least.terms().front().symbols.front()] = {a, b};
  return least;
}

Value Machine::compute(Path& path, const program::Compute& compute, const Value& left, const Value& right) {
  const Arithmetic operation = compute.operation;
  if (compute.type.kind == TypeKind::Float || compute.operand_type.kind == TypeKind::Float) {
    if (is_comparison(operation)) return fresh(path, "", 0, 1);
    if (compute.type.kind == TypeKind::Integer) return fresh(path, "");
    return Unknown{};
  }
  if (operation == Arithmetic::Convert) {
    const Form* form = as_form(left);
    if (!form) return left;
    if (const auto number = form->as_number()) return Form(wrap(*number, compute.type));
    return *form;
  }
  if (operation == Arithmetic::LogicalNot) {
    if (const auto* condition = std::get_if<Condition>(&left))
      return Condition{negated(condition->comparison), condition->difference};
    if (const Form* form = as_form(left)) {
      if (const auto number = form->as_number()) return Form(*number == 0 ? 1 : 0);
      return Condition{Arithmetic::Equal, *form};
    }
    if (as_pointer(left) || std::holds_alternative<FunctionId>(left)) return Form(0);
    return Unknown{};
  }
  if (const auto *a = as_pointer(left), *b = as_pointer(right); operation == Arithmetic::PointerDifference && a && b)
    return a->object == b->object ? Value(a->offset - b->offset) : Value(fresh(path, "distance"));
  const auto* condition = std::get_if<Condition>(&left);
  if (const Form* zero = as_form(right); condition && zero && zero->as_number() == 0) {
    if (operation == Arithmetic::NotEqual) return *condition;
    if (operation == Arithmetic::Equal) return Condition{negated(condition->comparison), condition->difference};
  }
  const Form *a = as_form(left), *b = as_form(right);
  if (is_comparison(operation)) {
    if (!a || !b) return compare_values(operation, left, right);
    const Form difference = *a - *b;
    if (const auto number = difference.as_number()) return Form(holds(operation, *number) ? 1 : 0);
    return Condition{operation, difference};
  }
  if (const auto* pointer = as_pointer(left); pointer && b) {
    if (operation == Arithmetic::Add) return Pointer{pointer->object, pointer->offset + *b};
    if (operation == Arithmetic::Subtract) return Pointer{pointer->object, pointer->offset - *b};
  }
  if (!a || (!b && operation != Arithmetic::Negate && operation != Arithmetic::Complement)) return Unknown{};
  switch (operation) {
    case Arithmetic::Add:
      return *a + *b;
    case Arithmetic::Subtract:
      return *a - *b;
    case Arithmetic::Multiply:
      return *a * *b;
    case Arithmetic::Negate:
      return Form(0) - *a;
    case Arithmetic::Complement:
      return Form(-1) - *a;
    default:
      break;
  }
  const auto x = a->as_number(), y = b->as_number();
  if (x && y)
    if (const auto number = fold(operation, *x, *y, compute.operand_type)) return Form(wrap(*number, compute.type));
  if (operation == Arithmetic::Divide) return quotient(path, *a, *b);
  if (operation == Arithmetic::Remainder) {
    if (!y) return remainder(path, *a, Form(choose_count(path, *b)));
    return remainder(path, *a, *b);
  }
  return other_operation(path, operation, *a, *b);
}

Value Machine::evaluate(Path& path, const program::Operand& operand) {
  return std::visit(program::Overloaded{
                        [&](program::Register r) { return path.top().registers[index(r)]; },
                        [](std::int64_t number) -> Value { return Form(number); },
                        [&](program::LocalId local) -> Value {
                          auto& object = path.top().locals[index(local)];
                          if (!object) {
                            const program::Local& described = path.top().function().locals[index(local)];
                            object = path.memory.create(
                                {.name = described.name, .layout = described.layout, .bytes = Form(described.bytes)});
                          }
                          return Pointer{*object, Form(0)};
                        },
                        [&](program::GlobalId id) -> Value { return global(path, id); },
                        [](FunctionId function) -> Value { return function; },
                        [&](program::StringId text) -> Value { return literal(path, text); },
                        [](const auto&) -> Value { return Unknown{}; },
                    },
                    operand);
}

/// The characters of a string literal: equal texts are one object.
Pointer Machine::literal(Path& path, program::StringId text) {
  const auto [known, is_new] = path.literals.try_emplace(text);
  if (is_new) {
    known->second = path.memory.create({.name = program_.strings[index(text)], .is_literal = true});
  }
  return {known->second, Form(0)};
}

Form Machine::text_at(Path& path, const Pointer& at) {
  return derived(path, "text", Form(static_cast<std::int64_t>(at.object)), at.offset, std::nullopt, std::nullopt);
}

std::optional<bool> Machine::truth(const Path& path, const Value& condition) const {
  if (const Form* form = as_form(condition)) {
    if (const auto number = form->as_number()) return *number != 0;
    return path.facts.decide(Arithmetic::NotEqual, *form, path.entities.symbols);
  }
  if (const auto* pending = std::get_if<Condition>(&condition))
    return path.facts.decide(pending->comparison, pending->difference, path.entities.symbols);
  if (as_pointer(condition) || std::holds_alternative<FunctionId>(condition)) return true;
  return std::nullopt;
}

void Machine::suppose(Path& path, const Value& condition, bool outcome) {
  Condition decided;
  if (const Form* form = as_form(condition))
    decided = {Arithmetic::NotEqual, *form};
  else if (const auto* pending = std::get_if<Condition>(&condition))
    decided = *pending;
  else
    return;
  path.facts.assume(outcome ? decided.comparison : negated(decided.comparison), decided.difference,
                    path.entities.symbols);
}

}  // namespace cudep::execution
