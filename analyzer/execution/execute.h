// Runs a host program, root by root and path by path, and yields the operations of each path.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analyzer/execution/limits.h"
#include "analyzer/execution/plan.h"
#include "analyzer/execution/root_plan.h"
#include "analyzer/inputs/hash.h"
#include "analyzer/program/program.h"
#include "rules/model/library_call.h"
#include "rules/model/operation.h"

namespace cudep::execution {

/// What one root came to.
struct Root {
  FunctionId function;
  std::string name;  // `main`, `Pipeline::run`
  model::Site site;
  std::vector<model::OperationList> paths;
  std::vector<std::string> cut;      // what a limit left out, one line each; empty: run to the end
  std::vector<std::string> unknown;  // functions without a body that received handles
  std::vector<FunctionId> entered;   // whose bodies were executed, ascending
};

/// The roots of a program in the order of their sites. Each can be run by itself, several at a time.
class Execution {
 public:
  /// The program, and what the user wrote of functions, must outlive it.
  explicit Execution(const program::Program& program, std::span<const model::LibraryCall> written = {},
                     const Limits& limits = {});
  [[nodiscard]] std::size_t size() const { return roots_.size(); }
  [[nodiscard]] FunctionId function(std::size_t root) const { return roots_[root].function; }
  [[nodiscard]] Root run(std::size_t root) const;
  /// By root: a hash of all that its run depends on, but for what the user wrote and the limits.
  [[nodiscard]] std::vector<inputs::Hash> hashes() const;

 private:
  const program::Program& program_;
  Limits limits_;
  Plans plans_;
  std::vector<RootPlan> roots_;
};

/// All of them.
std::vector<Root> execute(const program::Program& program, const Limits& limits = {},
                          std::span<const model::LibraryCall> written = {});

}  // namespace cudep::execution
