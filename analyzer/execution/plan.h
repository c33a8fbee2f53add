// What is decided about a function before it is executed: where branches meet again, which of them are worth two paths,
// which loops only compute on the host, and with what period the others repeat.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "analyzer/program/program.h"
#include "analyzer/program/query.h"

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
  std::vector<std::optional<BlockId>> join;  // by block: where all ways from its end meet again
  std::vector<bool> forks;                   // by block: its branch is worth two paths
  std::vector<LoopPlan> loops;
  std::vector<std::vector<std::size_t>> loops_of;  // by block: the loops around it, outermost first
};

/// Plans of all functions of one program, made when they are first asked for.
class Plans {
 public:
  explicit Plans(const program::Program& program);
  const FunctionPlan& of(FunctionId function);
  /// True when the function can reach a call that CUDA sees, or one that is not known.
  [[nodiscard]] bool reaches_cuda(FunctionId function) const { return reaches_cuda_[index(function)]; }
  /// True when, besides, it may store a pointer.
  [[nodiscard]] bool has_effects(FunctionId function) const { return has_effects_[index(function)]; }

 private:
  void close_over_calls();
  FunctionPlan make(const program::Function& function) const;
  void note_own(std::size_t function, const program::Instruction& instruction);
  bool take_over(std::size_t caller, std::size_t callee);
  LoopPlan plan_loop(const program::Function& function, const program::NaturalLoop& natural,
                     const std::vector<const program::Instruction*>& defined) const;
  void find_forks(FunctionPlan& plan, const std::vector<const program::Instruction*>& defined) const;
  [[nodiscard]] bool matters(const FunctionPlan& plan, BlockId from, const program::Influence& relevant,
                             const std::vector<const program::Instruction*>& defined) const;
  void add_moduli(const program::Instruction& instruction, std::set<std::int64_t>& moduli) const;
  [[nodiscard]] bool has_effects(const program::Instruction& instruction) const;

  const program::Program& program_;
  std::vector<bool> reaches_cuda_;
  std::vector<bool> has_effects_;
  std::vector<std::set<std::int64_t>> moduli_;
  std::unordered_map<std::uint32_t, std::unique_ptr<FunctionPlan>> plans_;
};

}  // namespace cudep::execution
