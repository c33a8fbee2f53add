// What follows for a function from those it calls, and which numbers its callers need: facts of the whole program,
// known before anything is executed.
#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>

#include "analyzer/execution/definitions.h"
#include "analyzer/execution/joins.h"
#include "analyzer/execution/library_use.h"
#include "analyzer/execution/plan.h"
#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"
#include "rules/model/cuda_api.h"

namespace cudep::execution {

using namespace program;

namespace {

bool is_table_call(const Function& function) {
  if (function.has_body()) return false;
  const model::Call* call = model::find_call(function.qualified);
  return call && call->verb;
}

/// The selection of a device, and questions of errors and times.
bool orders_nothing(const Function& function) {
  using model::Verb;
  if (function.has_body()) return false;
  const model::Call* call = model::find_call(function.qualified);
  return call &&
         (call->verb == Verb::SelectDevice || call->verb == Verb::CheckError || call->verb == Verb::ElapsedTime);
}

/// Containers and smart pointers whose calls move handles and pointers about, but for those that only look.
bool changes_library_object(const Function& function) {
  constexpr std::string_view kLooks[] = {"size",  "empty", "capacity", "operator[]", "at",     "front", "back",
                                         "begin", "end",   "cbegin",   "cend",       "data",   "get",   "operator*",
                                         "count", "find",  "contains", "operator->", "length", "c_str"};
  if (!function.library || function.has_body()) return false;
  const std::string_view name = std::string_view(function.qualified).substr(function.qualified.rfind(':') + 1);
  return std::ranges::find(kLooks, name) == std::end(kLooks);
}

/// Functions of the library that call something that only the run knows.
bool calls_what_it_holds(const Function& function) {
  return function.in_system_header &&
         (function.qualified == "std::function::operator()" || function.qualified == "std::invoke");
}

bool does_nothing(const model::LibraryCall& call) {
  return std::ranges::all_of(call.effects, [](const model::LibraryEffect& effect) {
    return effect.effect == model::Effect::Nothing || effect.effect == model::Effect::Return;
  });
}

/// Whether this overload has the argument that the row takes the stream from.
bool names_its_stream(const Function& function, const model::LibraryCall& call) {
  return std::ranges::all_of(call.effects, [&](const model::LibraryEffect& effect) {
    if (effect.effect != model::Effect::Stream && effect.effect != model::Effect::Handle) return true;
    const model::ArgumentPlace& place = effect.places.front();
    return place == model::kCurrent || !argument_positions(function, place).empty();
  });
}

/// The user's functions that a function of the library may call.
std::vector<FunctionId> callbacks(const Function& function) {
  std::vector<FunctionId> found;
  if (!function.library) return found;
  const LibraryClass& library = *function.library;
  for (const auto& callback :
       {library.element_default, library.element_copy, library.element_move, library.element_destroy,
        library.element_construct, library.allocate, library.deallocate, library.deleter})
    if (callback) found.push_back(*callback);
  return found;
}

}  // namespace

Plans::Plans(const Program& program, std::span<const model::LibraryCall> written)
    : program_(program),
      reaches_cuda_(program.functions.size(), false),
      has_effects_(program.functions.size(), false),
      acts_(program.functions.size(), false),
      moduli_(program.functions.size()),
      never_returns_(program.functions.size(), false),
      relevance_(program),
      plans_(program.functions.size()),
      library_(program.functions.size(), nullptr),
      written_(program.functions.size(), false),
      callable_(program.layouts.size(), false) {
  find_library_calls(written);
  find_callables();
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[f];
    const bool unknown = !function.has_body() && !function.in_system_header && !function.is_device;
    reaches_cuda_[f] = library_[f] ? !does_nothing(*library_[f])
                                   : is_table_call(function) || unknown || calls_what_it_holds(function) ||
                                         model::may_synchronize_by_name(function.display);
    has_effects_[f] = reaches_cuda_[f] || changes_library_object(function);
    acts_[f] = has_effects_[f] && !orders_nothing(function);
  }
  close_over_calls();
  find_ends();
  make_all();
}

