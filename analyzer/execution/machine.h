// Executes the functions of a host program over paths. The pieces: this header, `machine.cpp` (the instruction loop and
// calls), `branching.cpp` and `looping.cpp` (which way to go), `evaluation.cpp` (values), `objects.cpp` (what addresses
// mean), `emission.cpp` (operations), `cuda_calls.cpp`, `launch.cpp`, `unknown_calls.cpp` and `library/` (what calls
// do).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/execution/limits.h"
#include "analyzer/execution/path.h"
#include "analyzer/execution/plan.h"
#include "analyzer/kernels/summary.h"
#include "rules/model/cuda_api.h"
#include "rules/model/library_call.h"

namespace cudep::execution {

/// A call whose arguments have been evaluated.
struct ReadyCall {
  FunctionId callee;
  std::vector<Value> arguments;
  std::optional<Pointer> result_object;
  std::optional<Register> result;
  program::Type type;
  model::SiteId site{};  // in the program's numbering
  std::optional<program::LayoutId> allocates;
};

using Continuation = std::function<void(Machine&, Path&, Value)>;

class Machine {
 public:
  Machine(const program::Program& program, const Plans& plans, const Limits& limits);

  /// Executes all paths that begin as `start` and returns them, ended.
  std::vector<Path> run(Path start);
  /// A path with nothing on its stack yet.
  Path begin();
  /// Opens a call; its frame runs when the path goes on.
  void enter(Path& path, ReadyCall call, Continuation then = {});
  [[nodiscard]] const std::vector<std::string>& cut() const { return cut_; }
  [[nodiscard]] const std::vector<std::string>& unknown() const { return unknown_; }
  /// The functions whose bodies were executed, ascending.
  [[nodiscard]] std::vector<FunctionId> entered() const { return {entered_.begin(), entered_.end()}; }
  [[nodiscard]] const program::Program& program() const { return program_; }

  // --- values and memory, for the models
  Value load(Path& path, const Pointer& at, program::Type type, model::SiteId site);
  void store(Path& path, const Pointer& at, program::Type type, Value value, model::SiteId site);
  /// What is known of a cell without an access by the host.
  Value peek(Path& path, const Pointer& at, program::Type type);
  void poke(Path& path, const Pointer& at, std::int64_t bytes, Value value);
  /// An integer nobody knows.
  Form fresh(Path& path, std::string name, std::optional<std::int64_t> low = std::nullopt,
             std::optional<std::int64_t> high = std::nullopt);
  Value fresh_value(Path& path, program::Type type, const std::string& name, bool from_outside);
  /// What lies where nobody knows: as a handle it may be any.
  Value any_value(Path& path, program::Type type);
  Value compute(Path& path, const program::Compute& compute, const Value& left, const Value& right);
  Form minimum(Path& path, const Form& a, const Form& b);
  Form quotient(Path& path, const Form& a, const Form& b);
  /// The form of an integer value; one that is not known gets a symbol of its own.
  Form integer(Path& path, const Value& value, const std::string& name);
  /// The number of an integer, also where it has to be chosen: an unknown count becomes a small number.
  std::int64_t choose_count(Path& path, const Form& form);
  void choose(Path& path, model::SymbolId symbol, std::int64_t number);

  // --- objects
  ObjectId create_object(Path& path, Object object) { return path.memory.create(std::move(object)); }
  std::string name_of(const Path& path, const Pointer& at) const;
  /// A better name than the one it was made with, also for the buffer it may already be.
  void rename(Path& path, ObjectId object, const std::string& name);
  void adopt_name(Path& path, const Pointer& at, const Value& value);
  Pointer global(Path& path, program::GlobalId id);
  Pointer literal(Path& path, program::StringId text);
  /// What stands for the unknown characters at an address: the same for the same address.
  Form text_at(Path& path, const Pointer& at);
  model::BufferId buffer_of(Path& path, ObjectId object);

  // --- operations
  /// Adds the frames and assumptions of the path.
  void emit(Path& path, model::Operation operation, model::SiteId site);
  model::Access access(Path& path, const Pointer& at, const Form& bytes, model::AccessKind kind);
  model::ByteRange range(Path& path, const Form& offset, const std::vector<Form>& bytes, bool dense = true);
  /// The range with every counter and minimum in its ends replaced by what they can be.
  model::ByteRange widened(Path& path, const model::ByteRange& range);
  /// The host reads or writes `bytes` at `at`: an operation when the object is watched.
  void host_access(Path& path, const Pointer& at, const Form& bytes, model::AccessKind kind, model::SiteId site);
  void watch(Path& path, ObjectId object);
  /// The buffer ends: an operation when the object is watched.
  void end_life(Path& path, ObjectId object, model::SiteId site);
  model::StreamId stream_of(Path& path, const Value& handle);
  std::optional<model::EventId> event_of(Path& path, const Value& handle);
  std::optional<model::GraphId> graph_of(Path& path, const Value& handle);
  model::AssumptionId assume(Path& path, model::Assumption assumption);

