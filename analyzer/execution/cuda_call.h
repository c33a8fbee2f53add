// One call of the CUDA API on one path, read by the roles of its arguments.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "analyzer/execution/machine.h"
#include "rules/model/cuda_api.h"

namespace cudep::execution {

class CudaCall {
 public:
  CudaCall(Machine& machine, Path& path, const model::Call& row, const ReadyCall& call);
  void run();
  void do_without_order();

 private:
  struct Extent {
    Form bytes;
    bool dense;
  };

  [[nodiscard]] const Value* argument(model::Role role) const;
  [[nodiscard]] const Pointer* pointer(model::Role role) const;
  [[nodiscard]] std::optional<Form> number(model::Role role) const;
  [[nodiscard]] std::optional<std::int64_t> flags() const;
  [[nodiscard]] std::optional<Extent> extent(model::Role pitch_role) const;
  [[nodiscard]] std::optional<Pointer> symbol(model::Role role) const;
  [[nodiscard]] bool needs_stream() const;
  [[nodiscard]] const program::Function* kernel() const;
  [[nodiscard]] Value argument_at(const program::Parameter& parameter, const Value& at) const;
  [[nodiscard]] std::vector<Value> arguments_of_array(const Pointer& array) const;
  [[nodiscard]] std::vector<Value> arguments_in_call(std::size_t first) const;
  [[nodiscard]] std::array<std::optional<Form>, 3> dimensions(model::Role role) const;
  void add_access(const Pointer& at, const std::optional<Extent>& length, model::AccessKind kind);
  void write_to(const Pointer& at, const std::optional<Extent>& length);
  [[nodiscard]] model::StreamId stream() const;
  void fill_handles();
  void fill_accesses();
  void create_memory();
  void create_handle();
  void begin_capture();
  void end_capture();
  void end_memory();
  void register_memory();
  void query();
  void host_function();
  void elapsed_time();
  void launch();

  Machine& machine_;
  Path& path_;
  const model::Call& row_;
  const ReadyCall& call_;
  model::Operation operation_;
};

}  // namespace cudep::execution
