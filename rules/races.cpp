// Races of a path as it is, and as it would be.
#include "rules/races.h"

#include <algorithm>
#include <iterator>

#include "rules/engine/engine.h"
#include "rules/explained_race.h"

namespace cudep::rules {

using engine::Race;
using model::OperationList;

std::vector<Race> find_races(const OperationList& path, const CheckOptions& options) {
  engine::Engine<engine::AccessHistory> engine(path.entities,
                                               engine::AccessHistory(path.entities, engine::used_in_part(path)),
                                               {.facts = options.facts, .mends = options.mends});
  std::vector<Race> races;
  for (const model::Operation& op : path.operations) engine.advance(op, races);
  return races;
}

engine::PathLog log_of(const OperationList& path, const CheckOptions& options) {
  engine::PathLog log;
  engine::Engine<engine::NoHistory> engine(path.entities, {}, {.facts = options.facts, .mends = false, .log = &log});
  std::vector<Race> none;
  for (const model::Operation& op : path.operations) engine.advance(op, none);
  return log;
}

CallPath call_path(const model::Operation& op) {
  CallPath numbers;
  for (const model::Frame& frame : op.frames) {
    numbers.push_back(static_cast<std::uint32_t>(frame.site));
    numbers.push_back(static_cast<std::uint32_t>(frame.function));
  }
  return numbers;
}

PairOfCalls calls_of(const OperationList& path, const Race& race) {
  return {call_path(path.operations[earlier_call(race)]), call_path(path.operations[later_call(race)])};
}

WhatIf::WhatIf(const OperationList& path, const CheckOptions& options) : options_(options) {
  for (const Race& race : find_races(path, options)) racing_.insert(calls_of(path, race));
}

std::vector<Race> WhatIf::new_races(const OperationList& changed) const {
  std::vector<Race> fresh;
  std::ranges::copy_if(find_races(changed, options_), std::back_inserter(fresh),
                       [&](const Race& race) { return !racing_.contains(calls_of(changed, race)); });
  return fresh;
}

model::Operation nothing(model::HostId host) { return {.verb = model::Verb::HostAccess, .host = host}; }

}  // namespace cudep::rules
