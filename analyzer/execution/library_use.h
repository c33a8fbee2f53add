// One call of a function that a table of libraries, or the user's configuration, describes; read by what its row says
// of the arguments.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/execution/machine.h"
#include "rules/model/library_call.h"

namespace cudep::execution {

/// Where the place stands among the arguments of a call of the function, `this` included.
std::vector<std::size_t> argument_positions(const program::Function& function, const model::ArgumentPlace& place);

class LibraryUse {
 public:
  LibraryUse(Machine& machine, Path& path, const model::LibraryCall& row, const ReadyCall& call);
  void run();

 private:
  using Effect = model::Effect;
  using Positions = std::vector<std::size_t>;

  // --- arguments
  [[nodiscard]] const model::LibraryEffect* find(Effect effect) const;
  [[nodiscard]] Positions positions(const model::LibraryEffect& effect) const;
  [[nodiscard]] Value current() const;
  [[nodiscard]] Value argument(const model::ArgumentPlace& place) const;
  [[nodiscard]] Value held_value(std::size_t position) const;
  [[nodiscard]] bool is_object(std::size_t position) const;
  [[nodiscard]] bool is_mentioned(std::size_t position) const;
  [[nodiscard]] bool is_query() const;
  [[nodiscard]] std::optional<std::int64_t> pointee_bytes(std::size_t position) const;
  [[nodiscard]] bool points_to_data(std::size_t position) const;

  // --- handles
  [[nodiscard]] Value default_stream() const;
  [[nodiscard]] Value stream_value(const Value& value) const;
  Value bound_stream(const Value& handle);
  [[nodiscard]] bool is_bound(const Value& handle) const;
  [[nodiscard]] std::optional<std::int64_t> pointer_mode() const;
  void forget_numbers();
  [[nodiscard]] std::string name_of_made(const model::ArgumentPlace& place) const;
  void make_handles();
  void make(const model::LibraryEffect& effect, Object object);
  void give(const model::ArgumentPlace& place, Value value);
  Value stream_to_bind(const model::ArgumentPlace& place);
  void bind();
  void hold();
  [[nodiscard]] std::vector<Pointer> held_by(const Pointer& descriptor) const;
  void answer();
  void end_handles();

  // --- the work
  model::StreamId work_stream();
  void access(const Pointer& at, model::AccessKind kind, std::optional<std::int64_t> bytes);
  void access_argument(std::size_t position, model::AccessKind kind);
  void use_arguments(const model::LibraryEffect& effect);
  void read_numbers(const model::LibraryEffect& effect);
  void write_numbers(const model::LibraryEffect& effect);
  [[nodiscard]] bool lies_on_device(const Pointer& at) const;
  void gather_accesses();
  void make_memory();
  void free_memory();
  void submit();
  void events(Effect effect, model::Verb verb);
  void synchronize();

  Machine& machine_;
  Path& path_;
  const model::LibraryCall& row_;
  const ReadyCall& call_;
  const program::Function& function_;
  model::Operation work_;
  bool waits_for_number_ = false;
  std::vector<Pointer> numbers_;  // on the host, that the call computes
};

}  // namespace cudep::execution
