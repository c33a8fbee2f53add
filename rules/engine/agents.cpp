// Clocks by agent, with a bounded memory of what each knew when.
#include "rules/engine/agents.h"

namespace cudep::engine {
namespace {
constexpr std::size_t kRemembered = 64;
}  // namespace

AgentId Agents::add() {
  const AgentId agent{static_cast<std::uint32_t>(agents_.size())};
  agents_.push_back(std::make_unique<Agent>(Clock(agent)));
  return agent;
}

void Agents::teach_all(Clock& learner, Strength strength) const {
  for (const auto& agent : agents_) learner.learn(agent->clock, strength);
}

void Agents::remember(AgentId id) {
  Agent& agent = *agents_[index(id)];
  if (!agent.remembered.empty() && agent.remembered.back().lessons() == agent.clock.lessons()) return;
  if (agent.remembered.size() == kRemembered) agent.remembered.pop_front();
  agent.remembered.push_back(agent.clock);
}

Clock Agents::known_at(AgentId id, Epoch epoch) const {
  const Agent& agent = *agents_[index(id)];
  const Clock* known = agent.remembered.empty() ? &agent.clock : &agent.remembered.front();
  for (const Clock& clock : agent.remembered) {
    if (clock.epoch() > epoch) break;
    known = &clock;
  }
  return known->as_of(epoch);
}

}  // namespace cudep::engine
