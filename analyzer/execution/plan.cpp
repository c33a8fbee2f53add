// One function: where its branches join, which are worth two paths, and how its loops are to be run.
#include "analyzer/execution/plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "analyzer/execution/definitions.h"
#include "analyzer/execution/joins.h"
#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"

namespace cudep::execution {

using namespace program;

namespace {

constexpr std::int64_t kLongestPeriod = 12;

/// Blocks that can run after the end of `from` and before `join`.
std::set<BlockId> region(const Function& function, BlockId from, std::optional<BlockId> join) {
  std::set<BlockId> found;
  std::vector<BlockId> open = successors(function.blocks[index(from)].instructions.back());
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    if (block == join || !found.insert(block).second) continue;
    for (const BlockId next : successors(function.blocks[index(block)].instructions.back())) open.push_back(next);
  }
  return found;
}

/// The step of a store `local = local + step`.
std::optional<std::int64_t> step_of(const Store& store, LocalId local, const std::vector<const Instruction*>& defined) {
  const auto compute_of = [&](const Operand& operand) -> const Instruction* {
    const auto* at = std::get_if<Register>(&operand);
    return at ? defined[index(*at)] : nullptr;
  };
  const Instruction* value = compute_of(store.value);
  const auto* sum = value ? std::get_if<Compute>(&value->operation) : nullptr;
  if (!sum || (sum->operation != Arithmetic::Add && sum->operation != Arithmetic::Subtract)) return std::nullopt;
  const auto* step = std::get_if<std::int64_t>(&sum->right);
  const Instruction* before = compute_of(sum->left);
  const auto* load = before ? std::get_if<Load>(&before->operation) : nullptr;
  if (!step || !load || load->address != Operand(local)) return std::nullopt;
  return sum->operation == Arithmetic::Add ? *step : -*step;
}

/// What addresses, calls and stores are made from, but for what is only printed.
std::vector<Operand> used_pointers(const Function& function, const Program& program) {
  std::vector<Operand> found;
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions) {
      if (only_prints(instruction, program) || std::holds_alternative<Address>(instruction.operation)) continue;
      for (const Operand& operand : operands(instruction))
        if (!std::holds_alternative<LocalId>(operand)) found.push_back(operand);
    }
  return found;
}

/// The blocks that every lap of loops[l] runs exactly once.
std::set<BlockId> once_a_lap(const std::vector<NaturalLoop>& loops, std::size_t l, const Dominators& dominators) {
  std::set<BlockId> once;
  for (const BlockId block : loops[l].blocks) {
    const bool always =
        std::ranges::all_of(loops[l].latches, [&](BlockId latch) { return dominators.dominates(block, latch); });
    const bool is_inside = std::any_of(loops.begin() + static_cast<std::ptrdiff_t>(l) + 1, loops.end(),
                                       [&](const NaturalLoop& inner) { return inner.contains(block); });
    if (always && !is_inside) once.insert(block);
  }
  return once;
}

}  // namespace

bool Plans::has_effects(const Instruction& instruction) const { return is_effect(instruction, has_effects_); }

bool Plans::is_effect(const Instruction& instruction, const std::vector<bool>& of_functions) const {
  return std::visit(Overloaded{
                        [](const Launch&) { return true; },
                        [](const Store& s) { return s.type.kind == TypeKind::Pointer; },
                        [&](const Call& c) {
                          const auto* callee = std::get_if<FunctionId>(&c.callee);
                          return !callee || c.is_virtual || of_functions[index(*callee)];
                        },
                        [](const auto&) { return false; },
                    },
                    instruction.operation);
}

/// In a function without effects that returns no pointer, the pointers that it stores end with it.
bool Plans::is_passing(const Function& function, const Instruction& instruction) const {
  const bool gives_pointer = function.result.kind == TypeKind::Pointer || function.result.kind == TypeKind::Aggregate;
  const auto* store = std::get_if<Store>(&instruction.operation);
  return store && !gives_pointer && !has_effects_[static_cast<std::size_t>(&function - program_.functions.data())];
}

LoopPlan Plans::plan_loop(const Function& function, const NaturalLoop& natural, const std::set<BlockId>& once,
                          const std::vector<const Instruction*>& defined) const {
  LoopPlan loop{.header = natural.header, .blocks = {natural.blocks.begin(), natural.blocks.end()}, .host_only = true};
  std::map<LocalId, std::vector<const Store*>> stores;
  std::set<LocalId> sometimes;  // changed by some laps only, or several times in one
  std::set<LocalId> begun;
  std::set<std::int64_t> moduli;
  for (const BlockId block : loop.blocks)
    for (const Instruction& instruction : function.blocks[index(block)].instructions) {
      if (has_effects(instruction) && !is_passing(function, instruction)) loop.host_only = false;
      add_moduli(instruction, moduli);
      if (const auto* begin = std::get_if<ScopeBegin>(&instruction.operation)) begun.insert(begin->local);
      if (const auto* store = std::get_if<Store>(&instruction.operation))
        if (const auto local = local_of(store->address, defined)) {
          stores[*local].push_back(store);
          if (!once.contains(block)) sometimes.insert(*local);
        }
    }
  for (const std::int64_t m : moduli) loop.period = std::lcm(loop.period, m);
  if (loop.period > kLongestPeriod) loop.period = 1;
  for (const auto& [local, changes] : stores) {
    const Type type = changes.front()->type;
    if (changes.size() != 1 || begun.contains(local) || sometimes.contains(local)) continue;
    if (type.kind != TypeKind::Integer) continue;
    if (const auto step = step_of(*changes.front(), local, defined)) loop.inductions.push_back({local, *step, type});
  }
  return loop;
}

