// The checks, function by function.
#include "analyzer/program/verify.h"

#include <fmt/format.h>

#include <set>

#include "analyzer/program/print_instruction.h"
#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"

namespace cudep::program {
namespace {

/// Where a register gets its value.
struct Definition {
  BlockId block;
  std::size_t position;
};

class FunctionCheck {
 public:
  FunctionCheck(const Function& function, const Program& program, std::vector<std::string>& problems)
      : function_(function), program_(program), problems_(problems), definitions_(function.registers) {}

  void run() {
    header();
    const std::size_t before = problems_.size();
    each_instruction([&](const Instruction& instruction) { shape(instruction); });
    each_block_ends();
    if (problems_.size() != before) return;  // the graph cannot be walked
    const Dominators dominators(function_);
    each_instruction([&](const Instruction& instruction) { uses(instruction, dominators); });
  }

 private:
  template <class Visitor>
  void each_instruction(Visitor visitor) {
    for (std::size_t block = 0; block < function_.blocks.size(); ++block)
      for (position_ = 0; position_ < function_.blocks[block].instructions.size(); ++position_) {
        block_ = BlockId(block);
        visitor(function_.blocks[block].instructions[position_]);
      }
  }

  void problem(const std::string& what) { problems_.push_back(fmt::format("@{}: {}", function_.name, what)); }
  void problem(const Instruction& instruction, const std::string& what) {
    problem(fmt::format("{}: `{}`: {}", block_text(block_), instruction_text(instruction, function_, program_), what));
  }

  void header() {
    for (const Parameter& parameter : function_.parameters)
      if (!function_.blocks.empty() && index(parameter.local) >= function_.locals.size())
        problem(fmt::format("parameter '{}' has no local", parameter.name));
    if (function_.result_object && index(*function_.result_object) >= function_.locals.size())
      problem("the result object is no local");
    if (function_.parent && index(*function_.parent) >= program_.classes.size()) problem("the parent is no class");
  }

  void each_block_ends() {
    for (std::size_t block = 0; block < function_.blocks.size(); ++block) {
      const auto& instructions = function_.blocks[block].instructions;
      if (instructions.empty() || !is_terminator(instructions.back()))
        problem(fmt::format("{}: the block has no terminator", block_text(BlockId(block))));
    }
  }

  void shape(const Instruction& instruction) {
    const bool last = position_ + 1 == function_.blocks[index(block_)].instructions.size();
    if (is_terminator(instruction) && !last) problem(instruction, "a terminator inside the block");
    for (const BlockId next : successors(instruction))
      if (index(next) >= function_.blocks.size()) problem(instruction, "no such block");
    for (const Operand& operand : operands(instruction))
      if (!in_range(operand)) problem(instruction, "an operand that does not exist");
    if (!targets_in_range(instruction)) problem(instruction, "a target that does not exist");
    if (const auto id = result(instruction)) define(*id, instruction);
  }

  void define(Register id, const Instruction& instruction) {
    if (index(id) >= definitions_.size()) return problem(instruction, "the register is out of range");
    if (definitions_[index(id)]) problem(instruction, "the register is defined twice");
    definitions_[index(id)] = Definition{block_, position_};
  }

  [[nodiscard]] bool in_range(const Operand& operand) const {
    return std::visit(Overloaded{
                          [&](Register id) { return index(id) < function_.registers; },
                          [&](LocalId id) { return index(id) < function_.locals.size(); },
                          [&](GlobalId id) { return index(id) < program_.globals.size(); },
                          [&](FunctionId id) { return index(id) < program_.functions.size(); },
                          [&](StringId id) { return index(id) < program_.strings.size(); },
                          [](const auto&) { return true; },
                      },
                      operand);
  }

  /// Ids that are no operands.
  [[nodiscard]] bool targets_in_range(const Instruction& instruction) const {
    return std::visit(Overloaded{
                          [&](const ScopeBegin& scope) { return in_range(scope.local); },
                          [&](const ScopeEnd& scope) { return in_range(scope.local); },
                          [&](const SetDynamicType& set) { return index(set.type) < program_.classes.size(); },
                          [&](const Call& call) {
                            const auto* callee = std::get_if<FunctionId>(&call.callee);
                            return callee == nullptr || in_range(*callee);
                          },
                          [](const auto&) { return true; },
                      },
                      instruction.operation);
  }

  void uses(const Instruction& instruction, const Dominators& dominators) {
    if (!dominators.reachable(block_)) return;
    for (const Operand& operand : operands(instruction)) {
      const auto* id = std::get_if<Register>(&operand);
      if (id == nullptr) continue;
      const auto& definition = definitions_[index(*id)];
      if (!definition)
        problem(instruction, fmt::format("%{} is never defined", index(*id)));
      else if (!has_run(*definition, dominators))
        problem(instruction, fmt::format("%{} may be used before it is defined", index(*id)));
    }
  }

  [[nodiscard]] bool has_run(const Definition& definition, const Dominators& dominators) const {
    if (definition.block == block_) return definition.position < position_;
    return dominators.dominates(definition.block, block_);
  }

  const Function& function_;
  const Program& program_;
  std::vector<std::string>& problems_;
  std::vector<std::optional<Definition>> definitions_;
  BlockId block_{};
  std::size_t position_ = 0;
};

void check_references(const Program& program, std::vector<std::string>& problems) {
  const auto function = [&](FunctionId id, std::string_view of) {
    if (index(id) >= program.functions.size()) problems.push_back(fmt::format("{}: no such function", of));
  };
  for (const FunctionId id : program.initializers) function(id, "initializers");
  for (const Class& record : program.classes) {
    for (const FunctionId id : record.constructors) function(id, record.name);
    for (const FunctionId id : record.methods) function(id, record.name);
    if (record.destructor) function(*record.destructor, record.name);
    for (const auto& [base, own] : record.overrides) function(base, record.name), function(own, record.name);
  }
  for (const Layout& layout : program.layouts)
    for (const Field& field : layout.fields)
      if (index(field.layout) >= program.layouts.size())
        problems.push_back(fmt::format("{}: field '{}' has no layout", layout.name, field.name));
}

}  // namespace

std::vector<std::string> verify(const Program& program) {
  std::vector<std::string> problems;
  std::set<std::string_view> names;
  for (const Function& function : program.functions)
    if (!names.insert(function.name).second) problems.push_back(fmt::format("@{}: defined twice", function.name));
  check_references(program, problems);
  for (const Function& function : program.functions) FunctionCheck(function, program, problems).run();
  return problems;
}

}  // namespace cudep::program
