// One path through a root: the calls that are open, the memory, what was decided, and the operations so far.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/execution/facts.h"
#include "analyzer/execution/memory.h"
#include "analyzer/execution/plan.h"
#include "rules/model/operation.h"

namespace cudep::execution {

/// A list that only grows at its end; copies share what they have in common.
class Operations {
 public:
  void add(model::Operation operation);
  [[nodiscard]] const model::Operation* last() const { return tail_ ? &tail_->operation : nullptr; }
  [[nodiscard]] std::size_t size() const { return tail_ ? tail_->count : 0; }
  [[nodiscard]] std::vector<model::Operation> to_vector() const;

 private:
  struct Node {
    model::Operation operation;
    std::shared_ptr<const Node> before;
    std::size_t count;
    Node(model::Operation o, std::shared_ptr<const Node> b, std::size_t c)
        : operation(std::move(o)), before(std::move(b)), count(c) {}
    ~Node();
  };
  std::shared_ptr<const Node> tail_;
};

/// A loop that is being run, with the memory at its last evaluations of the exit test.
struct LoopRun {
  std::size_t loop;                       // in the plan
  std::uint32_t laps = 0;                 // completed
  bool symbolic = false;                  // runs once, its inductions in a range
  std::optional<model::SymbolId> lap;     // symbolic: the number of the lap
  std::optional<Form> trips;              // symbolic: how many laps there are, when that is known
  std::optional<BlockId> exit;            // symbolic: where the loop is left to
  std::map<LocalId, Form> first;          // symbolic: values of the inductions in the first lap
  std::shared_ptr<const Memory> entered;  // symbolic: memory before the first lap
  bool skipped = false;
  std::optional<std::uint32_t> chosen;  // laps of a loop whose count is not known
  struct Test {
    Form difference;
    std::shared_ptr<const Memory> memory;
  };
  std::vector<Test> tests;  // the last three
  std::optional<model::AssumptionId> assumption;
};

/// A branch whose arms both run, one after the other.
struct BothArms {
  BlockId join;
  std::vector<BlockId> others;  // arms still to run
  std::shared_ptr<const Memory> before;
  std::vector<LoopRun> loops;    // that were open before: an arm may leave them on its way to the join
  std::optional<Memory> merged;  // what the arms run so far agree on
};

/// A decided condition that is worth telling for what runs until `until`.
struct BranchNote {
  model::AssumptionId assumption;
  std::optional<BlockId> until;
  bool operator==(const BranchNote&) const = default;
};

/// What the body of a host function accesses of the objects that were there before it.
struct Collected {
  ObjectId first_own;  // objects from here on are the body's
  std::vector<model::Access> accesses;
};

/// A call of a function without a body that returned a handle: another one may return the same.
struct CallOrigin {
  FunctionId callee;
  std::vector<Value> arguments;
  std::optional<StreamId> stream;
  std::optional<EventId> event;
};

/// Appends to a table of `Entities` or of the like; the position is the id.
template <class Id, class T>
Id add(std::vector<T>& table, T value) {
  table.push_back(std::move(value));
  return Id(static_cast<std::uint32_t>(table.size() - 1));
}

class Machine;
struct Path;

/// One call that is open.
struct Activation {
  FunctionId id;
  const FunctionPlan* plan = nullptr;
  BlockId block{};
  std::size_t next = 0;  // instruction
  std::vector<Value> registers;
  std::vector<std::optional<ObjectId>> locals;
  std::optional<Register> result;          // where the caller wants it
  std::optional<model::SiteId> call_site;  // in the caller; in the program's numbering
  std::vector<LoopRun> loops;
  std::vector<BothArms> arms;
  std::vector<BranchNote> notes;
  /// Runs at the return instead of handing the result to a caller's register: how library models call user code.
  std::function<void(Machine&, Path&, Value)> then;
  bool is_root = false;  // nobody called it: what lies below on the stack runs after it
  bool hidden = false;   // the library calls it: operations inside are shown at the user's call into the library

  [[nodiscard]] const program::Function& function() const { return *plan->function; }
};

/// How often a branch was decided by going several ways, and which way the last time.
struct Decisions {
  std::uint32_t count = 0;
  std::size_t last = 0;
};

struct Path {
  explicit Path(std::shared_ptr<std::uint32_t> objects) : memory(std::move(objects)) {}

  std::vector<Activation> stack;
  Memory memory;
  Facts facts;
  model::Entities entities;
  Operations operations;
  model::HostId host{};
  std::map<program::GlobalId, ObjectId> globals;
  std::map<model::SiteId, model::SiteId> sites;  // the program's → the path's
  std::map<FunctionId, model::FunctionNameId> functions;
  std::map<model::SymbolId, std::pair<Form, Form>> ranges;  // of loop symbols: first and last value
  std::map<model::SymbolId, std::vector<Form>> minima;      // of results of min(): its operands
  std::map<std::pair<std::string, std::pair<Form, Form>>, model::SymbolId> derived;  // quotients and the like
  std::map<model::SymbolId, std::int64_t> chosen;    // unknown counts that became numbers
  std::map<Form, std::uint32_t> lap_counts;          // of loops whose count is a form
  std::map<model::SiteId, std::uint32_t> not_ready;  // queries that answered so
  std::map<model::SiteId, Decisions> decisions;      // of branches that became two paths
  std::uint32_t forks_for_numbers = 0;               // in functions without effects that yield a number
  std::vector<model::AssumptionId> assumptions;      // that hold for everything from here on
  std::vector<model::StreamId> outside_streams;      // used so far
  std::vector<CallOrigin> origins;
  std::map<model::DeviceId, StreamId> legacy, per_thread;
  std::map<model::HostId, model::DeviceId> devices;  // that the threads have selected
  std::map<model::HostId, ObjectId> current;         // handles of the threads, whose streams are the current ones
  std::map<program::StringId, ObjectId> literals;
  std::map<StreamId, GraphId> captures;  // of the streams that capture now
  std::vector<Collected> collected;      // by the host functions whose bodies run now
  std::size_t kept_objects = 0;          // after the last collection
  bool ended = false;

  /// Forgets the objects that nothing can name any more.
  void collect();
  Activation& top() { return stack.back(); }
};

}  // namespace cudep::execution
