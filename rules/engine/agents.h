// The clocks of all agents, and what each knew at its recent epochs: mending a race lets an agent learn what another
// knew when it made the racing access.
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "rules/engine/clock.h"

namespace cudep::engine {

class Agents {
 public:
  /// References to clocks stay valid.
  AgentId add();
  [[nodiscard]] std::size_t size() const { return agents_.size(); }
  [[nodiscard]] Clock& operator[](AgentId agent) { return agents_[index(agent)]->clock; }
  [[nodiscard]] const Clock& operator[](AgentId agent) const { return agents_[index(agent)]->clock; }

  /// Learns every agent's clock.
  void teach_all(Clock& learner, Strength strength) const;
  /// Keeps what `agent` knows now for `known_at`; to be called when an operation of it is complete.
  void remember(AgentId agent);
  /// What `agent` knew at `epoch`, or at the oldest later one that is still remembered.
  [[nodiscard]] Clock known_at(AgentId agent, Epoch epoch) const;

 private:
  struct Agent {
    Clock clock;
    std::deque<Clock> remembered;  // one for each time it learned something, oldest first
  };
  std::vector<std::unique_ptr<Agent>> agents_;  // so that a clock stays where it is
};

}  // namespace cudep::engine
