// One random program under construction: what exists, what is still alive, and the operations so far.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "rules/model/operation.h"
#include "rules/oracle/random_choice.h"

namespace cudep::oracle {

inline const std::vector<model::MemoryKind> kHostMemory = {model::MemoryKind::Pinned, model::MemoryKind::Managed,
                                                           model::MemoryKind::Pageable};
inline const std::vector<model::MemoryKind> kKernelMemory = {model::MemoryKind::Device, model::MemoryKind::Pool,
                                                             model::MemoryKind::Pinned, model::MemoryKind::Managed,
                                                             model::MemoryKind::Unknown};
inline const std::vector<model::MemoryKind> kAnyMemory = {model::MemoryKind::Device,   model::MemoryKind::Pool,
                                                          model::MemoryKind::Pinned,   model::MemoryKind::Managed,
                                                          model::MemoryKind::Pageable, model::MemoryKind::Unknown};

class ProgramWriter {
 public:
  explicit ProgramWriter(std::uint64_t seed);
  model::OperationList write();

 private:
  using Step = void (ProgramWriter::*)();
  struct WeightedStep {
    Step step;
    std::size_t weight;
    std::size_t chance;  // in how many programs of a hundred it occurs at all
  };
  static const std::vector<WeightedStep> kSteps;

  // Work in streams (program_writer_streams.cpp).
  void launch();
  void launch_on(model::StreamId on);
  void copy();
  void memset();
  void host_function();
  void prefetch();
  void unordered_work();
  void record();
  void wait();
  void allocate_async();
  void free_async();
  // Graphs (program_writer_graphs.cpp).
  void capture();
  [[nodiscard]] bool can_capture(model::StreamId id) const;
  void hand_over(model::StreamId from, model::StreamId to);
  void instantiate(model::GraphId graph);
  void captured_operation(const std::vector<model::StreamId>& streams);
  void captured_external(model::StreamId on, model::Verb verb);
  void launch_graph();
  // Calls of the host (program_writer.cpp).
  void host_access();
  void synchronize_stream();
  void synchronize_event();
  void synchronize_device();
  void free();
  void unregister();
  void unload_module();
  void end_host_life();
  void create_event();
  void select_device();
  void reset_device();
  void create_stream();
  void destroy_stream();
  void start_thread();
  void join_thread();
  void unknown_call();

  model::Operation& add(model::Verb verb);
  model::Operation& add_to(model::StreamId stream, model::Verb verb);
  void select(model::DeviceId device);
  [[nodiscard]] const model::Stream& stream(model::StreamId id) const { return list_.entities.streams[index(id)]; }
  [[nodiscard]] model::MemoryKind kind(model::BufferId id) const { return list_.entities.buffers[index(id)].kind; }
  /// Null when no usable buffer is of one of these kinds.
  std::optional<model::BufferId> buffer(const std::vector<model::MemoryKind>& kinds);
  model::StreamId any_stream();
  model::StreamId launch_stream();
  model::EventId any_event();
  model::ByteRange range();
  model::Access access(model::BufferId buffer);
  void end(model::BufferId buffer) { ended_.insert(buffer); }

  model::OperationList list_;
  RandomChoice choice_;
  std::set<model::StreamId> destroyed_;
  std::set<model::BufferId> ended_;
  std::set<model::BufferId> used_;
  std::vector<model::GraphId> executables_;
  std::size_t events_;  // those for use outside captures come first
  model::HostId host_{};
  bool worker_runs_ = false;
  std::vector<model::DeviceId> current_;  // of each host thread
};

}  // namespace cudep::oracle
