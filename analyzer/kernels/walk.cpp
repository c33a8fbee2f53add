// Functions, blocks and the joining of paths.
#include "analyzer/kernels/walk.h"

#include <algorithm>

#include "analyzer/kernels/arithmetic.h"
#include "analyzer/program/visit.h"

namespace cudep::kernels {

using namespace program;  // NOLINT(google-build-using-namespace): this file reads instructions
using model::Form;
using model::index;

bool Walk::run(FunctionId kernel) {
  const Function& function = program_.functions[index(kernel)];
  running_ = {kernel};
  State state;
  Activation activation = activate(function);
  for (std::size_t i = 0; i < function.locals.size(); ++i) {
    const ObjectId object = new_object();
    activation.locals[i] = {object, Form(0)};
    state.memory.begin(object);
  }
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Place& place = activation.locals[index(function.parameters[i].local)].place;
    state.memory.begin(std::get<ObjectId>(place), ParameterField{static_cast<std::uint32_t>(i), 0});
  }
  run_body(activation, std::move(state));
  return !failed_;
}

Walk::Activation Walk::activate(const Function& function) {
  Activation activation{function, Dominators(function), loops(function)};
  activation.innermost.resize(function.blocks.size());
  for (std::size_t loop = 0; loop < activation.loops.size(); ++loop)  // outer loops come first
    for (const BlockId block : activation.loops[loop].blocks) activation.innermost[index(block)] = loop;
  activation.registers.resize(function.registers);
  activation.locals.resize(function.locals.size());
  return activation;
}

void Walk::run_body(Activation& activation, State state) {
  run_region(activation, std::nullopt, BlockId{}, std::move(state));
}

bool Walk::in_region(const Activation& activation, LoopIndex region, BlockId block) {
  return !region || activation.loops[*region].contains(block);
}

Arrivals Walk::run_region(Activation& activation, LoopIndex region, BlockId first, State state) {
  Arrivals inside;
  Arrivals leaving;
  inside.emplace(first, std::move(state));
  const auto pass_on = [&](Arrivals next) {
    for (auto& [block, arriving] : next) {
      const bool stays = in_region(activation, region, block) && !(region && block == first);
      arrive(stays ? inside : leaving, block, std::move(arriving));
    }
  };
  for (const BlockId block : activation.dominators.order()) {
    const auto found = inside.find(block);
    if (found == inside.end() || failed_) continue;
    State arriving = std::move(found->second);
    inside.erase(found);
    const LoopIndex inner = activation.innermost[index(block)];
    if (inner == region) {
      Arrivals next;
      run_block(activation, block, std::move(arriving), next);
      pass_on(std::move(next));
      continue;
    }
    std::size_t loop = *inner;  // the loop directly inside the region, whose header this is
    while (activation.loops[loop].parent != region) loop = *activation.loops[loop].parent;
    pass_on(run_loop(activation, loop, std::move(arriving)));
  }
  if (!inside.empty()) failed_ = true;  // a cycle that is no loop
  return leaving;
}

void Walk::run_block(Activation& activation, BlockId block, State state, Arrivals& next) {
  for (const Instruction& instruction : activation.function.blocks[index(block)].instructions) {
    if (++instructions_ > limits_.instructions) failed_ = true;
    if (failed_) return;
    if (is_terminator(instruction)) return leave(activation, instruction, std::move(state), next);
    if (!execute(activation, instruction, state)) return;
  }
}

void Walk::leave(Activation& activation, const Instruction& last, State state, Arrivals& next) {
  constexpr std::size_t kObjectsAnInstruction = 16;  // copying them costs as much
  instructions_ += state.memory.size() / kObjectsAnInstruction;
  const auto go = [&](BlockId target, const Facts& more, State arriving) {
    arriving.facts = together(arriving.facts, more);
    arrive(next, target, std::move(arriving));
  };
  std::visit(Overloaded{
                 [&](const Branch& branch) {
                   const Comparison condition = as_condition(evaluate(activation, branch.condition), variables_);
                   go(branch.if_true, condition.if_true, state);
                   go(branch.if_false, condition.if_false, std::move(state));
                 },
                 [&](const Jump& jump) { go(jump.target, {}, std::move(state)); },
                 [&](const Switch& choice) {
                   const Value value = evaluate(activation, choice.value);
                   const auto* form = value.size() == 1 ? std::get_if<Form>(&value.front().value) : nullptr;
                   for (const auto& [number, target] : choice.cases)
                     go(target, form == nullptr ? Facts{} : Facts{*form - number, Form(number) - *form}, state);
                   go(choice.otherwise, {}, std::move(state));
                 },
                 [&](const Return& instruction) { returned(activation, instruction, std::move(state)); },
                 [](const auto&) {},
             },
             last.operation);
}

void Walk::arrive(Arrivals& arrivals, BlockId block, State state) {
  const auto found = arrivals.find(block);
  if (found == arrivals.end())
    arrivals.emplace(block, std::move(state));
  else
    join(found->second, state);
}

void Walk::returned(Activation& activation, const Return& instruction, State state) {
  std::optional<Value> value;
  if (instruction.value) value = evaluate(activation, *instruction.value);
  if (!activation.after) {
    activation.after = std::move(state);
    activation.result = std::move(value);
    return;
  }
  if (value && activation.result) {
    const Facts& before = activation.after->facts;
    activation.result = kernels::join(*activation.result, without(before, state.facts), *value,
                                      without(state.facts, before), variables_);
  }
  join(*activation.after, state);
}

void Walk::join(State& state, const State& other) {
  const Facts mine = without(state.facts, other.facts);
  state.memory.join(other.memory, mine, without(other.facts, state.facts), variables_);
  state.facts = without(state.facts, mine);
}

}  // namespace cudep::kernels
