// Moments of a run and what orders them: a plain directed graph, searched anew for every question. Slow and obvious on
// purpose, because the engine is checked against it.
#pragma once
#include <cstdint>
#include <vector>

namespace cudep::oracle {

/// A point in time of one operation: its call, the start of its work, its completion, the return of its call.
enum class Moment : std::uint32_t {};

/// On whose word one moment comes before another, strongest first.
enum class Order : std::uint8_t {
  Doc,   // NVIDIA promises it
  Seen,  // measured, not promised
  Open,  // neither: it may hold
  None,  // nothing orders them
};

class Moments {
 public:
  Moment add();
  /// Writes down that `first` comes before `second`. `Order::None` writes nothing.
  void put_before(Moment first, Moment second, Order order = Order::Doc);
  /// The strongest order for which a chain of edges, each at least that strong, leads from `first` to `second`.
  [[nodiscard]] Order order(Moment first, Moment second) const;

 private:
  struct Edge {
    Moment to;
    Order order;
  };

  [[nodiscard]] bool reaches(Moment first, Moment second, Order weakest) const;

  std::vector<std::vector<Edge>> edges_;
};

}  // namespace cudep::oracle
