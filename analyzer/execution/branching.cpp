// Which way a branch goes: decided, both arms one after the other, or two paths.
#include <algorithm>
#include <utility>

#include "analyzer/execution/machine.h"

namespace cudep::execution {

void Machine::jump(Path& path, BlockId target) {
  Activation& top = path.top();
  while (!top.notes.empty() && top.notes.back().until == target) top.notes.pop_back();
  if (!top.arms.empty() && top.arms.back().join == target) {
    BothArms& arms = top.arms.back();
    Memory ran = path.memory;
    if (arms.merged) ran.merge(*arms.merged);
    if (!arms.others.empty()) {
      const BlockId next = arms.others.back();
      arms.others.pop_back();
      path.memory = *arms.before;
      path.memory.adopt_objects_of(ran);
      top.loops = arms.loops;
      arms.merged = std::move(ran);
      top.block = next;
      top.next = 0;
      if (next == target) jump(path, target);
      return;
    }
    path.memory = std::move(ran);
    top.arms.pop_back();
    return jump(path, target);
  }
  top.block = target;
  top.next = 0;
  enter_loops(path, target);
}

void Machine::run_both(Path& path, std::vector<BlockId> arms, BlockId join) {
  std::ranges::sort(arms, {}, [&](BlockId arm) { return std::pair(arm != join, arm); });  // an empty arm runs last
  const BlockId first = arms.back();
  arms.pop_back();
  charge_copy(path);
  path.top().arms.push_back({.join = join,
                             .others = std::move(arms),
                             .before = std::make_shared<const Memory>(path.memory),
                             .loops = path.top().loops});
  jump(path, first);
}

void Machine::take(Path& path, const program::Branch& branch, bool outcome) {
  jump(path, outcome ? branch.if_true : branch.if_false);
}

/// What copying a path costs, in instructions.
void Machine::charge_copy(const Path& path) {
  constexpr std::size_t kEntriesAnInstruction = 8;
  const std::size_t entries = path.memory.objects().size() + path.derived.size() + path.entities.symbols.size();
  instructions_ += entries / kEntriesAnInstruction;
}

/// A branch that comes again goes all its ways at first, in a loop for two laps; after that, it goes as it went.
std::optional<std::size_t> Machine::earlier_decision(const Path& path, model::SiteId site) {
  constexpr std::uint32_t kMost = 4;
  constexpr std::uint32_t kMostInLoop = 2;
  const auto known = path.decisions.find(site);
  if (known == path.decisions.end()) return std::nullopt;
  const bool in_loop = std::ranges::any_of(path.stack, [](const Activation& call) { return !call.loops.empty(); });
  if (known->second.count < (in_loop ? kMostInLoop : kMost)) return std::nullopt;
  return known->second.last;
}

void Machine::decide_by_fork(Path& path, const program::Branch& branch, const Value& condition) {
  const std::optional<BlockId> join = path.top().plan->join[index(path.top().block)];
  const model::SiteId site = path.top().function().blocks[index(path.top().block)].instructions.back().site;
  const auto go = [&](Path& one, bool outcome) {
    suppose(one, condition, outcome);
    const std::string& text = program_.strings[index(branch.text)];
    if (!text.empty()) {
      const auto note = assume(one, {model::Assumption::Kind::BranchTaken, text, outcome ? "true" : "false"});
      auto& notes = one.top().notes;
      // A jump back may come to the branch without end.
      if (const BranchNote made{note, join}; std::ranges::find(notes, made) == notes.end()) notes.push_back(made);
    }
    take(one, branch, outcome);
  };
  if (const auto earlier = earlier_decision(path, site)) return go(path, *earlier != 0);
  if (!may_fork()) return go(path, rarest_way(site, 2) == 0);
  charge_copy(path);
  path.decisions[site].count += 1;
  Path other = path;
  other.decisions[site].last = 0;
  path.decisions[site].last = 1;
  go(other, false);
  fork(std::move(other), site);
  go(path, true);
}

/// Leaves a function on whose result nothing depends, and that gets at nothing that an operation may use.
void Machine::abandon(Path& path) {
  const program::Type type = path.top().function().result;
  leave(path, fresh_value(path, type, "result of " + path.top().function().display, false));
}

void Machine::branch(Path& path, const program::Branch& branch) {
  if (branch.if_true == branch.if_false) return jump(path, branch.if_true);
  const Value condition = evaluate(path, branch.condition);
  if (loop_test(path, branch, condition)) return;
  if (const auto known = truth(path, condition)) return take(path, branch, *known);
  const Activation& top = path.top();
  const bool true_ends = top.plan->quiet_end[index(branch.if_true)];
  if (true_ends != top.plan->quiet_end[index(branch.if_false)]) {  // a failure that only ends the program
    suppose(path, condition, !true_ends);
    return take(path, branch, !true_ends);
  }
  const auto join = top.plan->join[index(top.block)];
  if (!top.plan->forks[index(top.block)] && join) return run_both(path, {branch.if_true, branch.if_false}, *join);
  if (!top.plan->forks[index(top.block)] && !sees_watched(path)) return abandon(path);
  if (is_search(path) && !sees_watched(path)) return abandon(path);
  if (top.plan->yields_number) ++path.forks_for_numbers;
  decide_by_fork(path, branch, condition);
}

/// A number that a function looks up, lap by lap, or by many choices, is not worth a path for each outcome.
bool Machine::is_search(const Path& path) const {
  constexpr std::uint32_t kMostForks = 2;
  const Activation& top = path.stack.back();
  return top.plan->yields_number && (!top.loops.empty() || path.forks_for_numbers >= kMostForks);
}

void Machine::switch_on(Path& path, const program::Switch& choice) {
  const Value value = evaluate(path, choice.value);
  const Form* form = as_form(value);
  if (form && form->as_number()) {
    for (const auto& [number, target] : choice.cases)
      if (number == *form->as_number()) return jump(path, target);
    return jump(path, choice.otherwise);
  }
  std::vector<BlockId> targets{choice.otherwise};
  for (const auto& [number, target] : choice.cases)
    if (std::ranges::find(targets, target) == targets.end()) targets.push_back(target);
  const Activation& top = path.top();
  const auto join = top.plan->join[index(top.block)];
  const auto ends = [&](BlockId target) { return top.plan->quiet_end[index(target)]; };
  if (!std::ranges::all_of(targets, ends)) std::erase_if(targets, ends);
  if (!top.plan->forks[index(top.block)] && join) return run_both(path, std::move(targets), *join);
  if (!top.plan->forks[index(top.block)] && !sees_watched(path)) return abandon(path);
  const model::SiteId site = top.function().blocks[index(top.block)].instructions.back().site;
  if (const auto earlier = earlier_decision(path, site)) return jump(path, targets[*earlier % targets.size()]);
  path.decisions[site].count += 1;
  for (std::size_t t = 0; t + 1 < targets.size(); ++t) {
    if (!may_fork()) return jump(path, targets[t + rarest_way(site, targets.size() - t)]);
    charge_copy(path);
    Path other = path;
    other.decisions[site].last = t;
    jump(other, targets[t]);
    fork(std::move(other), site);
  }
  path.decisions[site].last = targets.size() - 1;
  jump(path, targets.back());
}

}  // namespace cudep::execution
