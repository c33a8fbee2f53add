#include "analyzer/execution/plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "analyzer/execution/joins.h"
#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"
#include "rules/model/cuda_api.h"

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
      moduli_(program.functions.size()),
      never_returns_(program.functions.size(), false),
      relevance_(program),
      plans_(program.functions.size()) {
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[f];
    const bool unknown = !function.has_body() && !function.in_system_header && !function.is_device;
    reaches_cuda_[f] = is_table_call(function) || unknown || calls_what_it_holds(function) ||
                       model::may_synchronize_by_name(function.display);
    has_effects_[f] = reaches_cuda_[f] || changes_library_object(function);
  }
  close_over_calls();
  find_ends();
  make_all();
}

/// Functions that never return, because all their ways end the path.
void Plans::find_ends() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      if (never_returns_[f] || function.is_device || function.is_kernel || !function.has_body()) continue;
      if (ways_to_return(function, ending_blocks(function)).front()) continue;
      never_returns_[f] = changed = true;
    }
  }
}

/// By block: a call in it does not return.
std::vector<bool> Plans::ending_blocks(const Function& function) const {
  const auto ends = [&](const Instruction& instruction) {
    const auto* call = std::get_if<Call>(&instruction.operation);
    const auto* callee = call ? std::get_if<FunctionId>(&call->callee) : nullptr;
    return callee && !call->is_virtual && never_returns_[index(*callee)];
  };
  std::vector<bool> ending;
  for (const Block& block : function.blocks) ending.push_back(std::ranges::any_of(block.instructions, ends));
  return ending;
}

/// Plans again whatever gets to know that a number matters, until nobody does.
void Plans::make_all() {
  std::vector<std::vector<FunctionId>> callers(program_.functions.size());
  std::vector<FunctionId> open;
  for (std::size_t f = 0; f < program_.functions.size(); ++f) {
    const auto id = FunctionId(static_cast<std::uint32_t>(f));
    const Function& function = program_.functions[f];
    if (function.is_device || function.is_kernel || !function.has_body()) continue;
    for (const FunctionId callee : callees(function, program_)) callers[index(callee)].push_back(id);
    open.push_back(id);
  }
  while (!open.empty()) {
    const FunctionId id = open.back();
    open.pop_back();
    const Function& function = program_.functions[index(id)];
    Influence relevant;
    plans_[index(id)] = std::make_unique<FunctionPlan>(make(id, relevant));
    for (std::size_t p = 0; p < function.parameters.size(); ++p)
      if (relevant.locals[index(function.parameters[p].local)] && relevance_.need_parameter(id, p))
        open.insert(open.end(), callers[index(id)].begin(), callers[index(id)].end());
    for (const Block& block : function.blocks)
      for (const Instruction& instruction : block.instructions) {
        const auto* call = std::get_if<Call>(&instruction.operation);
        const auto* callee = call ? std::get_if<FunctionId>(&call->callee) : nullptr;
        if (!callee || !call->result || !relevant.registers[index(*call->result)]) continue;
        if (relevance_.need_result(*callee) && plans_[index(*callee)]) open.push_back(*callee);
      }
  }
}

/// What a function does itself, and whom it calls; then what follows from the functions it calls, until nothing does.
void Plans::close_over_calls() {
  std::vector<std::vector<std::size_t>> callers(program_.functions.size());
  std::vector<std::size_t> open;
  for (std::size_t f = 0; f < program_.functions.size(); ++f) {
    for (const FunctionId callback : callbacks(program_.functions[f])) callers[index(callback)].push_back(f);
    const auto defined = definitions(program_.functions[f]);
    for (const Block& block : program_.functions[f].blocks)
      for (const Instruction& instruction : block.instructions) {
        note_own(f, instruction, defined);
        const auto* call = std::get_if<Call>(&instruction.operation);
        const auto* callee = call ? std::get_if<FunctionId>(&call->callee) : nullptr;
        if (callee) callers[index(*callee)].push_back(f);
      }
    open.push_back(f);
  }
  while (!open.empty()) {
    const std::size_t callee = open.back();
    open.pop_back();
    for (const std::size_t caller : callers[callee])
      if (take_over(caller, callee)) open.push_back(caller);
  }
}

