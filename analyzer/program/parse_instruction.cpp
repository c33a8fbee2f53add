// Instructions from text: one function for each word that begins one.
#include <fmt/format.h>

#include <utility>

#include "analyzer/program/parse_names.h"
#include "analyzer/program/spelling.h"

namespace cudep::program {
namespace {

using Operation = decltype(Instruction::operation);

Operation compute(Reader& reader, Parts& parts, Register result, Arithmetic operation) {
  Compute compute{.result = result, .operation = operation};
  compute.operand_type = parts.type();
  compute.left = parts.operand();
  if (!is_unary(operation)) {
    reader.expect(",");
    compute.right = parts.operand();
  }
  compute.type = reader.accept("->") ? parts.type() : usual_result(operation, compute.operand_type);
  return compute;
}

Operation address(Reader& reader, Parts& parts, Register result) {
  Address address{.result = result, .base = parts.operand()};
  while (reader.accept("+")) {
    Operand term = parts.operand();
    if (reader.accept("*")) {
      address.index = std::move(term);
      address.scale = reader.integer();
    } else if (const auto* offset = std::get_if<std::int64_t>(&term)) {
      address.offset = *offset;
    } else {
      reader.fail("expected '*' and the scale of the index");
    }
    if (reader.failed()) break;
  }
  return address;
}

std::vector<Operand> arguments(Reader& reader, Parts& parts) {
  std::vector<Operand> operands;
  reader.expect("(");
  if (reader.accept(")")) return operands;
  do operands.push_back(parts.operand());
  while (reader.accept(","));
  reader.expect(")");
  return operands;
}

Operation call(Reader& reader, Parts& parts, std::optional<Register> result) {
  Call call{.result = result};
  call.is_virtual = reader.accept("virtual");
  call.type = parts.type();
  if (reader.at(TokenKind::Register))
    call.callee = parts.register_();
  else
    call.callee = parts.function();
  call.arguments = arguments(reader, parts);
  if (reader.accept("->")) call.result_object = parts.operand();
  if (reader.accept("allocates")) call.allocates = parts.layout();
  return call;
}

Operation launch(Reader& reader, Parts& parts) {
  Launch launch{.kernel = parts.operand(), .shared_bytes = std::int64_t{0}, .stream = std::int64_t{0}};
  const std::pair<std::string_view, Operand*> settings[] = {
      {"grid", &launch.grid}, {"block", &launch.block}, {"shared", &launch.shared_bytes}, {"stream", &launch.stream}};
  for (const auto& [word, operand] : settings) {
    if (!reader.accept(word)) continue;
    reader.expect("=");
    *operand = parts.operand();
  }
  launch.arguments = arguments(reader, parts);
  return launch;
}

StringId condition(Reader& reader, Parts& parts) {
  return parts.string(reader.at(TokenKind::String) ? reader.take(TokenKind::String, "a string") : "");
}

Operation branch(Reader& reader, Parts& parts) {
  Branch branch{.condition = parts.operand()};
  reader.expect(",");
  branch.if_true = parts.block();
  reader.expect(",");
  branch.if_false = parts.block();
  branch.text = condition(reader, parts);
  return branch;
}

Operation choice(Reader& reader, Parts& parts) {
  Switch choice{.value = parts.operand()};
  for (reader.expect(","); reader.at(TokenKind::Integer) && !reader.failed(); reader.expect(",")) {
    const std::int64_t value = reader.integer();
    reader.expect(":");
    choice.cases.emplace_back(value, parts.block());
  }
  reader.expect("else");
  reader.expect(":");
  choice.otherwise = parts.block();
  choice.text = condition(reader, parts);
  return choice;
}

Operation copy(Reader& reader, Parts& parts) {
  CopyObject copy;
  copy.from = parts.operand();
  reader.expect("->");
  copy.to = parts.operand();
  reader.expect(",");
  copy.bytes = reader.integer();
  return copy;
}

Operation store(Reader& reader, Parts& parts) {
  const bool is_volatile = reader.accept("volatile");
  Store store{.type = parts.type(), .is_volatile = is_volatile};
  store.value = parts.operand();
  reader.expect("->");
  store.address = parts.operand();
  return store;
}

Operation zero(Reader& reader, Parts& parts) {
  ZeroObject zero{.address = parts.operand()};
  reader.expect(",");
  zero.bytes = reader.integer();
  return zero;
}

Operation dynamic_type(Reader& reader, Parts& parts) {
  SetDynamicType set{.address = parts.operand()};
  reader.expect(",");
  set.type = parts.class_();
  return set;
}

Operation stop(Reader& reader) {
  const auto kind = find_stop(reader.peek().text);
  if (!kind) return reader.fail("expected throw, no_return or unreachable"), Stop{};
  reader.accept(spelling(*kind));
  return Stop{*kind};
}

/// After `%3 =`.
Operation with_result(Reader& reader, Parts& parts, Register result) {
  if (reader.accept("address")) return address(reader, parts, result);
  if (reader.accept("call")) return call(reader, parts, result);
  if (reader.accept("load")) {
    const bool is_volatile = reader.accept("volatile");
    Load load{.result = result, .type = parts.type(), .is_volatile = is_volatile};
    reader.expect(",");
    load.address = parts.operand();
    return load;
  }
  const auto operation = find_arithmetic(reader.peek().text);
  if (!operation) return reader.fail("expected an operation that has a result"), Stop{};
  reader.accept(spelling(*operation));
  return compute(reader, parts, result, *operation);
}

Operation without_result(Reader& reader, Parts& parts) {
  if (reader.accept("store")) return store(reader, parts);
  if (reader.accept("call")) return call(reader, parts, std::nullopt);
  if (reader.accept("launch")) return launch(reader, parts);
  if (reader.accept("branch")) return branch(reader, parts);
  if (reader.accept("jump")) return Jump{parts.block()};
  if (reader.accept("switch")) return choice(reader, parts);
  if (reader.accept("copy")) return copy(reader, parts);
  if (reader.accept("zero")) return zero(reader, parts);
  if (reader.accept("begin")) return ScopeBegin{parts.local()};
  if (reader.accept("end")) return ScopeEnd{parts.local()};
  if (reader.accept("dynamic_type")) return dynamic_type(reader, parts);
  if (reader.accept("stop")) return stop(reader);
  if (reader.accept("return")) {
    const bool has_value = !reader.at(TokenKind::End) && reader.peek().text != "at";
    return Return{has_value ? std::optional(parts.operand()) : std::nullopt};
  }
  reader.fail("expected an instruction");
  return Stop{};
}

}  // namespace

Instruction parse_instruction(Reader& reader, Parts& parts) {
  if (!reader.at(TokenKind::Register)) return {without_result(reader, parts)};
  const Register result = parts.register_();
  reader.expect("=");
  return {with_result(reader, parts, result)};
}

}  // namespace cudep::program
