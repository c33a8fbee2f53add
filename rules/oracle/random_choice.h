// Random choices that are the same on every machine, which the standard distributions are not.
#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace cudep::oracle {

class RandomChoice {
 public:
  explicit RandomChoice(std::uint64_t seed) : engine_(seed) {}
  /// A number in [low, high].
  std::size_t between(std::size_t low, std::size_t high) { return low + engine_() % (high - low + 1); }
  bool percent(std::size_t chance) { return between(0, 99) < chance; }
  /// An index into `weights`, each as likely as its weight.
  std::size_t weighted(const std::vector<std::size_t>& weights) {
    std::size_t total = 0;
    for (const std::size_t weight : weights) total += weight;
    std::size_t left = between(0, total - 1);
    std::size_t chosen = 0;
    while (left >= weights[chosen]) left -= weights[chosen++];
    return chosen;
  }
  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[between(0, values.size() - 1)];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace cudep::oracle
