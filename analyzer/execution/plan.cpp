#include "analyzer/execution/plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"
#include "rules/model/cuda_api.h"

namespace cudep::execution {

using namespace program;

namespace {

constexpr std::int64_t kLongestPeriod = 12;

/// The ways a function can be left, by block: for each block the set of blocks that every way to a return passes.
/// Blocks that end the path (throw, exit) are ways out of the program, not of the function.
std::vector<std::optional<BlockId>> joins(const Function& function) {
  const std::size_t count = function.blocks.size();
  std::vector<std::vector<bool>> always(count, std::vector<bool>(count, true));
  std::vector<bool> returns(count, false);
  for (std::size_t b = 0; b < count; ++b)
    returns[b] = std::holds_alternative<Return>(function.blocks[b].instructions.back().operation);
  const auto meet = [&](std::size_t b) {
    std::vector<bool> common(count, true);
    bool any = false;
    for (const BlockId next : successors(function.blocks[b].instructions.back())) {
      const auto& after = always[index(next)];
      for (std::size_t k = 0; k < count; ++k) common[k] = common[k] && after[k];
      any = true;
    }
    if (returns[b]) common.assign(count, false);
    if (!any && !returns[b]) common.assign(count, true);  // ends the path
    common[b] = true;
    return common;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = count; b-- > 0;)
      if (auto common = meet(b); common != always[b]) {
        always[b] = std::move(common);
        changed = true;
      }
  }
  // The nearest of them is the one that all others come after.
  std::vector<std::optional<BlockId>> join(count);
  for (std::size_t b = 0; b < count; ++b) {
    std::size_t best = 0;
    for (std::size_t k = 0; k < count; ++k) {
      if (k == b || !always[b][k]) continue;
      const auto depth = static_cast<std::size_t>(std::ranges::count(always[k], true));
      if (depth > best && depth < count) best = depth, join[b] = BlockId(static_cast<std::uint32_t>(k));
    }
  }
  return join;
}

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

std::optional<std::int64_t> modulus(const Instruction& instruction) {
  const auto* compute = std::get_if<Compute>(&instruction.operation);
  if (!compute) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&compute->right);
  if (!number) return std::nullopt;
  const bool is_mask = *number > 0 && ((*number + 1) & *number) == 0;
  if (compute->operation == Arithmetic::Remainder && *number > 1) return *number;
  if (compute->operation == Arithmetic::And && is_mask) return *number + 1;
  if (compute->operation == Arithmetic::Xor && *number == 1) return 2;
  return std::nullopt;
}

bool is_table_call(const Function& function) {
  if (function.has_body()) return false;
  const model::Call* call = model::find_call(function.qualified);
  return call && call->verb;
}

std::vector<const Instruction*> definitions(const Function& function) {
  std::vector<const Instruction*> found(function.registers, nullptr);
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions)
      if (const auto defined = result(instruction)) found[index(*defined)] = &instruction;
  return found;
}

/// The local that an address lies in, when it is one.
std::optional<LocalId> local_of(const Operand& address, const std::vector<const Instruction*>& defined) {
  if (const auto* local = std::get_if<LocalId>(&address)) return *local;
  const auto* at = std::get_if<Register>(&address);
  if (!at || !defined[index(*at)]) return std::nullopt;
  const auto* inside = std::get_if<Address>(&defined[index(*at)]->operation);
  return inside ? local_of(inside->base, defined) : std::nullopt;
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

/// Containers and smart pointers whose calls move handles and pointers about.
bool changes_library_object(const Function& function) { return function.library && !function.has_body(); }

/// Functions of the library that call something that only the run knows.
bool calls_what_it_holds(const Function& function) {
  return function.in_system_header &&
         (function.qualified == "std::function::operator()" || function.qualified == "std::invoke");
}

/// The user's functions that a function of the library may call.
std::vector<FunctionId> callbacks(const Function& function) {
  std::vector<FunctionId> found;
  if (!function.library) return found;
  const LibraryClass& library = *function.library;
  for (const auto& callback :
       {library.element_default, library.element_copy, library.element_move, library.element_destroy,
        library.element_construct, library.allocate, library.deallocate, library.deleter})
    if (callback) found.push_back(*callback);
  return found;
}

}  // namespace

Plans::Plans(const Program& program)
    : program_(program),
      reaches_cuda_(program.functions.size(), false),
      has_effects_(program.functions.size(), false),
      moduli_(program.functions.size()) {
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[f];
    const bool unknown = !function.has_body() && !function.in_system_header && !function.is_device;
    reaches_cuda_[f] = is_table_call(function) || unknown || calls_what_it_holds(function) ||
                       model::may_synchronize_by_name(function.display);
    has_effects_[f] = reaches_cuda_[f] || changes_library_object(function);
  }
  close_over_calls();
}

void Plans::close_over_calls() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      bool cuda = reaches_cuda_[f], effects = has_effects_[f];
      std::set<std::int64_t> moduli = moduli_[f];
      for (const FunctionId callback : callbacks(program_.functions[f])) {
        cuda = cuda || reaches_cuda_[index(callback)];
        effects = effects || has_effects_[index(callback)];
      }
      for (const Block& block : program_.functions[f].blocks)
        for (const Instruction& instruction : block.instructions) {
          if (std::holds_alternative<Launch>(instruction.operation)) cuda = effects = true;
          if (has_effects(instruction)) effects = true;
          add_moduli(instruction, moduli);
          const auto* call = std::get_if<Call>(&instruction.operation);
          if (!call) continue;
          const auto* callee = std::get_if<FunctionId>(&call->callee);
          if (!callee || call->is_virtual) {
            cuda = effects = true;
          } else {
            cuda = cuda || reaches_cuda_[index(*callee)];
            effects = effects || has_effects_[index(*callee)];
          }
        }
      if (cuda == reaches_cuda_[f] && effects == has_effects_[f] && moduli == moduli_[f]) continue;
      reaches_cuda_[f] = cuda;
      has_effects_[f] = effects;
      moduli_[f] = std::move(moduli);
      changed = true;
    }
  }
}

