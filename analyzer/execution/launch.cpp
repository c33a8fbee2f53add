// A kernel launch: which bytes of which buffers the kernel may read and write, from its summary and the arguments.
#include <utility>

#include "analyzer/execution/machine.h"
#include "analyzer/program/visit.h"

namespace cudep::execution {

using model::AccessKind;
using model::Operation;
using model::Verb;

namespace {

/// The arguments of one launch, as the kernel's summary asks for them.
class Arguments {
 public:
  Arguments(const Path& path, const program::Function& kernel, const std::vector<Value>& values)
      : path_(path), kernel_(kernel), values_(values) {}

  std::optional<Form> integer(const kernels::ParameterField& field) const {
    for (const std::int64_t bytes : {4, 8, 2, 1})
      if (const auto value = scalar(field, bytes))
        if (const Form* form = as_form(*value)) return *form;
    return std::nullopt;
  }

  std::optional<Pointer> pointer(const kernels::ParameterField& field) const {
    const auto value = scalar(field, 8);
    const Pointer* pointer = value ? as_pointer(*value) : nullptr;
    return pointer ? std::optional(*pointer) : std::nullopt;
  }

 private:
  std::optional<Value> scalar(const kernels::ParameterField& field, std::int64_t bytes) const {
    if (field.parameter >= values_.size() || field.parameter >= kernel_.parameters.size()) return std::nullopt;
    const Value& value = values_[field.parameter];
    if (kernel_.parameters[field.parameter].type.kind != program::TypeKind::Aggregate) return value;
    const Pointer* object = as_pointer(value);
    if (!object) return std::nullopt;
    return path_.memory.find({object->object, object->offset + Form(field.offset)}, bytes);
  }

  const Path& path_;
  const program::Function& kernel_;
  const std::vector<Value>& values_;
};

}  // namespace

const kernels::Summary& Machine::summary(FunctionId kernel) {
  const auto known = summaries_.find(kernel);
  if (known != summaries_.end()) return known->second;
  return summaries_.emplace(kernel, kernels::summarize(program_, kernel)).first->second;
}

std::array<std::optional<Form>, 3> Machine::dimensions(Path& path, const Pointer& at) {
  std::array<std::optional<Form>, 3> found;
  for (std::size_t d = 0; d < 3; ++d) {
    const Pointer field{at.object, at.offset + Form(static_cast<std::int64_t>(4 * d))};
    const auto value = path.memory.find(field, 4);
    const Form* form = value ? as_form(*value) : nullptr;
    if (form) found[d] = *form;
  }
  return found;
}

void Machine::launch(Path& path, const program::Launch& launch, model::SiteId site) {
  const auto shape = [&](const program::Operand& operand) -> std::array<std::optional<Form>, 3> {
    const Value value = evaluate(path, operand);
    if (const Pointer* at = as_pointer(value)) return dimensions(path, *at);
    if (const Form* form = as_form(value)) return {*form, Form(1), Form(1)};
    return {};
  };
  std::vector<Value> arguments;
  for (const program::Operand& argument : launch.arguments) arguments.push_back(evaluate(path, argument));
  launch_kernel(path, evaluate(path, launch.kernel), shape(launch.grid), shape(launch.block),
                evaluate(path, launch.stream), arguments, site);
}

void Machine::launch_kernel(Path& path, const Value& kernel, const std::array<std::optional<Form>, 3>& grid,
                            const std::array<std::optional<Form>, 3>& block, const Value& stream,
                            const std::vector<Value>& arguments, model::SiteId site) {
  Operation operation{.verb = Verb::Launch, .stream = stream_of(path, stream)};
  const auto* id = std::get_if<FunctionId>(&kernel);
  if (!id) {
    operation.label = "a kernel that is not known";
    for (const Value& argument : arguments)
      if (const Pointer* at = as_pointer(argument)) {
        operation.accesses.push_back({.buffer = buffer_of(path, at->object),
                                      .kind = AccessKind::MayWrite,
                                      .range = model::ByteRange::open_ended(at->offset)});
        watch(path, at->object);
      }
    return emit(path, std::move(operation), site);
  }
  const program::Function& function = program_.functions[index(*id)];
  operation.label = "kernel `" + function.display + "`";
  const Arguments given(path, function, arguments);
  const kernels::LaunchArguments launch{
      .grid = grid, .block = block, .integer = [&](const auto& field) { return given.integer(field); }};
  for (const kernels::LaunchAccess& access : kernels::instantiate(summary(*id), launch, path.entities.symbols)) {
    const auto* parameter = std::get_if<kernels::ParameterField>(&access.root);
    const auto at =
        parameter ? given.pointer(*parameter) : std::optional(global(path, std::get<program::GlobalId>(access.root)));
    if (!at) continue;
    operation.accesses.push_back({.buffer = buffer_of(path, at->object),
                                  .kind = access.kind,
                                  .range = widened(path, kernels::shift(access.range, at->offset)),
                                  .indirect = access.indirect});
    watch(path, at->object);
  }
  emit(path, std::move(operation), site);
}

}  // namespace cudep::execution
