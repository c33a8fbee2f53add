// Who calls whom, and what flows into a value.
#include <algorithm>
#include <map>
#include <string_view>

#include "analyzer/program/dominance.h"
#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"

namespace cudep::program {
namespace {

void add_overrides(FunctionId target, const Program& program, std::vector<FunctionId>& all) {
  for (const Class& record : program.classes)
    for (const auto& [base, own] : record.overrides)
      if (base == target) all.push_back(own);
}

void add_callees(const Instruction& instruction, const Program& program, std::vector<FunctionId>& all) {
  if (const auto* call = std::get_if<Call>(&instruction.operation)) {
    if (const auto* target = std::get_if<FunctionId>(&call->callee)) {
      all.push_back(*target);
      if (call->is_virtual) add_overrides(*target, program, all);
    }
  }
  const auto* launch = std::get_if<Launch>(&instruction.operation);
  for (const Operand& operand : launch != nullptr ? launch->arguments : operands(instruction))
    if (const auto* taken = std::get_if<FunctionId>(&operand)) all.push_back(*taken);
}

/// The local that an address lies in, through the address computations of its function.
class Definitions {
 public:
  Definitions(const Function& function, const Program& program) {
    for (const Block& block : function.blocks)
      for (const Instruction& instruction : block.instructions) {
        if (const auto id = result(instruction)) by_register_[*id] = &instruction;
        if (!only_prints(instruction, program)) note_write(instruction);
      }
    for (const auto& [address, instruction] : writes_)
      if (const auto local = root(address)) by_local_[*local].push_back(instruction);
  }

  [[nodiscard]] const Instruction* of(Register id) const {
    const auto found = by_register_.find(id);
    return found == by_register_.end() ? nullptr : found->second;
  }
  [[nodiscard]] std::vector<const Instruction*> of(LocalId local) const {
    const auto found = by_local_.find(local);
    return found == by_local_.end() ? std::vector<const Instruction*>{} : found->second;
  }
  [[nodiscard]] std::optional<LocalId> root(const Operand& address) const {
    if (const auto* local = std::get_if<LocalId>(&address)) return *local;
    const auto* id = std::get_if<Register>(&address);
    const Instruction* definition = id == nullptr ? nullptr : of(*id);
    const auto* step = definition == nullptr ? nullptr : std::get_if<Address>(&definition->operation);
    return step == nullptr ? std::nullopt : root(step->base);
  }

 private:
  /// Calls write what they get the address of.
  void note_write(const Instruction& instruction) {
    std::visit(Overloaded{
                   [&](const Store& store) { writes_.emplace_back(store.address, &instruction); },
                   [&](const CopyObject& copy) { writes_.emplace_back(copy.to, &instruction); },
                   [&](const Call& call) {
                     for (const Operand& argument : call.arguments) writes_.emplace_back(argument, &instruction);
                     if (call.result_object) writes_.emplace_back(*call.result_object, &instruction);
                   },
                   [](const auto&) {},
               },
               instruction.operation);
  }

  std::map<Register, const Instruction*> by_register_;
  std::map<LocalId, std::vector<const Instruction*>> by_local_;
  std::vector<std::pair<Operand, const Instruction*>> writes_;
};

/// By function: those that it calls.
Dominance::Graph call_graph(const Program& program) {
  Dominance::Graph graph;
  for (const Function& function : program.functions) {
    graph.emplace_back();
    for (const FunctionId callee : callees(function, program)) graph.back().push_back(index(callee));
  }
  return graph;
}

}  // namespace

std::vector<FunctionId> callees(const Function& function, const Program& program) {
  std::vector<FunctionId> all;
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions) add_callees(instruction, program, all);
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

std::vector<bool> reaching(const Program& program, std::vector<bool> targets) {
  return closure(reversed(call_graph(program)), std::move(targets));
}

std::vector<bool> reachable(const Program& program, FunctionId start) {
  std::vector<bool> found(program.functions.size());
  std::vector<FunctionId> open = {start};
  while (!open.empty()) {
    const FunctionId function = open.back();
    open.pop_back();
    if (found[index(function)]) continue;
    found[index(function)] = true;
    std::ranges::copy(callees(program.functions[index(function)], program), std::back_inserter(open));
  }
  return found;
}

bool only_prints(const Instruction& instruction, const Program& program) {
  const FunctionId* callee = named_callee(instruction);
  if (!callee) return false;
  const Function& function = program.functions[index(*callee)];
  constexpr std::string_view kScan = "scanf";  // fscanf, sscanf
  return function.is_variadic && function.in_system_header && !function.has_body() &&
         !function.qualified.ends_with(kScan);
}

Influence influence(const Function& function, const Program& program, std::span<const Operand> seeds) {
  const Definitions definitions(function, program);
  Influence found{std::vector<bool>(function.registers), std::vector<bool>(function.locals.size())};
  std::vector<Operand> open(seeds.begin(), seeds.end());
  const auto follow = [&](const Instruction& instruction) {
    for (const Operand& operand : operands(instruction)) open.push_back(operand);
  };
  while (!open.empty()) {
    const Operand operand = open.back();
    open.pop_back();
    if (const auto local = definitions.root(operand); local && !found.locals[index(*local)]) {
      found.locals[index(*local)] = true;
      for (const Instruction* write : definitions.of(*local)) follow(*write);
    }
    const auto* id = std::get_if<Register>(&operand);
    if (id == nullptr || found.registers[index(*id)]) continue;
    found.registers[index(*id)] = true;
    if (const Instruction* definition = definitions.of(*id)) follow(*definition);
  }
  return found;
}

}  // namespace cudep::program