  // --- control
  /// The body of a host function that `stream` runs: its accesses become those of one operation.
  void run_host_function(Path& path, FunctionId body, std::vector<Value> arguments, model::Operation operation,
                         model::SiteId site);
  /// A kernel launch, however it was written.
  void launch_kernel(Path& path, const Value& kernel, const std::array<std::optional<Form>, 3>& grid,
                     const std::array<std::optional<Form>, 3>& block, const Value& stream,
                     const std::vector<Value>& arguments, model::SiteId site);
  /// x, y and z of a dim3.
  std::array<std::optional<Form>, 3> dimensions(Path& path, const Pointer& at);
  /// What a function may do whose body is not seen, or that a pointer leads to nobody knows where, with what it was
  /// given. `calls_back`: although it is of a library, it calls code of the program.
  void unknown_call(Path& path, const ReadyCall& call, const program::Function* function, bool calls_back = false);
  /// A call as the program makes it: of the CUDA API, of a library, of a body that is seen, or of none.
  void dispatch(Path& path, ReadyCall call);
  /// True when the function that makes the call never looks at its result.
  [[nodiscard]] bool drops_result(Path& path, const ReadyCall& call);
  /// Delivers the result of the call that is being executed.
  void finish_call(Path& path, const ReadyCall& call, Value result);
  /// Whether there may be one more path; when not, a branch is decided for all that follows.
  bool may_fork();
  /// Lets the path go on in two ways; the copy runs later.
  void fork(Path other, model::SiteId site);
  void cut(std::string reason);
  void note_unknown(const std::string& function);
  /// A library model calls user code; `then` gets its result. Calls made one after the other run last made first.
  /// Operations in a `hidden` one (an allocator, a deleter) are shown at the user's call into the library.
  void call_user(Path& path, FunctionId function, std::vector<Value> arguments, bool hidden, Continuation then = {});

  Value evaluate(Path& path, const program::Operand& operand);

 private:
  void step(Path& path);
  void execute(Path& path, const program::Instruction& instruction);
  void jump(Path& path, BlockId target);
  void enter_loops(Path& path, BlockId to);
  void leave(Path& path, Value value);
  void caller_between(Path& path);
  void branch(Path& path, const program::Branch& branch);
  [[nodiscard]] bool sees_watched(const Path& path) const;
  [[nodiscard]] bool may_call_back(const Path& path, const ReadyCall& call) const;
  [[nodiscard]] bool is_search(const Path& path) const;
  [[nodiscard]] static std::optional<std::size_t> earlier_decision(const Path& path, model::SiteId site);
  void charge_copy(const Path& path);
  std::size_t rarest_way(model::SiteId site, std::size_t ways);
  void abandon(Path& path);
  void switch_on(Path& path, const program::Switch& choice);
  bool loop_test(Path& path, const program::Branch& branch, const Value& condition);
  void begin_symbolic_lap(Path& path, LoopRun& run, const LoopPlan& loop);
  void run_concretely(Path& path, LoopRun& run, const LoopPlan& loop);
  void end_symbolic_loop(Path& path, const LoopPlan& loop);
  bool symbolic_test(Path& path, LoopRun& run, const LoopPlan& loop, const program::Branch& branch,
                     const Condition& condition);
  bool counted_test(Path& path, LoopRun& run, const LoopPlan& loop, const program::Branch& branch,
                    const Condition& condition);
  void skip_laps(Path& path, LoopRun& run, const LoopPlan& loop, program::Arithmetic comparison,
                 const Form& difference);
  void take(Path& path, const program::Branch& branch, bool outcome);
  void run_both(Path& path, std::vector<BlockId> arms, BlockId join);
  void decide_by_fork(Path& path, const program::Branch& branch, const Value& condition);
  std::optional<bool> truth(const Path& path, const Value& condition) const;
  void suppose(Path& path, const Value& condition, bool outcome);
  void call(Path& path, const program::Call& call, model::SiteId site);
  FunctionId dynamic_target(const Path& path, FunctionId callee, const Value& receiver) const;
  void launch(Path& path, const program::Launch& launch, model::SiteId site);
  void bind_parameters(Path& path, Activation& activation, const ReadyCall& call);
  model::Frame frame(Path& path, FunctionId function, model::SiteId site);
  std::vector<model::Frame> frames(Path& path, model::SiteId site);
  const kernels::Summary& summary(FunctionId kernel);

  const program::Program& program_;
  const Plans& plans_;
  Limits limits_;
  std::vector<Path> waiting_;
  std::uint64_t instructions_ = 0;
  std::size_t finished_ = 0;                                 // paths
  std::map<model::SiteId, std::size_t> forks_;               // by the place of the branch
  std::map<model::SiteId, std::vector<std::size_t>> taken_;  // how often each way was taken when no fork was left
  bool is_sampled_ = false;
  std::vector<std::string> cut_;
  std::vector<std::string> unknown_;
  std::set<FunctionId> entered_;
  std::map<FunctionId, kernels::Summary> summaries_;
  std::map<FunctionId, std::vector<bool>> read_registers_;
};

/// The model of a CUDA call, by its row of the table.
void cuda_call(Machine& machine, Path& path, const model::Call& row, const ReadyCall& call);

/// A function that a table of libraries or the user describes.
void library_use(Machine& machine, Path& path, const model::LibraryCall& row, const ReadyCall& call);

/// The models of the standard library. False when there is none for this function.
bool library_call(Machine& machine, Path& path, const ReadyCall& call);

}  // namespace cudep::execution
