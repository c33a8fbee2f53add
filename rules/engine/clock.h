// What an agent may rely on: for each agent the last epoch that is ordered before, once for every strength of promise.
//
//   Clock copy(AgentId{2});
//   copy.tick();
//   copy.learn(kernel_done, Strength::Doc);            // everything that `kernel_done` captured, and its own epoch
//   copy.order(AgentId{1}, Epoch{4});                  // Doc, Seen, Open, or none: nothing orders that operation
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rules/engine/ordering_facts.h"

namespace cudep::engine {

enum class AgentId : std::uint32_t {};  // a host thread, a stream, or the host's staging of pageable sources
enum class Epoch : std::uint32_t {};    // how many operations the agent has begun; 0 is before the first

constexpr std::size_t index(AgentId agent) { return static_cast<std::size_t>(agent); }

/// Copying is cheap: what was learned is shared until one side learns more.
class Clock {
 public:
  explicit Clock(AgentId self) : self_(self) {}

  [[nodiscard]] AgentId self() const { return self_; }
  [[nodiscard]] Epoch epoch() const { return epoch_; }
  /// Grows whenever something new was learned.
  [[nodiscard]] std::uint32_t lessons() const { return lessons_; }
  void tick() { epoch_ = Epoch{static_cast<std::uint32_t>(epoch_) + 1}; }

  [[nodiscard]] bool knows(AgentId agent, Epoch epoch, Strength strength) const {
    if (agent == self_) return true;
    const Epochs* learned = learned_[static_cast<std::size_t>(strength)].get();
    const Epoch known = learned && index(agent) < learned->size() ? (*learned)[index(agent)] : Epoch{};
    return known >= epoch;
  }
  /// The strongest promise that orders an operation of `agent` before this clock; none when not even an open edge does.
  [[nodiscard]] std::optional<Strength> order(AgentId agent, Epoch epoch) const;

  /// Learns what `other` knows and its own epoch, in `strength` and every weaker one. An agent must tick between two of
  /// its clocks being learned by others if it learned something between: an epoch stands for all that was known then.
  void learn(const Clock& other, Strength strength);
  /// What was learned as of an earlier epoch of the same agent.
  [[nodiscard]] Clock as_of(Epoch epoch) const;

 private:
  using Epochs = std::vector<Epoch>;

  AgentId self_;
  Epoch epoch_{};
  std::uint32_t lessons_ = 0;
  std::array<std::shared_ptr<Epochs>, kStrengths> learned_;
};

}  // namespace cudep::engine