/// A pointer in a local ends with the function: storing one is no effect for its callers.
void Plans::note_own(std::size_t function, const Instruction& instruction,
                     const std::vector<const Instruction*>& defined) {
  const auto* call = std::get_if<Call>(&instruction.operation);
  const bool calls_unknown = call && (call->is_virtual || !std::holds_alternative<FunctionId>(call->callee));
  if (calls_unknown || std::holds_alternative<Launch>(instruction.operation)) reaches_cuda_[function] = true;
  const auto* store = std::get_if<Store>(&instruction.operation);
  const bool stores_pointer =
      store && store->type.kind == TypeKind::Pointer && !local_of(store->address, defined).has_value();
  if (reaches_cuda_[function] || stores_pointer) has_effects_[function] = true;
  if (const auto m = modulus(instruction)) moduli_[function].insert(*m);
}

/// True when the caller got something that it did not have.
bool Plans::take_over(std::size_t caller, std::size_t callee) {
  const std::size_t moduli = moduli_[caller].size();
  const bool gains =
      (reaches_cuda_[callee] && !reaches_cuda_[caller]) || (has_effects_[callee] && !has_effects_[caller]);
  reaches_cuda_[caller] = reaches_cuda_[caller] || reaches_cuda_[callee];
  has_effects_[caller] = has_effects_[caller] || has_effects_[callee];
  moduli_[caller].insert(moduli_[callee].begin(), moduli_[callee].end());
  return gains || moduli_[caller].size() != moduli;
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

/// In a function without effects that returns no pointer, the pointers that it stores end with it.
bool Plans::is_passing(const Function& function, const Instruction& instruction) const {
  const bool gives_pointer = function.result.kind == TypeKind::Pointer || function.result.kind == TypeKind::Aggregate;
  const auto* store = std::get_if<Store>(&instruction.operation);
  return store && !gives_pointer && !has_effects_[static_cast<std::size_t>(&function - program_.functions.data())];
}

LoopPlan Plans::plan_loop(const Function& function, const NaturalLoop& natural,
                          const std::vector<const Instruction*>& defined) const {
  LoopPlan loop{.header = natural.header, .blocks = {natural.blocks.begin(), natural.blocks.end()}, .host_only = true};
  std::map<LocalId, std::vector<const Store*>> stores;
  std::set<LocalId> begun;
  std::set<std::int64_t> moduli;
  for (const BlockId block : loop.blocks)
    for (const Instruction& instruction : function.blocks[index(block)].instructions) {
      if (has_effects(instruction) && !is_passing(function, instruction)) loop.host_only = false;
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
  if (!join) return !plan.may_be_abandoned;
  const auto& around = plan.loops_of[index(from)];
  const LoopPlan* loop = around.empty() ? nullptr : &plan.loops[around.back()];
  const auto assigns = [&](const Instruction& instruction) {
    const auto* store = std::get_if<Store>(&instruction.operation);
    if (!store || (store->type.kind != TypeKind::Integer && !plan.effect_free)) return false;
    const auto local = local_of(store->address, defined);
    return local ? relevant.locals[index(*local)] : !plan.effect_free;
  };
  const auto acts = [&](const Instruction& instruction) { return !plan.effect_free && has_effects(instruction); };
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
  Influence relevant;
  for (bool changed = true; changed;) {
    changed = false;
    relevant = influence(function, sinks);
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const Instruction& last = function.blocks[b].instructions.back();
      if (plan.forks[b] || successors(last).size() < 2) continue;
      if (!matters(plan, BlockId(static_cast<std::uint32_t>(b)), relevant, defined)) continue;
      plan.forks[b] = changed = true;
      for (const Operand& operand : operands(last)) sinks.push_back(operand);
    }
  }
  return relevant;
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
  plan.may_be_abandoned = plan.effect_free && function.result.kind != TypeKind::Aggregate && !relevance_.is_needed(id);
  const auto defined = definitions(function);
  plan.loops_of.resize(function.blocks.size());
  for (const NaturalLoop& loop : loops(function)) {
    for (const BlockId block : loop.blocks) plan.loops_of[index(block)].push_back(plan.loops.size());
    plan.loops.push_back(plan_loop(function, loop, defined));
  }
  relevant = find_forks(id, plan, defined);
  return plan;
}

const FunctionPlan& Plans::of(FunctionId function) {
  auto& plan = plans_[index(function)];
  Influence relevant;
  if (!plan) plan = std::make_unique<FunctionPlan>(make(function, relevant));
  return *plan;
}

}  // namespace cudep::execution
