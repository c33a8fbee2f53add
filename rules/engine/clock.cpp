// Learning: a maximum over two vectors, in as few of the strengths as differ.
#include "rules/engine/clock.h"

#include <algorithm>

namespace cudep::engine {
namespace {

using Epochs = std::vector<Epoch>;

void raise(Epochs& to, const Epochs* from, AgentId agent, Epoch epoch) {
  const std::size_t size = std::max(from ? from->size() : 0, index(agent) + 1);
  if (to.size() < size) to.resize(size);
  if (from)
    for (std::size_t i = 0; i < from->size(); ++i) to[i] = std::max(to[i], (*from)[i]);
  to[index(agent)] = std::max(to[index(agent)], epoch);
}

}  // namespace

std::optional<Strength> Clock::order(AgentId agent, Epoch epoch) const {
  for (const Strength strength : {Strength::Doc, Strength::Seen, Strength::Open})
    if (knows(agent, epoch, strength)) return strength;
  return std::nullopt;
}

void Clock::learn(const Clock& other, Strength strength) {
  if (other.self_ == self_) return;
  std::optional<std::shared_ptr<Epochs>> before;  // what the strength just handled had been, to go on sharing
  for (auto i = static_cast<std::size_t>(strength); i < kStrengths; ++i) {
    if (knows(other.self_, other.epoch_, Strength{static_cast<std::uint8_t>(i)})) {
      before.reset();
      continue;
    }
    const bool shared = before && learned_[i] == *before && other.learned_[i] == other.learned_[i - 1];
    before = learned_[i];
    ++lessons_;
    if (shared) {
      learned_[i] = learned_[i - 1];
      continue;
    }
    learned_[i] = *before ? std::make_shared<Epochs>(**before) : std::make_shared<Epochs>();
    raise(*learned_[i], other.learned_[i].get(), other.self_, other.epoch_);
  }
}

Clock Clock::as_of(Epoch epoch) const {
  Clock earlier = *this;
  earlier.epoch_ = epoch;
  return earlier;
}

}  // namespace cudep::engine
