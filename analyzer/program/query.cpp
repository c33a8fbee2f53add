// Single instructions and the order of blocks.
#include "analyzer/program/query.h"

#include <algorithm>

#include "analyzer/program/references.h"

namespace cudep::program {
bool is_terminator(const Instruction& instruction) {
  return std::visit(Overloaded{
                        [](const Branch&) { return true; },
                        [](const Jump&) { return true; },
                        [](const Switch&) { return true; },
                        [](const Return&) { return true; },
                        [](const Stop&) { return true; },
                        [](const auto&) { return false; },
                    },
                    instruction.operation);
}

std::optional<Register> result(const Instruction& instruction) {
  return std::visit(Overloaded{
                        [](const Compute& compute) { return std::optional(compute.result); },
                        [](const Address& address) { return std::optional(address.result); },
                        [](const Load& load) { return std::optional(load.result); },
                        [](const Call& call) { return call.result; },
                        [](const auto&) { return std::optional<Register>(); },
                    },
                    instruction.operation);
}

std::vector<Operand> operands(const Instruction& instruction) {
  std::vector<Operand> all;
  const auto* call = std::get_if<Call>(&instruction.operation);
  if (const auto* pointer = call ? std::get_if<Register>(&call->callee) : nullptr) all.emplace_back(*pointer);
  visit_operands(instruction, [&](const Operand& operand) { all.push_back(operand); });
  return all;
}

const FunctionId* named_callee(const Instruction& instruction) {
  const auto* call = std::get_if<Call>(&instruction.operation);
  return call ? std::get_if<FunctionId>(&call->callee) : nullptr;
}

std::uint32_t count_registers(const Function& function) {
  std::uint32_t count = 0;
  const auto see = [&](Register id) { count = std::max(count, static_cast<std::uint32_t>(index(id)) + 1); };
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions) {
      if (const auto id = result(instruction)) see(*id);
      for (const Operand& operand : operands(instruction))
        if (const auto* id = std::get_if<Register>(&operand)) see(*id);
    }
  return count;
}

std::vector<BlockId> successors(const Instruction& instruction) {
  std::vector<BlockId> next;
  const auto add_once = [&](BlockId block) {
    if (std::ranges::find(next, block) == next.end()) next.push_back(block);
  };
  std::visit(Overloaded{
                 [&](const Branch& branch) { add_once(branch.if_true), add_once(branch.if_false); },
                 [&](const Jump& jump) { add_once(jump.target); },
                 [&](const Switch& choice) {
                   for (const auto& [value, target] : choice.cases) add_once(target);
                   add_once(choice.otherwise);
                 },
                 [](const auto&) {},
             },
             instruction.operation);
  return next;
}

std::vector<BlockId> successors(const Block& block) {
  return block.instructions.empty() ? std::vector<BlockId>{} : successors(block.instructions.back());
}

std::vector<std::vector<BlockId>> predecessors(const Function& function) {
  std::vector<std::vector<BlockId>> before(function.blocks.size());
  for (std::size_t block = 0; block < function.blocks.size(); ++block)
    for (const BlockId next : successors(function.blocks[block])) before[index(next)].push_back(BlockId(block));
  return before;
}

namespace {

Dominance::Graph graph_of(const Function& function) {
  Dominance::Graph graph(function.blocks.size());
  for (std::size_t block = 0; block < function.blocks.size(); ++block)
    for (const BlockId next : successors(function.blocks[block])) graph[block].push_back(index(next));
  return graph;
}

}  // namespace

Dominators::Dominators(const Function& function) : dominance_(graph_of(function), 0) {
  for (const std::size_t block : dominance_.order()) order_.push_back(static_cast<BlockId>(block));
}

}  // namespace cudep::program