void Plans::find_library_calls(std::span<const model::LibraryCall> written) {
  for (std::size_t f = 0; f < program_.functions.size(); ++f) {
    const Function& function = program_.functions[f];
    if (function.is_kernel || function.is_device) continue;
    const auto accepts = [&](const model::LibraryCall& call) { return names_its_stream(function, call); };
    library_[f] = model::find_library_call(written, function.qualified, accepts);
    written_[f] = library_[f] != nullptr;
    // A C function of the program itself may have the name that a library's function would have.
    const bool may_be_library =
        !function.has_body() || function.in_system_header || function.qualified.find("::") != std::string::npos;
    if (!library_[f] && may_be_library) library_[f] = model::find_library_call(function.qualified, accepts);
  }
}

void Plans::find_callables() {
  constexpr std::string_view kOfLibrary[] = {"std::function<", "std::_Bind", "std::_Mem_fn"};
  for (std::size_t l = 0; l < program_.layouts.size(); ++l) {
    const std::string& name = program_.layouts[l].name;
    callable_[l] = name.find("(lambda") != std::string::npos ||
                   std::ranges::any_of(kOfLibrary, [&](std::string_view begin) { return name.starts_with(begin); });
  }
  const auto is_call_operator = [&](FunctionId method) {
    return program_.functions[index(method)].qualified.ends_with("::operator()");
  };
  for (const Class& record : program_.classes)
    if (record.layout && std::ranges::any_of(record.methods, is_call_operator)) callable_[index(*record.layout)] = true;
}

/// Functions that never return, because all their ways end the path.
void Plans::find_ends() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      const Function& function = program_.functions[f];
      if (never_returns_[f] || function.is_device || function.is_kernel || !function.has_body()) continue;
      if (ways_to_return(function, ending_blocks(function)).front()) continue;
      never_returns_[f] = changed = true;
    }
  }
}

/// By block: a call in it does not return, or the main function does.
std::vector<bool> Plans::ending_blocks(const Function& function) const {
  const auto ends = [&](const Instruction& instruction) {
    const auto* call = std::get_if<Call>(&instruction.operation);
    const FunctionId* callee = named_callee(instruction);
    return callee && !call->is_virtual && never_returns_[index(*callee)];
  };
  const bool is_main = function.display == "main";
  std::vector<bool> ending;
  for (const Block& block : function.blocks) {
    const bool returns = std::holds_alternative<Return>(block.instructions.back().operation);
    ending.push_back((is_main && returns) || std::ranges::any_of(block.instructions, ends));
  }
  return ending;
}

/// Plans again whatever gets to know that a number matters, until nobody does. In turn, so that a function that calls
/// many others is planned again once for all of them.
void Plans::make_all() {
  std::vector<std::vector<FunctionId>> callers(program_.functions.size());
  std::deque<FunctionId> open;
  std::vector<bool> waiting(program_.functions.size());
  const auto enqueue = [&](FunctionId id) {
    if (!waiting[index(id)]) open.push_back(id);
    waiting[index(id)] = true;
  };
  for (std::size_t f = 0; f < program_.functions.size(); ++f) {
    const auto id = FunctionId(static_cast<std::uint32_t>(f));
    const Function& function = program_.functions[f];
    if (!function.has_body()) continue;
    for (const FunctionId callee : callees(function, program_)) callers[index(callee)].push_back(id);
    enqueue(id);
  }
  while (!open.empty()) {
    const FunctionId id = open.front();
    open.pop_front();
    waiting[index(id)] = false;
    Influence relevant;
    plans_[index(id)] = std::make_unique<FunctionPlan>(make(id, relevant));
    if (note_parameters(id, relevant)) std::ranges::for_each(callers[index(id)], enqueue);
    for (const FunctionId callee : note_results(id, relevant)) enqueue(callee);
  }
}

