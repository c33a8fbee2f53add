// One function per kind of operand and instruction.
#include "analyzer/program/print_instruction.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/program/spelling.h"
#include "analyzer/program/visit.h"

namespace cudep::program {
namespace {

std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

class InstructionPrinter {
 public:
  InstructionPrinter(const Function& function, const Program& program) : function_(function), program_(program) {}

  std::string operator()(const Compute& compute) const {
    std::string out = fmt::format("{} = {} {} {}", text(compute.result), spelling(compute.operation),
                                  spelling(compute.operand_type), text(compute.left));
    if (!is_unary(compute.operation)) out += ", " + text(compute.right);
    if (compute.type != usual_result(compute.operation, compute.operand_type)) out += " -> " + spelling(compute.type);
    return out;
  }

  std::string operator()(const Address& address) const {
    std::string out = fmt::format("{} = address {}", text(address.result), text(address.base));
    if (address.offset != 0) out += fmt::format(" + {}", address.offset);
    if (address.index) out += fmt::format(" + {} * {}", text(*address.index), address.scale);
    return out;
  }

  std::string operator()(const Load& load) const {
    return fmt::format("{} = load {}{}, {}", text(load.result), load.is_volatile ? "volatile " : "",
                       spelling(load.type), text(load.address));
  }

  std::string operator()(const Store& store) const {
    return fmt::format("store {}{} {} -> {}", store.is_volatile ? "volatile " : "", spelling(store.type),
                       text(store.value), text(store.address));
  }

  std::string operator()(const CopyObject& copy) const {
    return fmt::format("copy {} -> {}, {}", text(copy.from), text(copy.to), copy.bytes);
  }

  std::string operator()(const ZeroObject& zero) const {
    return fmt::format("zero {}, {}", text(zero.address), zero.bytes);
  }

  std::string operator()(const ScopeBegin& scope) const { return "begin " + text(scope.local); }
  std::string operator()(const ScopeEnd& scope) const { return "end " + text(scope.local); }

  std::string operator()(const SetDynamicType& set) const {
    return fmt::format("dynamic_type {}, ^{}", text(set.address), index(set.type));
  }

  std::string operator()(const Call& call) const {
    std::string out = call.result ? text(*call.result) + " = " : "";
    out += fmt::format("call {}{} ", call.is_virtual ? "virtual " : "", spelling(call.type));
    out += std::visit([&](const auto& callee) { return text(callee); }, call.callee);
    out += arguments(call.arguments);
    if (call.result_object) out += " -> " + text(*call.result_object);
    if (call.allocates) out += fmt::format(" allocates #{}", index(*call.allocates));
    return out;
  }

  std::string operator()(const Launch& launch) const {
    return fmt::format("launch {} grid={} block={} shared={} stream={} {}", text(launch.kernel), text(launch.grid),
                       text(launch.block), text(launch.shared_bytes), text(launch.stream), arguments(launch.arguments));
  }

  std::string operator()(const Branch& branch) const {
    return fmt::format("branch {}, {}, {}{}", text(branch.condition), block_text(branch.if_true),
                       block_text(branch.if_false), condition(branch.text));
  }

  std::string operator()(const Jump& jump) const { return "jump " + block_text(jump.target); }

  std::string operator()(const Switch& choice) const {
    std::string out = "switch " + text(choice.value);
    for (const auto& [value, block] : choice.cases) out += fmt::format(", {}: {}", value, block_text(block));
    return out + fmt::format(", else: {}{}", block_text(choice.otherwise), condition(choice.text));
  }

  std::string operator()(const Return& result) const {
    return result.value ? "return " + text(*result.value) : "return";
  }

  std::string operator()(const Stop& stop) const { return fmt::format("stop {}", spelling(stop.kind)); }

 private:
  [[nodiscard]] std::string text(const Operand& operand) const { return operand_text(operand, function_, program_); }

  [[nodiscard]] std::string condition(StringId id) const {
    if (index(id) >= program_.strings.size() || program_.strings[index(id)].empty()) return "";
    return " " + quoted(program_.strings[index(id)]);
  }

  [[nodiscard]] std::string arguments(const std::vector<Operand>& operands) const {
    std::string out = "(";
    for (const Operand& operand : operands) out += (out.size() > 1 ? ", " : "") + text(operand);
    return out + ")";
  }

  const Function& function_;
  const Program& program_;
};

/// The name at `id`, or a number where a damaged program has none.
template <class Entity, class Id>
std::string entity_name(const std::vector<Entity>& entities, Id id) {
  if (index(id) < entities.size()) return name_text(entities[index(id)].name);
  return name_text(fmt::format("missing {}", index(id)));
}

}  // namespace

std::string instruction_text(const Instruction& instruction, const Function& function, const Program& program) {
  return std::visit(InstructionPrinter(function, program), instruction.operation);
}

std::string operand_text(const Operand& operand, const Function& function, const Program& program) {
  return std::visit(
      Overloaded{
          [](Unknown) { return std::string("?"); },
          [](Register id) { return fmt::format("%{}", index(id)); },
          [](std::int64_t value) { return fmt::format("{}", value); },
          [](double value) { return number_text(value); },
          [&](LocalId id) { return "&" + name_text(local_label(function, id)); },
          [&](GlobalId id) { return "$" + entity_name(program.globals, id); },
          [&](FunctionId id) { return function_text(id, program); },
          [&](StringId id) { return quoted(index(id) < program.strings.size() ? program.strings[index(id)] : ""); },
          [](LaunchValue value) { return std::string(spelling(value)); },
      },
      operand);
}

std::string site_text(SiteId id, std::string_view file, const Program& program) {
  if (index(id) >= program.sites.size() || program.sites[index(id)] == model::Site{}) return "at ?";
  const model::Site& site = program.sites[index(id)];
  const std::string place = fmt::format("{}:{}", site.line, site.column);
  return site.file == file ? "at " + place : fmt::format("at {}:{}", quoted(site.file), place);
}

std::string function_text(FunctionId id, const Program& program) { return "@" + entity_name(program.functions, id); }

std::string block_text(BlockId block) { return index(block) == 0 ? "entry" : fmt::format("b{}", index(block)); }

std::string local_label(const Function& function, LocalId id) {
  if (index(id) >= function.locals.size()) return fmt::format("missing.{}", index(id));
  const std::string& name = function.locals[index(id)].name;
  const bool unique = std::ranges::count(function.locals, name, &Local::name) == 1;
  if (unique && !name.empty() && name.find('.') == std::string::npos) return name;
  return fmt::format("{}.{}", name, index(id));
}

std::string name_text(std::string_view name) { return is_plain_name(name) ? std::string(name) : quoted(name); }

}  // namespace cudep::program
