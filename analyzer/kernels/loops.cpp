// Loops: laps are tried out to see which cells change and by how much; then the loop is walked once, with each changing
// cell as a form of the number of the lap, where it grows evenly, or bounded, where it only grows or only shrinks.
#include <algorithm>

#include "analyzer/kernels/algebra.h"
#include "analyzer/kernels/bounds.h"
#include "analyzer/kernels/walk.h"

namespace cudep::kernels {

using model::Form;
using program::BlockId;

namespace {

constexpr int kMostTrials = 4;

/// The form that a value stands for: itself, or the offset of a pointer.
const Form* form_of(const Scalar& scalar) {
  if (const auto* form = std::get_if<Form>(&scalar)) return form;
  const auto* pointer = std::get_if<Pointer>(&scalar);
  return pointer == nullptr ? nullptr : &pointer->offset;
}

bool same_kind(const Scalar& first, const Scalar& second) {
  const auto* a = std::get_if<Pointer>(&first);
  const auto* b = std::get_if<Pointer>(&second);
  if (a != nullptr && b != nullptr) return a->place == b->place;
  return first.index() == second.index();
}

/// True for numbers, and for pointers to one place.
bool of_one_kind(const Value& value) {
  return !value.empty() && form_of(value.front().value) != nullptr &&
         std::ranges::all_of(value, [&](const Case& one) { return same_kind(one.value, value.front().value); });
}

/// By how much a lap may move the cell, once for each case.
std::optional<Facts> steps_of(const Value& initial, const Form& before, const Value& after_lap) {
  if (!of_one_kind(initial) || after_lap.empty()) return std::nullopt;
  Facts steps;
  for (const Case& one : after_lap) {
    if (!same_kind(one.value, initial.front().value)) return std::nullopt;
    steps.push_back(*form_of(one.value) - before);
  }
  return steps;
}

Value all_cases(Value first, const Value& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// The number, or the offset of the pointer, replaced.
Scalar with_form(const Scalar& scalar, Form form) {
  if (const auto* pointer = std::get_if<Pointer>(&scalar)) return Pointer{pointer->place, std::move(form)};
  return form;
}

}  // namespace

Arrivals Walk::run_loop(Activation& activation, std::size_t loop, State entry) {
  const BlockId header = activation.loops[loop].header;
  const std::size_t first_inner = variables_.size();
  std::vector<CellName> changed;
  State start = entry;
  ++trials_;
  for (int trial = 0; trial < kMostTrials && !failed_; ++trial) {
    std::vector<Pending> pending;
    const State tried = begin_trial(entry, changed, pending);
    Arrivals leaving = run_region(activation, loop, header, tried);
    const auto lap = leaving.find(header);
    if (lap == leaving.end()) break;  // it never begins again
    const std::size_t known = changed.size();
    for (const CellName& cell : lap->second.memory.changed_since(tried.memory))
      if (std::ranges::find(changed, cell) == changed.end()) changed.push_back(cell);
    if (changed.size() != known) continue;
    start = begin_laps(entry, pending, lap->second.memory, first_inner);
    break;
  }
  --trials_;
  Arrivals leaving = run_region(activation, loop, header, std::move(start));
  leaving.erase(header);
  return leaving;
}

State Walk::begin_trial(const State& entry, const std::vector<CellName>& changed, std::vector<Pending>& pending) {
  State state = entry;
  for (const CellName& cell : changed) {
    Pending next{cell, entry.memory.find(cell, variables_).value_or(just(Anything{})), Form(0)};
    next.variable = variables_.opaque(is_sliced(next.initial, variables_));
    Value value = of_one_kind(next.initial) ? just(with_form(next.initial.front().value, next.variable))
                                            : just(Anything{is_sliced(next.initial, variables_)});
    state.memory.store(cell.object, cell.offset, cell.type, std::move(value));
    pending.push_back(std::move(next));
  }
  return state;
}

State Walk::begin_laps(const State& entry, const std::vector<Pending>& pending, const Memory& after_lap,
                       std::size_t first_inner) {
  State state = entry;
  std::optional<Form> lap;
  for (const Pending& next : pending) {
    const Value after = after_lap.find(next.cell, variables_).value_or(just(Anything{}));
    state.memory.store(next.cell.object, next.cell.offset, next.cell.type, over_laps(next, after, first_inner, lap));
  }
  return state;
}

/// What the cell holds when any lap begins.
Value Walk::over_laps(const Pending& pending, const Value& after_lap, std::size_t first_inner,
                      std::optional<Form>& lap) {
  const auto steps = steps_of(pending.initial, pending.variable, after_lap);
  if (!steps) return blurred(all_cases(pending.initial, after_lap), variables_);
  const bool even = std::ranges::all_of(*steps, [&](const Form& step) { return step == steps->front(); });
  const auto symbols = symbols_of(steps->front());
  const bool invariant = symbols.empty() || model::index(symbols.back()) < first_inner;
  if (!even || !invariant) {
    const Form bounded = bounded_over_laps(pending, after_lap, *steps);
    return just(with_form(pending.initial.front().value, bounded));
  }
  if (!lap) lap = variables_.lap();
  Value value = pending.initial;
  for (Case& one : value) one.value = with_form(one.value, *form_of(one.value) + steps->front() * *lap);
  return value;
}

/// A variable that is at least, or at most, what the cell held at first.
Form Walk::bounded_over_laps(const Pending& pending, const Value& after_lap, const Facts& steps) {
  const Facts none;
  const Bounds bounds(variables_, none);
  const bool sliced = is_sliced(pending.initial, variables_) || is_sliced(after_lap, variables_);
  const Form value = variables_.opaque(sliced);
  if (pending.initial.size() != 1) return value;
  const Form& first = *form_of(pending.initial.front().value);
  if (std::ranges::all_of(steps, [&](const Form& step) { return bounds.non_negative(step); }))
    variables_.restrict(value, value - first);
  if (std::ranges::all_of(steps, [&](const Form& step) { return bounds.non_negative(Form(0) - step); }))
    variables_.restrict(value, first - value);
  return value;
}

}  // namespace cudep::kernels
