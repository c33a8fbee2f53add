// Questions about a host program that the executor, the kernel summaries and the checks of verify.h share: who follows
// whom, who dominates whom, which blocks form loops, who calls whom, and what flows into a value.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/program/dominance.h"
#include "analyzer/program/program.h"

namespace cudep::program {

bool is_terminator(const Instruction& instruction);
/// The register that the instruction defines.
std::optional<Register> result(const Instruction& instruction);
/// Everything the instruction reads, in the order of the text form.
std::vector<Operand> operands(const Instruction& instruction);
/// The function that a call names; null for calls through a pointer and for other instructions.
const FunctionId* named_callee(const Instruction& instruction);
/// One more than the highest register that occurs.
std::uint32_t count_registers(const Function& function);

/// The blocks that may run next, each once; none unless the instruction is a terminator.
std::vector<BlockId> successors(const Instruction& instruction);
std::vector<BlockId> successors(const Block& block);
/// For each block, those that may run before it.
std::vector<std::vector<BlockId>> predecessors(const Function& function);

/// Which blocks lie on every way from the entry to a block.
class Dominators {
 public:
  explicit Dominators(const Function& function);

  /// The blocks that can run, each before its successors except along the edges that close loops.
  [[nodiscard]] const std::vector<BlockId>& order() const { return order_; }
  [[nodiscard]] bool reachable(BlockId block) const { return dominance_.reachable(index(block)); }
  /// True when every way to `second` passes `first`; a block dominates itself.
  [[nodiscard]] bool dominates(BlockId first, BlockId second) const {
    return dominance_.dominates(index(first), index(second));
  }

 private:
  Dominance dominance_;
  std::vector<BlockId> order_;
};

/// Blocks that run again and again: what reaches `header` again without leaving it.
struct NaturalLoop {
  struct Exit {
    BlockId from;
    BlockId to;
    bool operator==(const Exit&) const = default;
  };
  BlockId header;
  std::vector<BlockId> blocks;        // sorted; the header is one of them
  std::vector<BlockId> latches;       // the blocks that jump back to the header
  std::vector<Exit> exits;            // edges that leave the loop
  std::optional<std::size_t> parent;  // the smallest loop around this one

  [[nodiscard]] bool contains(BlockId block) const;
};
/// All natural loops, outer ones before those inside. Edges into the middle of a cycle (only goto makes them) form
/// none.
std::vector<NaturalLoop> loops(const Function& function);

/// The functions that this one calls, with the overrides of virtual ones, or whose address it takes; each once. A
/// launch is not a call.
std::vector<FunctionId> callees(const Function& function, const Program& program);
/// Whether a function can come to one of `targets` by calls; targets themselves can.
std::vector<bool> reaching(const Program& program, std::vector<bool> targets);
/// Whether a function can be come to by calls from `start`; `start` itself can.
std::vector<bool> reachable(const Program& program, FunctionId start);

/// What a set of operands is computed from inside its function: through arithmetic, and through the stores to locals
/// that are loaded. Other memory is not followed.
struct Influence {
  std::vector<bool> registers;
  std::vector<bool> locals;  // by their contents
};
Influence influence(const Function& function, const Program& program, std::span<const Operand> operands);

/// Formatted output and its like: what they are given decides on nothing, and is not changed.
bool only_prints(const Instruction& instruction, const Program& program);

}  // namespace cudep::program