void Plans::add_moduli(const Instruction& instruction, std::set<std::int64_t>& moduli) const {
  if (const auto m = modulus(instruction)) moduli.insert(*m);
  const FunctionId* callee = named_callee(instruction);
  if (callee) moduli.insert(moduli_[index(*callee)].begin(), moduli_[index(*callee)].end());
}

/// Whether an arm of the branch at the end of `from` leaves the function or the loop, makes a call that matters, or
/// assigns a pointer or one of the `relevant` numbers.
bool Plans::matters(const FunctionPlan& plan, BlockId from, const Relevant& relevant,
                    const std::vector<const Instruction*>& defined) const {
  const auto& join = plan.join[index(from)];
  if (!join) return !plan.may_be_abandoned;
  const auto& around = plan.loops_of[index(from)];
  const LoopPlan* loop = around.empty() ? nullptr : &plan.loops[around.back()];
  const auto assigns = [&](const Instruction& instruction) {
    const auto* store = std::get_if<Store>(&instruction.operation);
    if (!store || (store->type.kind != TypeKind::Integer && !plan.effect_free)) return false;
    const auto local = local_of(store->address, defined);
    return local ? relevant.numbers.locals[index(*local)] : !plan.effect_free;
  };
  const auto acts = [&](const Instruction& instruction) {
    if (plan.effect_free || !is_effect(instruction, acts_)) return false;
    const auto* store = std::get_if<Store>(&instruction.operation);
    const auto local = store ? local_of(store->address, defined) : std::nullopt;
    return !local || relevant.pointers.locals[index(*local)];
  };
  // What the laps of a host loop assign is not known behind it.
  const auto forgets = [&](BlockId block) {
    return std::ranges::any_of(plan.loops_of[index(block)], [&](std::size_t l) { return plan.loops[l].host_only; });
  };
  for (const BlockId block : region(*plan.function, from, join)) {
    if (plan.quiet_end[index(block)]) continue;
    if (loop && !loop->host_only && !plan.effect_free && !loop->blocks.contains(block)) return true;
    for (const Instruction& instruction : plan.function->blocks[index(block)].instructions) {
      const bool leaves = (std::holds_alternative<Return>(instruction.operation) && !plan.may_be_abandoned) ||
                          std::holds_alternative<Stop>(instruction.operation);
      if (leaves || acts(instruction) || (!forgets(block) && assigns(instruction))) return true;
    }
  }
  return false;
}

/// Decides which branches are worth two paths, and tells what of the function matters for that.
Influence Plans::find_forks(FunctionId id, FunctionPlan& plan, const std::vector<const Instruction*>& defined) const {
  const Function& function = *plan.function;
  std::vector<Operand> sinks;
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions)
      if ((!plan.effect_free && has_effects(instruction)) || std::holds_alternative<Return>(instruction.operation))
        for (const Operand& operand : relevance_.sinks(instruction, id, defined)) sinks.push_back(operand);
  plan.forks.assign(function.blocks.size(), false);
  Relevant relevant{.numbers = {}, .pointers = influence(function, program_, used_pointers(function, program_))};
  for (bool changed = true; changed;) {
    changed = false;
    relevant.numbers = influence(function, program_, sinks);
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const Instruction& last = function.blocks[b].instructions.back();
      if (plan.forks[b] || successors(last).size() < 2) continue;
      if (!matters(plan, BlockId(static_cast<std::uint32_t>(b)), relevant, defined)) continue;
      plan.forks[b] = changed = true;
      for (const Operand& operand : operands(last)) sinks.push_back(operand);
    }
  }
  return relevant.numbers;
}

/// Blocks from which the program only ends, without a call that CUDA sees.
std::vector<bool> Plans::quiet_ends(const Function& function, const std::vector<bool>& ending) const {
  const std::vector<bool> returns = ways_to_return(function, ending);
  std::vector<bool> quiet(function.blocks.size());
  for (std::size_t b = 0; b < quiet.size(); ++b)
    quiet[b] = !returns[b] && std::ranges::none_of(function.blocks[b].instructions,
                                                   [&](const Instruction& i) { return has_effects(i); });
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = quiet.size(); b-- > 0;) {
      if (!quiet[b] || ending[b]) continue;
      const auto next = successors(function.blocks[b]);
      if (std::ranges::all_of(next, [&](BlockId block) { return quiet[index(block)]; })) continue;
      quiet[b] = false;
      changed = true;
    }
  }
  return quiet;
}

FunctionPlan Plans::make(FunctionId id, Influence& relevant) const {
  const Function& function = program_.functions[index(id)];
  const std::vector<bool> ending = ending_blocks(function);
  FunctionPlan plan{.function = &function,
                    .effect_free = !has_effects_[index(id)],
                    .join = find_joins(function, ending),
                    .quiet_end = quiet_ends(function, ending)};
  plan.yields_number =
      plan.effect_free && (function.result.kind == TypeKind::Integer || function.result.kind == TypeKind::Float);
  plan.may_be_abandoned = plan.effect_free && function.result.kind != TypeKind::Aggregate && !relevance_.is_needed(id);
  const auto defined = definitions(function);
  plan.loops_of.resize(function.blocks.size());
  const std::vector<NaturalLoop> natural = loops(function);
  const Dominators dominators(function);
  for (std::size_t l = 0; l < natural.size(); ++l) {
    for (const BlockId block : natural[l].blocks) plan.loops_of[index(block)].push_back(l);
    plan.loops.push_back(plan_loop(function, natural[l], once_a_lap(natural, l, dominators), defined));
  }
  relevant = find_forks(id, plan, defined);
  return plan;
}

}  // namespace cudep::execution
