// Walks the body of a kernel and of the functions it calls once, with forms in place of numbers, and collects the
// memory accesses with the facts that hold where they are made.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/kernels/device_calls.h"
#include "analyzer/kernels/memory.h"
#include "analyzer/kernels/summary.h"
#include "analyzer/program/query.h"

namespace cudep::kernels {

/// An access as it stands in the code.
struct RawAccess {
  Root root;
  model::AccessKind kind;
  model::Form offset;
  std::optional<model::Form> bytes;  // nothing: any number
  Facts facts;
  bool operator==(const RawAccess&) const = default;
};

/// What is known at one place of the walk.
struct State {
  Memory memory;
  Facts facts;
};
/// The state in which each block is come to.
using Arrivals = std::map<program::BlockId, State>;

class Walk {
 public:
  Walk(const program::Program& program, const Limits& limits) : program_(program), limits_(limits) {}

  /// False when a limit was reached or the control flow is not understood: then the accesses are not all of them.
  bool run(program::FunctionId kernel);

  [[nodiscard]] const std::vector<RawAccess>& accesses() const { return accesses_; }
  [[nodiscard]] const Variables& variables() const { return variables_; }
  [[nodiscard]] bool reaches_unknown_memory() const { return reaches_unknown_memory_; }
  [[nodiscard]] bool calls_unknown_functions() const { return calls_unknown_functions_; }
  [[nodiscard]] bool communicates() const { return communicates_; }

 private:
  /// A function while it runs.
  struct Activation {
    const program::Function& function;
    program::Dominators dominators;
    std::vector<program::NaturalLoop> loops;
    std::vector<std::optional<std::size_t>> innermost;  // loop of each block
    std::vector<Value> registers;
    std::vector<Pointer> locals;  // where each local is
    std::optional<State> after;   // all that has returned so far
    std::optional<Value> result;
  };
  using LoopIndex = std::optional<std::size_t>;

  // walk.cpp: functions and blocks
  Activation activate(const program::Function& function);
  ObjectId new_object() { return ObjectId(objects_++); }
  void run_body(Activation& activation, State state);
  Arrivals run_region(Activation& activation, LoopIndex region, program::BlockId first, State state);
  void run_block(Activation& activation, program::BlockId block, State state, Arrivals& next);
  void leave(Activation& activation, const program::Instruction& last, State state, Arrivals& next);
  void arrive(Arrivals& arrivals, program::BlockId block, State state);
  void returned(Activation& activation, const program::Return& instruction, State state);
  static bool in_region(const Activation& activation, LoopIndex region, program::BlockId block);
  void join(State& state, const State& other);

  // loops.cpp
  /// A cell that a loop changes.
  struct Pending {
    CellName cell;
    Value initial;
    model::Form variable;  // stands for the number, or the offset, that it holds when a lap begins
  };
  Arrivals run_loop(Activation& activation, std::size_t loop, State entry);
  State begin_trial(const State& entry, const std::vector<CellName>& changed, std::vector<Pending>& pending);
  State begin_laps(const State& entry, const std::vector<Pending>& pending, const Memory& after_lap,
                   std::size_t first_inner);
  Value over_laps(const Pending& pending, const Value& after_lap, std::size_t first_inner,
                  std::optional<model::Form>& lap);
  model::Form bounded_over_laps(const Pending& pending, const Value& after_lap, const Facts& steps);

  // instructions.cpp
  /// False when the path ends at the instruction.
  bool execute(Activation& activation, const program::Instruction& instruction, State& state);
  Value evaluate(const Activation& activation, const program::Operand& operand) const;
  Value load(const Value& address, const program::Type& type, State& state);
  Value load_case(const Pointer& pointer, const program::Type& type, const Facts& facts, State& state);
  void store(const Value& address, const program::Type& type, const Value& value, State& state);
  void note_volatile(const Value& address);
  void copy(const Value& to, const Value& from, std::int64_t bytes, State& state);
  void access(const Pointer& pointer, model::AccessKind kind, const std::optional<model::Form>& bytes,
              const Facts& facts);
  void access_case(const Case& address, model::AccessKind kind, const std::optional<model::Form>& bytes,
                   const State& state);

  // calls.cpp
  bool call(Activation& activation, const program::Call& instruction, State& state);
  bool enter(const Activation& caller, const program::Call& instruction, const program::Function& callee,
             const std::vector<Value>& arguments, State& state, std::optional<Value>& result);
  std::optional<Value> call_known(const program::Call& instruction, DeviceCall effect,
                                  const std::vector<Value>& arguments, State& state);
  std::optional<Value> extremum(const program::Type& type, DeviceCall effect, const std::vector<Value>& arguments,
                                State& state);
  void call_unknown(const program::Function* callee, const std::vector<Value>& arguments, State& state);
  void blur(const Value& address, State& state);
  static const Pointer* only_pointer(const Value& value);
  static program::Type integer_behind(const Value& address, const State& state);

  const program::Program& program_;
  Limits limits_;
  Variables variables_;
  std::vector<RawAccess> accesses_;
  std::vector<program::FunctionId> running_;
  std::uint32_t objects_ = 0;
  std::uint64_t instructions_ = 0;
  int trials_ = 0;  // loops whose laps are being tried out: accesses are not collected
  bool failed_ = false;
  bool reaches_unknown_memory_ = false;
  bool calls_unknown_functions_ = false;
  bool communicates_ = false;
};

}  // namespace cudep::kernels