bool Plans::has_effects(const Instruction& instruction) const {
  return std::visit(Overloaded{
                        [](const Launch&) { return true; },
                        [](const Store& s) { return s.type.kind == TypeKind::Pointer; },
                        [&](const Call& c) {
                          const auto* callee = std::get_if<FunctionId>(&c.callee);
                          return !callee || c.is_virtual || has_effects_[index(*callee)];
                        },
                        [](const auto&) { return false; },
                    },
                    instruction.operation);
}

LoopPlan Plans::plan_loop(const Function& function, const NaturalLoop& natural) const {
  LoopPlan loop{.header = natural.header, .blocks = {natural.blocks.begin(), natural.blocks.end()}, .host_only = true};
  const auto defined = definitions(function);
  std::map<LocalId, std::vector<const Store*>> stores;
  std::set<LocalId> begun;
  std::set<std::int64_t> moduli;
  for (const BlockId block : loop.blocks)
    for (const Instruction& instruction : function.blocks[index(block)].instructions) {
      if (has_effects(instruction)) loop.host_only = false;
      add_moduli(instruction, moduli);
      if (const auto* begin = std::get_if<ScopeBegin>(&instruction.operation)) begun.insert(begin->local);
      if (const auto* store = std::get_if<Store>(&instruction.operation))
        if (const auto local = local_of(store->address, defined)) stores[*local].push_back(store);
    }
  for (const std::int64_t m : moduli) loop.period = std::lcm(loop.period, m);
  if (loop.period > kLongestPeriod) loop.period = 1;
  for (const auto& [local, changes] : stores) {
    const Type type = changes.front()->type;
    if (changes.size() != 1 || begun.contains(local) || type.kind != TypeKind::Integer) continue;
    if (const auto step = step_of(*changes.front(), local, defined)) loop.inductions.push_back({local, *step, type});
  }
  return loop;
}

void Plans::add_moduli(const Instruction& instruction, std::set<std::int64_t>& moduli) const {
  if (const auto m = modulus(instruction)) moduli.insert(*m);
  const auto* call = std::get_if<Call>(&instruction.operation);
  const auto* callee = call ? std::get_if<FunctionId>(&call->callee) : nullptr;
  if (callee) moduli.insert(moduli_[index(*callee)].begin(), moduli_[index(*callee)].end());
}

/// Whether an arm of the branch at the end of `from` leaves the function or the loop, makes a call that matters, or
/// assigns a pointer or one of the `relevant` numbers.
bool Plans::matters(const FunctionPlan& plan, BlockId from, const Influence& relevant,
                    const std::vector<const Instruction*>& defined) const {
  const auto& join = plan.join[index(from)];
  if (!join) return true;
  const auto& around = plan.loops_of[index(from)];
  const LoopPlan* loop = around.empty() ? nullptr : &plan.loops[around.back()];
  const auto assigns = [&](const Instruction& instruction) {
    const auto* store = std::get_if<Store>(&instruction.operation);
    if (!store || store->type.kind != TypeKind::Integer) return false;
    const auto local = local_of(store->address, defined);
    return !local || relevant.locals[index(*local)];
  };
  for (const BlockId block : region(*plan.function, from, join)) {
    if (loop && !loop->host_only && !loop->blocks.contains(block)) return true;
    for (const Instruction& instruction : plan.function->blocks[index(block)].instructions) {
      const bool leaves =
          std::holds_alternative<Return>(instruction.operation) || std::holds_alternative<Stop>(instruction.operation);
      if (leaves || has_effects(instruction) || assigns(instruction)) return true;
    }
  }
  return false;
}

void Plans::find_forks(FunctionPlan& plan) const {
  const Function& function = *plan.function;
  const auto defined = definitions(function);
  std::vector<Operand> sinks;
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions)
      if (has_effects(instruction) || std::holds_alternative<Return>(instruction.operation))
        for (const Operand& operand : operands(instruction)) sinks.push_back(operand);
  plan.forks.assign(function.blocks.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    const Influence relevant = influence(function, sinks);
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const Instruction& last = function.blocks[b].instructions.back();
      if (plan.forks[b] || successors(last).size() < 2) continue;
      if (!matters(plan, BlockId(static_cast<std::uint32_t>(b)), relevant, defined)) continue;
      plan.forks[b] = changed = true;
      for (const Operand& operand : operands(last)) sinks.push_back(operand);
    }
  }
}

FunctionPlan Plans::make(const Function& function) const {
  FunctionPlan plan{.function = &function, .join = joins(function)};
  plan.loops_of.resize(function.blocks.size());
  for (const NaturalLoop& loop : loops(function)) {
    for (const BlockId block : loop.blocks) plan.loops_of[index(block)].push_back(plan.loops.size());
    plan.loops.push_back(plan_loop(function, loop));
  }
  find_forks(plan);
  return plan;
}

const FunctionPlan& Plans::of(FunctionId function) {
  auto& plan = plans_[static_cast<std::uint32_t>(function)];
  if (!plan) plan = std::make_unique<FunctionPlan>(make(program_.functions[index(function)]));
  return *plan;
}

}  // namespace cudep::execution
