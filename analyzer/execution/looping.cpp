// Laps. A loop that only computes on the host runs once with its counters in a range; any other runs concretely, and a
// long one skips from its first laps to its last. A count that is not known becomes a small number.
#include <algorithm>
#include <utility>

#include "analyzer/execution/machine.h"

namespace cudep::execution {

using program::Arithmetic;

namespace {

constexpr std::int64_t kLongestConcrete = 32;  // laps
constexpr std::int64_t kLongestWithExits = 4;  // of a host loop that may be left in the middle
constexpr std::uint32_t kMostLaps = 4000;      // of a loop without a usable exit
constexpr std::uint32_t kUsualLaps = 3;

std::uint32_t usual_laps(const LoopPlan& loop) {
  return loop.period > 1 ? static_cast<std::uint32_t>(2 * loop.period + 1) : kUsualLaps;
}

std::int64_t ceiling(std::int64_t a, std::int64_t b) { return a <= 0 ? -((-a) / b) : (a + b - 1) / b; }

/// a and r of `r + a * symbol`.
std::optional<std::pair<std::int64_t, Form>> linear_in(const Form& form, model::SymbolId symbol) {
  std::int64_t coefficient = 0;
  for (const Form::Term& term : form.terms()) {
    if (std::ranges::find(term.symbols, symbol) == term.symbols.end()) continue;
    if (term.symbols.size() != 1) return std::nullopt;
    coefficient = term.coefficient;
  }
  if (coefficient == 0) return std::nullopt;
  return std::pair(coefficient, form - Form::symbol(symbol) * Form(coefficient));
}

/// The symbol of a form that has only one, in a term of its own, with the coefficient 1 or -1.
std::optional<model::SymbolId> only_symbol(const Form& form) {
  if (form.terms().size() != 1) return std::nullopt;
  const Form::Term& term = form.terms().front();
  if (term.symbols.size() != 1 || std::abs(term.coefficient) != 1) return std::nullopt;
  return term.symbols.front();
}

bool is_ordering(Arithmetic comparison) {
  return comparison != Arithmetic::Equal && comparison != Arithmetic::NotEqual;
}

/// By how much the difference changes each lap, towards the end of the loop.
std::int64_t approach(Arithmetic stays_while, const LoopPlan& loop, std::int64_t coefficient) {
  const std::int64_t step = loop.inductions.empty() ? 1 : std::abs(loop.inductions.front().step);
  switch (stays_while) {
    case Arithmetic::Less:
    case Arithmetic::LessEqual:
      return step;
    case Arithmetic::Greater:
    case Arithmetic::GreaterEqual:
      return -step;
    default:
      return coefficient < 0 ? step : -step;
  }
}

bool is_inclusive(Arithmetic comparison) {
  return comparison == Arithmetic::LessEqual || comparison == Arithmetic::GreaterEqual;
}

/// Laps that `r + a*k comparison 0` allows for k = 0, 1, …, as a number where r is one.
std::optional<std::int64_t> count_laps(Arithmetic stays_while, std::int64_t a, std::int64_t r) {
  const bool rises = stays_while == Arithmetic::Less || stays_while == Arithmetic::LessEqual;
  const bool falls = stays_while == Arithmetic::Greater || stays_while == Arithmetic::GreaterEqual;
  if (rises && a > 0)
    return std::max<std::int64_t>(0, is_inclusive(stays_while) && r <= 0 ? -r / a + 1 : ceiling(-r, a));
  if (falls && a < 0)
    return std::max<std::int64_t>(0, is_inclusive(stays_while) && r >= 0 ? r / -a + 1 : ceiling(r, -a));
  if (stays_while == Arithmetic::NotEqual && r % a == 0 && -r / a >= 0) return -r / a;
  return std::nullopt;
}

}  // namespace

void Machine::enter_loops(Path& path, BlockId to) {
  Activation& top = path.top();
  const FunctionPlan& plan = *top.plan;
  while (!top.loops.empty() && !plan.loops[top.loops.back().loop].blocks.contains(to)) top.loops.pop_back();
  for (const std::size_t l : plan.loops_of[index(to)]) {
    const auto running = std::ranges::find(top.loops, l, &LoopRun::loop);
    if (running != top.loops.end()) {
      if (plan.loops[l].header != to) continue;
      if (running->symbolic) return end_symbolic_loop(path, plan.loops[l]);
      if (++running->laps <= kMostLaps) continue;
      cut("a loop in `" + top.function().display + "` without an end");
      path.ended = true;
      return;
    }
    top.loops.push_back({.loop = l});
    if (plan.loops[l].host_only) begin_symbolic_lap(path, top.loops.back(), plan.loops[l]);
  }
}

void Machine::begin_symbolic_lap(Path& path, LoopRun& run, const LoopPlan& loop) {
  run.symbolic = true;
  run.entered = std::make_shared<const Memory>(path.memory);
  for (const Induction& induction : loop.inductions) {
    const Value local = evaluate(path, induction.local);
    const Pointer at = *as_pointer(local);
    const auto first = path.memory.find(at, induction.type.bytes);
    const Form* form = first ? as_form(*first) : nullptr;
    if (!form) continue;
    if (!run.lap) run.lap = path.entities.symbols.add({.name = "lap", .low = 0});
    run.first.emplace(induction.local, *form);
    poke(path, at, induction.type.bytes, *form + Form::symbol(*run.lap) * Form(induction.step));
  }
}

void Machine::end_symbolic_loop(Path& path, const LoopPlan& loop) {
  Activation& top = path.top();
  const auto running =
      std::ranges::find_if(top.loops, [&](const LoopRun& run) { return &top.plan->loops[run.loop] == &loop; });
  const LoopRun run = *running;
  top.loops.erase(running, top.loops.end());
  for (const ObjectId changed : path.memory.changed_since(*run.entered)) {
    const Object& before = (*run.entered)[changed];
    Object& now = path.memory.write(changed);
    if (now.zero != before.zero) now.zero.clear();
    std::erase_if(now.cells, [&](const auto& cell) {
      const auto old = before.cells.find(cell.first);
      return old == before.cells.end() || !(old->second == cell.second);
    });
  }
  for (const Induction& induction : loop.inductions) {
    const auto first = run.first.find(induction.local);
    if (first == run.first.end()) continue;
    const Form last = run.trips ? first->second + *run.trips * Form(induction.step)
                                : fresh(path, top.function().locals[index(induction.local)].name);
    poke(path, *as_pointer(evaluate(path, induction.local)), induction.type.bytes, last);
  }
  if (run.exit) return jump(path, *run.exit);
  cut("a loop in `" + top.function().display + "` without an end");
  path.ended = true;
}

/// The comparison that a branch tests, also when both sides are numbers.
static std::optional<Condition> comparison_behind(Machine& machine, Path& path, const program::Operand& condition) {
  const auto* wanted = std::get_if<Register>(&condition);
  if (!wanted) return std::nullopt;
  Register searched = *wanted;
  bool inverted = false;
  const auto& instructions = path.top().function().blocks[index(path.top().block)].instructions;
  for (auto at = instructions.rbegin(); at != instructions.rend(); ++at) {
    const auto* compute = std::get_if<program::Compute>(&at->operation);
    if (!compute || compute->result != searched) continue;
    const auto* operand = std::get_if<Register>(&compute->left);
    if (operand && (compute->operation == Arithmetic::Convert || compute->operation == Arithmetic::LogicalNot)) {
      inverted = inverted != (compute->operation == Arithmetic::LogicalNot);
      searched = *operand;
      continue;
    }
    if (compute->operation < Arithmetic::Equal || compute->operation > Arithmetic::GreaterEqual) return std::nullopt;
    const Value left = machine.evaluate(path, compute->left), right = machine.evaluate(path, compute->right);
    const Arithmetic comparison = inverted ? negated(compute->operation) : compute->operation;
    const auto *a = as_form(left), *b = as_form(right);
    if (a && b) return Condition{comparison, *a - *b};
    const auto *p = as_pointer(left), *q = as_pointer(right);
    if (p && q && p->object == q->object) return Condition{comparison, p->offset - q->offset};
    return std::nullopt;
  }
  return std::nullopt;
}

bool Machine::loop_test(Path& path, const program::Branch& branch, const Value& value) {
  Activation& top = path.top();
  if (top.loops.empty()) return false;
  LoopRun& run = top.loops.back();
  const LoopPlan& loop = top.plan->loops[run.loop];
  const bool true_stays = loop.blocks.contains(branch.if_true);
  if (true_stays == loop.blocks.contains(branch.if_false)) return false;
  std::optional<Condition> condition = comparison_behind(*this, path, branch.condition);
  if (!condition)
    if (const auto* pending = std::get_if<Condition>(&value)) condition = *pending;
  if (condition && !true_stays) condition->comparison = negated(condition->comparison);
  const auto go = [&](bool stay) { take(path, branch, stay == true_stays); };

  if (run.symbolic) {
    if (condition && symbolic_test(path, run, loop, branch, *condition)) return true;
    if (const auto known = truth(path, value)) return go(*known == true_stays), true;
    if (!run.exit) run.exit = true_stays ? branch.if_false : branch.if_true;
    if (top.plan->forks[index(top.block)]) return false;
    return go(true), true;
  }
  if (const auto known = truth(path, value)) {
    const bool stay = *known == true_stays;
    const Form* number = as_form(value);
    const bool is_supposed = !number || !number->as_number();
    if (stay && is_supposed && run.laps > usual_laps(loop)) {
      path.ended = true;  // a branch in the body took for granted what keeps the loop going
      return true;
    }
    if (stay && condition) skip_laps(path, run, loop, condition->comparison, condition->difference);
    return go(stay), true;
  }
  if (condition && counted_test(path, run, loop, branch, *condition)) return true;
  // What decides is data: after the first lap, and after the last.
  if (run.laps == 0 || loop.host_only) return go(run.laps < usual_laps(loop)), true;
  if (run.laps >= usual_laps(loop)) return go(false), true;
  if (run.laps > 1) return go(true), true;
  return false;
}

/// Takes the range of laps back: this is the first one. Nothing but the counters and what was just loaded knows of it.
void Machine::run_concretely(Path& path, LoopRun& run, const LoopPlan& loop) {
  const model::SymbolId lap = *run.lap;
  run.symbolic = false;
  run.lap.reset();
  for (const Induction& induction : loop.inductions)
    if (const auto first = run.first.find(induction.local); first != run.first.end())
      poke(path, *as_pointer(evaluate(path, induction.local)), induction.type.bytes, first->second);
  for (Value& value : path.top().registers) value = substitute(value, lap, Form(0));
}

bool Machine::symbolic_test(Path& path, LoopRun& run, const LoopPlan& loop, const program::Branch& branch,
                            const Condition& condition) {
  const auto linear = run.lap && !run.trips ? linear_in(condition.difference, *run.lap) : std::nullopt;
  if (!linear) return false;
  const bool true_stays = loop.blocks.contains(branch.if_true);
  const auto& [a, r] = *linear;
  const BlockId exit = true_stays ? branch.if_false : branch.if_true;
  if (const auto number = r.as_number()) {
    const auto laps = count_laps(condition.comparison, a, *number);
    if (!laps) return false;
    const auto exits = std::ranges::count_if(loop.blocks, [&](BlockId block) {
      const auto& last = path.top().function().blocks[index(block)].instructions.back();
      return std::ranges::any_of(program::successors(last), [&](BlockId next) { return !loop.blocks.contains(next); });
    });
    if (*laps <= (exits > 1 ? kLongestWithExits : kLongestConcrete)) {
      run_concretely(path, run, loop);
      take(path, branch, (*laps > 0) == true_stays);
      return true;
    }
    run.trips = Form(*laps);
  } else {
    const Form magnitude(std::abs(a));
    Form span = a > 0 ? Form(0) - r : r;
    if (is_inclusive(condition.comparison)) span += magnitude;
    run.trips = quotient(path, span + magnitude - Form(1), magnitude);
  }
  run.exit = exit;
  path.ranges[*run.lap] = {Form(0), *run.trips - Form(1)};
  take(path, branch, true_stays);
  return true;
}

bool Machine::counted_test(Path& path, LoopRun& run, const LoopPlan& loop, const program::Branch& branch,
                           const Condition& condition) {
  if (!is_ordering(condition.comparison) && loop.inductions.empty()) return false;
  const bool true_stays = loop.blocks.contains(branch.if_true);
  const std::uint32_t laps = usual_laps(loop);
  if (const auto symbol = only_symbol(condition.difference); symbol && run.laps == 0) {
    const model::Symbol described = path.entities.symbols[*symbol];
    const std::int64_t coefficient = condition.difference.terms().front().coefficient;
    const std::int64_t step = approach(condition.comparison, loop, coefficient);
    const std::int64_t count = is_inclusive(condition.comparison) ? laps - 1 : laps;
    const std::int64_t wanted = -coefficient * (condition.difference.constant() + step * count);
    const bool allowed = (!described.low || *described.low <= wanted) && (!described.high || wanted <= *described.high);
    if (allowed && wanted > 0) {
      choose(path, *symbol, wanted);
      if (!described.name.empty())
        run.assumption = assume(path, {model::Assumption::Kind::CountChosen, described.name, std::to_string(wanted)});
      take(path, branch, true_stays);
      return true;
    }
  }
  if (run.tests.empty()) run.tests.push_back({condition.difference, nullptr});
  const bool same_count = (condition.difference - run.tests.front().difference).as_number().has_value();
  if (!same_count) return false;
  const auto [known, is_new] = path.lap_counts.try_emplace(run.tests.front().difference, laps);
  take(path, branch, (run.laps < known->second) == true_stays);
  return true;
}

void Machine::choose(Path& path, model::SymbolId symbol, std::int64_t number) {
  path.chosen[symbol] = number;
  path.memory.substitute(symbol, Form(number));
  for (Activation& activation : path.stack) {
    for (Value& value : activation.registers) value = substitute(value, symbol, Form(number));
    for (LoopRun& run : activation.loops)
      for (auto& [local, first] : run.first) first = first.substitute(symbol, Form(number));
  }
}

std::int64_t Machine::choose_count(Path& path, const Form& form) {
  if (const auto number = form.as_number()) return *number;
  const auto symbol = only_symbol(form);
  if (!symbol) return kUsualLaps;
  const std::int64_t number = kUsualLaps - form.constant();
  choose(path, *symbol, form.terms().front().coefficient * number);
  return kUsualLaps;
}

void Machine::skip_laps(Path& path, LoopRun& run, const LoopPlan& loop, Arithmetic comparison, const Form& difference) {
  if (run.skipped || !difference.as_number()) return;
  std::optional<std::int64_t> step;
  if (!run.tests.empty()) step = (difference - run.tests.back().difference).as_number();
  const auto left = step && *step != 0 ? count_laps(comparison, *step, *difference.as_number()) : std::nullopt;
  const bool is_long = left && *left + run.laps > kLongestConcrete;
  run.tests.push_back({difference, is_long ? std::make_shared<const Memory>(path.memory) : nullptr});
  if (run.tests.size() > 3) run.tests.erase(run.tests.begin());
  const auto period = static_cast<std::uint32_t>(loop.period);
  if (!is_long || run.tests.size() < 3 || run.laps < period + 1) return;
  const auto &oldest = run.tests[0], &middle = run.tests[1];
  if (!oldest.memory || (middle.difference - oldest.difference).as_number() != step) return;
  const std::int64_t skipped = (*left - (period + 1)) / period * period;
  if (skipped <= 0) return;
  run.skipped = true;
  const auto moved = [&](const Value& a, const Value& b, const Value& c) -> std::optional<Value> {
    const auto form_of = [](const Value& v) {
      if (const auto* pointer = as_pointer(v)) return std::optional(pointer->offset);
      const auto* form = as_form(v);
      return form ? std::optional(*form) : std::nullopt;
    };
    const auto x = form_of(a), y = form_of(b), z = form_of(c);
    if (!x || !y || !z || a.index() != c.index() || b.index() != c.index()) return std::nullopt;
    const Form grown = *z - *y;
    if (grown == Form(0) || grown != *y - *x) return std::nullopt;
    const Form now = *z + grown * Form(skipped);
    if (const auto* pointer = as_pointer(c)) {
      const auto *p = as_pointer(a), *q = as_pointer(b);
      if (p->object != pointer->object || q->object != pointer->object) return std::nullopt;
      return Pointer{pointer->object, now};
    }
    return now;
  };
  for (const ObjectId id : path.memory.changed_since(*middle.memory)) {
    if (!oldest.memory->exists(id)) continue;
    for (auto& [offset, cell] : path.memory.write(id).cells) {
      const auto a = oldest.memory->find({id, offset}, cell.bytes), b = middle.memory->find({id, offset}, cell.bytes);
      if (!a || !b) continue;
      if (const auto later = moved(*a, *b, cell.value)) cell.value = *later;
    }
  }
}

}  // namespace cudep::execution
