// Launches by a call: cudaLaunchKernel and its like, with their arguments in an array, and those with a configuration.
#include <algorithm>

#include "analyzer/execution/cuda_call.h"
#include "analyzer/execution/machine.h"

namespace cudep::execution {

using model::Role;

namespace {

/// Where cudaLaunchConfig_t and CUlaunchConfig keep the shape and the stream, in bytes.
constexpr std::int64_t kConfiguredBlock = 12;
constexpr std::int64_t kConfiguredStream = 32;
constexpr std::size_t kMostArguments = 64;  // of a kernel that is not known

bool is_reference(const program::Function& function, std::size_t argument) {
  return function.is_variadic || argument >= function.parameters.size() ? false
                                                                        : function.parameters[argument].is_reference;
}

}  // namespace

const program::Function* CudaCall::kernel() const {
  const Value* value = argument(Role::Kernel);
  const auto* function = value ? std::get_if<FunctionId>(value) : nullptr;
  return function ? &machine_.program().functions[index(*function)] : nullptr;
}

/// The value of a kernel's parameter, which lies at `at`.
Value CudaCall::argument_at(const program::Parameter& parameter, const Value& at) const {
  const Pointer* pointer = as_pointer(at);
  if (!pointer) return Unknown{};
  return parameter.type.kind == program::TypeKind::Aggregate ? at : machine_.peek(path_, *pointer, parameter.type);
}

/// The arguments behind an array of their addresses.
std::vector<Value> CudaCall::arguments_of_array(const Pointer& array) const {
  std::vector<Value> arguments;
  const auto slot = [&](std::size_t k) {
    return Pointer{array.object, array.offset + Form(static_cast<std::int64_t>(8 * k))};
  };
  if (const program::Function* known = kernel()) {
    for (std::size_t k = 0; k < known->parameters.size(); ++k)
      arguments.push_back(argument_at(known->parameters[k], machine_.peek(path_, slot(k), kPointer)));
    return arguments;
  }
  for (std::size_t k = 0; k < kMostArguments; ++k) {
    const auto address = path_.memory.find(slot(k), 8);
    const Pointer* at = address ? as_pointer(*address) : nullptr;
    if (!at) break;
    arguments.push_back(path_.memory.find(*at, 8).value_or(Unknown{}));
  }
  return arguments;
}

/// The arguments that follow in the call itself; those of a template are references.
std::vector<Value> CudaCall::arguments_in_call(std::size_t first) const {
  std::vector<Value> arguments;
  const program::Function& called = machine_.program().functions[index(call_.callee)];
  const program::Function* known = kernel();
  for (std::size_t a = first; a < call_.arguments.size(); ++a) {
    const std::size_t k = a - first;
    const bool has_parameter = known && k < known->parameters.size();
    const bool through_reference = has_parameter && is_reference(called, a);
    arguments.push_back(through_reference ? argument_at(known->parameters[k], call_.arguments[a]) : call_.arguments[a]);
  }
  return arguments;
}

/// Grid or block: a dim3, or three numbers.
std::array<std::optional<Form>, 3> CudaCall::dimensions(Role role) const {
  if (const Pointer* at = pointer(role)) return machine_.dimensions(path_, *at);
  std::array<std::optional<Form>, 3> found;
  std::size_t next = 0;
  for (std::size_t a = 0; a < row_.roles.size() && a < call_.arguments.size() && next < 3; ++a) {
    if (row_.roles[a] != role) continue;
    if (const Form* form = as_form(call_.arguments[a])) found[next] = *form;
    ++next;
  }
  return found;
}

void CudaCall::launch() {
  std::vector<Value> arguments;
  if (const Pointer* array = pointer(Role::KernelArguments)) arguments = arguments_of_array(*array);
  if (const auto first = model::argument(row_, Role::FirstKernelArgument)) arguments = arguments_in_call(*first);
  auto grid = dimensions(Role::Grid), block = dimensions(Role::Block);
  const Value* named = argument(Role::Stream);
  Value stream = named ? *named : Value(Unknown{});
  if (const Pointer* configuration = pointer(Role::LaunchConfiguration)) {
    const auto field = [&](std::int64_t offset) {
      return Pointer{configuration->object, configuration->offset + Form(offset)};
    };
    grid = machine_.dimensions(path_, *configuration);
    block = machine_.dimensions(path_, field(kConfiguredBlock));
    stream = machine_.peek(path_, field(kConfiguredStream), kPointer);
  }
  const Value* kernel = argument(Role::Kernel);
  machine_.launch_kernel(path_, kernel ? *kernel : Value(Unknown{}), grid, block, stream, arguments, call_.site);
  if (machine_.drops_result(path_, call_)) return;
  machine_.emit(path_, {.verb = model::Verb::CheckError, .label = "result of " + std::string(row_.name)}, call_.site);
}

}  // namespace cudep::execution
