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

// Dominators: Cooper, Harvey and Kennedy's iteration over the blocks in reverse postorder.
Dominators::Dominators(const Function& function) : rank_(function.blocks.size()) {
  if (function.blocks.empty()) return;
  number(function);
  const auto before = predecessors(function);
  const std::size_t none = order_.size();
  immediate_.assign(order_.size(), none);
  immediate_[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t rank = 1; rank < order_.size(); ++rank) {
      std::size_t nearest = none;
      for (const BlockId block : before[index(order_[rank])]) {
        const auto other = rank_[index(block)];
        if (!other || immediate_[*other] == none) continue;
        nearest = nearest == none ? *other : meet(nearest, *other);
      }
      changed |= immediate_[rank] != nearest;
      immediate_[rank] = nearest;
    }
  }
}

void Dominators::number(const Function& function) {
  struct Visit {
    BlockId block;
    std::vector<BlockId> next;
  };
  std::vector<bool> seen(function.blocks.size());
  std::vector<Visit> stack;
  const auto enter = [&](BlockId block) {
    seen[index(block)] = true;
    stack.push_back({block, successors(function.blocks[index(block)])});
  };
  enter(BlockId{});
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.next.empty()) {
      order_.push_back(visit.block);
      stack.pop_back();
      continue;
    }
    const BlockId next = visit.next.back();
    visit.next.pop_back();
    if (!seen[index(next)]) enter(next);
  }
  std::ranges::reverse(order_);
  for (std::size_t rank = 0; rank < order_.size(); ++rank) rank_[index(order_[rank])] = rank;
}

std::size_t Dominators::meet(std::size_t first, std::size_t second) const {
  while (first != second) {
    while (first > second) first = immediate_[first];
    while (second > first) second = immediate_[second];
  }
  return first;
}

bool Dominators::dominates(BlockId first, BlockId second) const {
  const auto wanted = rank_[index(first)];
  auto rank = rank_[index(second)];
  if (!wanted || !rank) return false;
  while (*rank > *wanted) *rank = immediate_[*rank];
  return *rank == *wanted;
}

}  // namespace cudep::program
