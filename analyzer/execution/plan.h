// What is decided about a function before it is executed: where branches meet again, which of them are worth two paths,
// which loops only compute on the host, and with what period the others repeat.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analyzer/execution/relevance.h"
#include "analyzer/program/program.h"
#include "analyzer/program/query.h"
#include "rules/model/library_call.h"

namespace cudep::execution {

using program::BlockId;
using program::FunctionId;
using program::LocalId;
using program::Register;

/// A local that changes by the same number in every lap.
struct Induction {
  LocalId local;
  std::int64_t step;
  program::Type type;
};

struct LoopPlan {
  BlockId header;
  std::set<BlockId> blocks;
  bool host_only = false;   // no call that CUDA sees, no store of a pointer
  std::int64_t period = 1;  // least common multiple of the constant moduli in it
  std::vector<Induction> inductions;
};

struct FunctionPlan {
  const program::Function* function = nullptr;
  bool effect_free = false;  // CUDA hears nothing of it, and it stores no pointer that lives on
  /// Besides, nothing that CUDA hears depends on its result: where its ways part for good, it need not be followed.
  bool may_be_abandoned = false;
  bool yields_number = false;                // effect-free, with a number as its result
  std::vector<std::optional<BlockId>> join;  // by block: where all ways from its end meet again
  std::vector<bool> quiet_end;               // by block: from here the program only ends, and CUDA hears nothing of it
  std::vector<bool> forks;                   // by block: its branch is worth two paths
  std::vector<LoopPlan> loops;
  std::vector<std::vector<std::size_t>> loops_of;  // by block: the loops around it, outermost first
};

/// What of a function matters: numbers that decide what CUDA is told, and pointers that something is done with.
struct Relevant {
  program::Influence numbers;
  program::Influence pointers;
};

/// Plans of all functions of one program.
class Plans {
 public:
  /// `written`: what the user says of functions, which counts more than their bodies and than the tables. Outlives it.
  explicit Plans(const program::Program& program, std::span<const model::LibraryCall> written = {});
  /// Of a function with a body.
  [[nodiscard]] const FunctionPlan& of(FunctionId function) const { return *plans_[index(function)]; }
  /// True when the function can reach a call that CUDA sees, or one that is not known.
  [[nodiscard]] bool reaches_cuda(FunctionId function) const { return reaches_cuda_[index(function)]; }
  /// What a table, or the user, says that the function does; null when nothing is known.
  [[nodiscard]] const model::LibraryCall* library_call(FunctionId function) const { return library_[index(function)]; }
  /// True when the user said it.
  [[nodiscard]] bool is_written(FunctionId function) const { return written_[index(function)]; }
  /// What of it matters to its callers: all that is decided about it from outside of what it can come to.
  [[nodiscard]] std::string needs(FunctionId function) const { return relevance_.text(function); }
  /// An object of this layout can be called: a lambda, or one of a class of the program.
  [[nodiscard]] bool is_callable(program::LayoutId layout) const { return callable_[index(layout)]; }
  /// True when, besides, it may store a pointer.
  [[nodiscard]] bool has_effects(FunctionId function) const { return has_effects_[index(function)]; }

 private:
  void find_library_calls(std::span<const model::LibraryCall> written);
  void find_callables();
  void close_over_calls();
  void find_ends();
  void make_all();
  bool note_parameters(FunctionId id, const program::Influence& relevant);
  std::vector<FunctionId> note_results(FunctionId id, const program::Influence& relevant);
  [[nodiscard]] std::vector<bool> ending_blocks(const program::Function& function) const;
  [[nodiscard]] std::vector<bool> quiet_ends(const program::Function& function, const std::vector<bool>& ending) const;
  FunctionPlan make(FunctionId id, program::Influence& relevant) const;
  void note_own(std::size_t function, const program::Instruction& instruction,
                const std::vector<const program::Instruction*>& defined);
  bool take_over(std::size_t caller, std::size_t callee);
  [[nodiscard]] bool is_passing(const program::Function& function, const program::Instruction& instruction) const;
  LoopPlan plan_loop(const program::Function& function, const program::NaturalLoop& natural,
                     const std::set<BlockId>& once, const std::vector<const program::Instruction*>& defined) const;
  program::Influence find_forks(FunctionId id, FunctionPlan& plan,
                                const std::vector<const program::Instruction*>& defined) const;
  [[nodiscard]] bool matters(const FunctionPlan& plan, BlockId from, const Relevant& relevant,
                             const std::vector<const program::Instruction*>& defined) const;
  void add_moduli(const program::Instruction& instruction, std::set<std::int64_t>& moduli) const;
  [[nodiscard]] bool has_effects(const program::Instruction& instruction) const;
  [[nodiscard]] bool is_effect(const program::Instruction& instruction, const std::vector<bool>& of_functions) const;

  const program::Program& program_;
  std::vector<bool> reaches_cuda_;
  std::vector<bool> has_effects_;
  std::vector<bool> acts_;  // has effects that are worth two paths: not the selection of a device, nor a question
  std::vector<std::set<std::int64_t>> moduli_;
  std::vector<bool> never_returns_;
  Relevance relevance_;
  std::vector<std::unique_ptr<FunctionPlan>> plans_;
  std::vector<const model::LibraryCall*> library_;
  std::vector<bool> written_;
  std::vector<bool> callable_;  // by layout
};

}  // namespace cudep::execution
