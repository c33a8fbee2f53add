// What flows into a stream, an event, a buffer or a way, by what each argument of a call means.
#include "analyzer/execution/relevance.h"

#include <algorithm>
#include <utility>

#include "analyzer/program/query.h"
#include "analyzer/program/visit.h"
#include "rules/model/cuda_api.h"

namespace cudep::execution {

using namespace program;

namespace {

/// Whether the value of this argument of a CUDA call can change what is ordered or accessed, but for its extent.
bool matters(model::Role role) {
  using enum model::Role;
  constexpr model::Role kNumbers[] = {Ignored,
                                      Device,
                                      Flags,
                                      Bytes,
                                      Width,
                                      Height,
                                      DestinationPitch,
                                      SourcePitch,
                                      Offset,
                                      Extent,
                                      DestinationDevice,
                                      SourceDevice,
                                      Sizes,
                                      Count,
                                      CopyKind,
                                      Value,
                                      Grid,
                                      Block,
                                      Result,
                                      SelectedDevice};
  return std::ranges::find(kNumbers, role) == std::end(kNumbers);
}

bool is_number(const Operand& operand, const std::vector<const Instruction*>& defined) {
  if (std::holds_alternative<std::int64_t>(operand)) return true;
  const auto* id = std::get_if<Register>(&operand);
  const Instruction* definition = id ? defined[index(*id)] : nullptr;
  if (!definition) return false;
  const auto is_integer = [](Type type) { return type.kind == TypeKind::Integer || type.kind == TypeKind::Float; };
  return std::visit(Overloaded{
                        [&](const Compute& compute) { return is_integer(compute.type); },
                        [&](const Load& load) { return is_integer(load.type); },
                        [&](const Call& call) { return is_integer(call.type); },
                        [](const auto&) { return false; },
                    },
                    definition->operation);
}

}  // namespace

Relevance::Relevance(const Program& program) : program_(program), results_(program.functions.size(), false) {
  for (const Function& function : program.functions) parameters_.emplace_back(function.parameters.size(), false);
  // Who calls these, and with what, is not known.
  for (const Function& function : program.functions) {
    if (function.library && function.library->deleter) need_everything(*function.library->deleter);
    for (const Block& block : function.blocks)
      for (const Instruction& instruction : block.instructions)
        for (const Operand& operand : operands(instruction))
          if (const auto* taken = std::get_if<FunctionId>(&operand)) need_everything(*taken);
  }
  for (const Class& type : program.classes)
    for (const auto& [base, own] : type.overrides) need_everything(base), need_everything(own);
}

void Relevance::need_everything(FunctionId function) {
  results_[index(function)] = true;
  parameters_[index(function)].assign(parameters_[index(function)].size(), true);
}

std::string Relevance::text(FunctionId function) const {
  std::string text(1, is_needed(function) ? '1' : '0');
  for (const bool needed : parameters_[index(function)]) text += needed ? '1' : '0';
  return text;
}

bool Relevance::need_result(FunctionId function) {
  if (results_[index(function)]) return false;
  results_[index(function)] = true;
  return true;
}

bool Relevance::need_parameter(FunctionId function, std::size_t position) {
  if (parameters_[index(function)][position]) return false;
  parameters_[index(function)][position] = true;
  return true;
}

std::vector<Operand> Relevance::of_call(const Call& call, const std::vector<const Instruction*>& defined) const {
  std::vector<Operand> found;
  if (call.result_object) found.push_back(*call.result_object);
  const auto* callee = std::get_if<FunctionId>(&call.callee);
  if (!callee) found.push_back(std::get<Register>(call.callee));
  const Function* function = callee && !call.is_virtual ? &program_.functions[index(*callee)] : nullptr;
  const bool is_library = function && function->in_system_header;
  const model::Call* row = function && (is_library || !function->has_body())
                               ? model::find_call(function->qualified, call.arguments.size())
                               : nullptr;
  for (std::size_t a = 0; a < call.arguments.size(); ++a) {
    const bool number = is_number(call.arguments[a], defined);
    bool wanted = true;
    if (row)
      wanted = a < row->roles.size() ? matters(row->roles[a]) : !number;
    else if (function && function->has_body() && !is_library)
      wanted = !number || a >= parameters_[index(*callee)].size() || parameters_[index(*callee)][a];
    else if (function && !is_library)
      wanted = !number;
    if (wanted) found.push_back(call.arguments[a]);
  }
  return found;
}

std::vector<Operand> Relevance::of_launch(const Launch& launch, const std::vector<const Instruction*>& defined) const {
  std::vector<Operand> found{launch.kernel, launch.stream};
  std::ranges::copy_if(launch.arguments, std::back_inserter(found),
                       [&](const Operand& argument) { return !is_number(argument, defined); });
  return found;
}

std::vector<Operand> Relevance::sinks(const Instruction& instruction, FunctionId function,
                                      const std::vector<const Instruction*>& defined) const {
  return std::visit(Overloaded{
                        [&](const Call& call) { return of_call(call, defined); },
                        [&](const Launch& launch) { return of_launch(launch, defined); },
                        [&](const Return& returned) {
                          std::vector<Operand> found;
                          const bool wanted =
                              returned.value && (results_[index(function)] || !is_number(*returned.value, defined));
                          if (wanted) found.push_back(*returned.value);
                          return found;
                        },
                        [&](const auto&) { return operands(instruction); },
                    },
                    instruction.operation);
}

}  // namespace cudep::execution
