// The moments of one run and all the edges between them, written down operation by operation.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "rules/model/operation.h"
#include "rules/oracle/captured_graph.h"
#include "rules/oracle/moments.h"
#include "rules/oracle/stream_order.h"

namespace cudep::oracle {

/// An access with the moments between which it happens.
struct TimedAccess {
  std::size_t operation;  // whose access it is, as a position in the list: for a node of a launched graph the launch
  model::Access access;
  Moment first;
  Moment last;
  bool ends_life = false;               // nothing submitted later may use these bytes
  std::size_t life = 0;                 // how often the buffer began or ended before: lives do not meet
  std::optional<std::size_t> captured;  // the capture it is a node of, when nothing was launched yet
};

class Run {
 public:
  explicit Run(const model::OperationList& list);

  [[nodiscard]] const Moments& moments() const { return moments_; }
  [[nodiscard]] const std::vector<TimedAccess>& accesses() const { return accesses_; }

 private:
  /// The call of one operation, as the host thread sees it.
  struct Call {
    std::size_t position;
    const model::Operation& operation;
    Moment entry;
    Moment returned;
  };
  /// What a later wait for an event may match.
  struct Recording {
    Moment moment;
    Order order;
  };
  struct EventState {
    std::vector<Recording> recordings;
    bool seen = false;  // created or recorded on this path, so that nothing outside it matters
  };

  // What every call does (run.cpp).
  void perform(std::size_t position);
  Call enter(std::size_t position);
  void leave(const Call& call);
  void host_call(const Call& call);
  void set_up(const Call& call);
  void add_access(const Call& call, model::Access access, Moment first, Moment last, bool ends_life = false);
  void add_accesses(const Call& call, Moment first, Moment last);
  void end_life(const Call& call, Moment first, Moment last);

  // What the host waits for (run_host.cpp).
  void synchronize_stream(const Call& call);
  void synchronize_device(const Call& call, Moment done, Order order);
  void wait_for_event(model::EventId event, Moment waiting);
  void wait_for_everything(Moment waiting);
  [[nodiscard]] Order is_recorded(model::EventId event) const;
  void free(const Call& call);
  void unknown_call(const Call& call);
  void reset_device(const Call& call);
  [[nodiscard]] model::DeviceId current_device(const Call& call) const;

  // What streams do (run_stream.cpp).
  Work submit(const Call& call);
  void stream_call(const Call& call);
  void copy(const Call& call, const Work& work);

  // Graphs (run_graph.cpp).
  bool capture(const Call& call);
  void end_capture(const Call& call);
  void launch_graph(const Call& call, const Work& work);
  void act_externally(const model::Operation& node, Moment start, Moment completion);
  std::vector<std::pair<Moment, Moment>> lay_out(const CapturedGraph& graph);

  const model::OperationList& list_;
  Moments moments_;
  std::vector<TimedAccess> accesses_;
  std::vector<Work> submitted_;                       // records and waits too
  std::map<model::HostId, Moment> last_return_;       // of each host thread
  std::map<model::HostId, model::DeviceId> current_;  // cudaSetDevice
  std::set<model::StreamId> order_unseen_;
  std::map<model::EventId, EventState> events_;
  std::vector<Moment> element_records_;  // of events at unknown indices
  std::map<model::BufferId, std::size_t> lives_;
  std::map<model::GraphId, CapturedGraph> capturing_;
  std::map<model::GraphId, CapturedGraph> graphs_;          // captured ones and executables
  std::map<model::GraphId, std::vector<Moment>> launches_;  // completions, for each executable
  std::size_t captures_ = 0;
};

}  // namespace cudep::oracle