/// True when a parameter is found to matter that was not known to.
bool Plans::note_parameters(FunctionId id, const Influence& relevant) {
  const Function& function = program_.functions[index(id)];
  bool is_new = false;
  for (std::size_t p = 0; p < function.parameters.size(); ++p)
    if (relevant.locals[index(function.parameters[p].local)]) is_new |= relevance_.need_parameter(id, p);
  return is_new;
}

/// The functions whose results are found to matter and were not known to.
std::vector<FunctionId> Plans::note_results(FunctionId id, const Influence& relevant) {
  std::vector<FunctionId> found;
  for (const Block& block : program_.functions[index(id)].blocks)
    for (const Instruction& instruction : block.instructions) {
      const auto* call = std::get_if<Call>(&instruction.operation);
      const FunctionId* callee = named_callee(instruction);
      if (!callee || !call->result || !relevant.registers[index(*call->result)]) continue;
      if (relevance_.need_result(*callee) && program_.functions[index(*callee)].has_body()) found.push_back(*callee);
    }
  return found;
}

/// What a function does itself, and whom it calls; then what follows from the functions it calls, until nothing does.
void Plans::close_over_calls() {
  std::vector<std::vector<std::size_t>> callers(program_.functions.size());
  std::vector<std::size_t> open;
  for (std::size_t f = 0; f < program_.functions.size(); ++f) {
    for (const FunctionId callback : callbacks(program_.functions[f])) callers[index(callback)].push_back(f);
    open.push_back(f);
    if (library_[f]) continue;  // its body, if there is one, is not executed
    const auto defined = definitions(program_.functions[f]);
    for (const Block& block : program_.functions[f].blocks)
      for (const Instruction& instruction : block.instructions) {
        note_own(f, instruction, defined);
        if (const FunctionId* callee = named_callee(instruction)) callers[index(*callee)].push_back(f);
      }
  }
  while (!open.empty()) {
    const std::size_t callee = open.back();
    open.pop_back();
    for (const std::size_t caller : callers[callee])
      if (take_over(caller, callee)) open.push_back(caller);
  }
}

/// A pointer in a local ends with the function: storing one is no effect for its callers.
void Plans::note_own(std::size_t function, const Instruction& instruction,
                     const std::vector<const Instruction*>& defined) {
  const auto* call = std::get_if<Call>(&instruction.operation);
  const bool calls_unknown = call && (call->is_virtual || !std::holds_alternative<FunctionId>(call->callee));
  if (calls_unknown || std::holds_alternative<Launch>(instruction.operation)) reaches_cuda_[function] = true;
  const auto* store = std::get_if<Store>(&instruction.operation);
  const bool stores_pointer =
      store && store->type.kind == TypeKind::Pointer && !local_of(store->address, defined).has_value();
  if (reaches_cuda_[function] || stores_pointer) has_effects_[function] = true;
  if (calls_unknown || std::holds_alternative<Launch>(instruction.operation) || stores_pointer) acts_[function] = true;
  if (const auto m = modulus(instruction)) moduli_[function].insert(*m);
}

/// True when the caller got something that it did not have.
bool Plans::take_over(std::size_t caller, std::size_t callee) {
  const std::size_t moduli = moduli_[caller].size();
  const bool gains = (reaches_cuda_[callee] && !reaches_cuda_[caller]) ||
                     (has_effects_[callee] && !has_effects_[caller]) || (acts_[callee] && !acts_[caller]);
  reaches_cuda_[caller] = reaches_cuda_[caller] || reaches_cuda_[callee];
  has_effects_[caller] = has_effects_[caller] || has_effects_[callee];
  acts_[caller] = acts_[caller] || acts_[callee];
  moduli_[caller].insert(moduli_[callee].begin(), moduli_[callee].end());
  return gains || moduli_[caller].size() != moduli;
}

}  // namespace cudep::execution
