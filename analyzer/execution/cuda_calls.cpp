// What a call of the CUDA API does, by its row of the call table: operations, handles and memory. Every call succeeds.
#include <algorithm>
#include <utility>

#include "analyzer/execution/cuda_call.h"
#include "analyzer/execution/machine.h"

namespace cudep::execution {

using model::AccessKind;
using model::MemoryKind;
using model::Operation;
using model::Role;
using model::Verb;

namespace {

/// Calls that tell of errors of earlier work.
bool synchronizes(const Operation& operation) {
  switch (operation.verb) {
    case Verb::StreamSynchronize:
    case Verb::EventSynchronize:
    case Verb::DeviceSynchronize:
      return true;
    default:
      return operation.verb == Verb::Copy && operation.synchronous;
  }
}

}  // namespace

CudaCall::CudaCall(Machine& machine, Path& path, const model::Call& row, const ReadyCall& call)
    : machine_(machine), path_(path), row_(row), call_(call) {
  operation_.verb = row.verb.value_or(Verb::HostAccess);
  operation_.synchronous = row.synchronous;
  operation_.label = row.name;
  operation_.result_dropped = synchronizes(operation_) && machine.drops_result(path, call);
}

const Value* CudaCall::argument(Role role) const {
  const auto position = model::argument(row_, role);
  return position && *position < call_.arguments.size() ? &call_.arguments[*position] : nullptr;
}

const Pointer* CudaCall::pointer(Role role) const {
  const Value* value = argument(role);
  return value ? as_pointer(*value) : nullptr;
}

std::optional<Form> CudaCall::number(Role role) const {
  const Value* value = argument(role);
  const Form* form = value ? as_form(*value) : nullptr;
  return form ? std::optional(*form) : std::nullopt;
}

std::optional<std::int64_t> CudaCall::flags() const {
  if (!model::argument(row_, Role::Flags)) return 0;
  const auto form = number(Role::Flags);
  return form ? form->as_number() : std::nullopt;
}

/// The length of what is copied or set, and whether rows leave bytes between them.
std::optional<CudaCall::Extent> CudaCall::extent(Role pitch_role) const {
  const Form unit(row_.unit);
  if (const auto bytes = number(Role::Bytes)) return Extent{*bytes * unit, true};
  const auto width = number(Role::Width), height = number(Role::Height), pitch = number(pitch_role);
  if (!width || !height || !pitch) return std::nullopt;
  const Form row = *width * unit;
  return Extent{*pitch * (*height - Form(1)) + row, row == *pitch};
}

void CudaCall::add_access(const Pointer& at, const std::optional<Extent>& length, AccessKind kind) {
  operation_.accesses.push_back({.buffer = machine_.buffer_of(path_, at.object),
                                 .kind = kind,
                                 .range = length ? machine_.range(path_, at.offset, {length->bytes}, length->dense)
                                                 : model::ByteRange::open_ended(at.offset)});
  machine_.watch(path_, at.object);
}

/// A variable, from where `Offset` counts to.
std::optional<Pointer> CudaCall::symbol(Role role) const {
  const Pointer* at = pointer(role);
  if (!at) return std::nullopt;
  return Pointer{at->object, at->offset + number(Role::Offset).value_or(Form(0))};
}

void CudaCall::write_to(const Pointer& at, const std::optional<Extent>& length) {
  add_access(at, length, AccessKind::Write);
  const auto bytes = length ? length->bytes.as_number() : std::nullopt;
  if (bytes || at.offset == Form(0)) path_.memory.forget(at, bytes);
}

/// The stream that the call names, or stream 0.
StreamId CudaCall::stream() const {
  constexpr std::int64_t kDefault = 0, kLegacy = 1;  // cudaStreamLegacy
  const Value* named = argument(Role::Stream);
  const Form* number = named ? as_form(*named) : nullptr;
  const bool is_default = !named || (number && *number == Form(kDefault));
  if (is_default) return machine_.stream_of(path_, Form(row_.always_legacy ? kLegacy : kDefault));
  return machine_.stream_of(path_, *named);
}

void CudaCall::fill_handles() {
  if (argument(Role::Stream) || needs_stream()) operation_.stream = stream();
  if (const Value* event = argument(Role::Event)) operation_.event = machine_.event_of(path_, *event);
  if (const Value* graph = argument(Role::Graph)) operation_.graph = machine_.graph_of(path_, *graph);
  if (const Value* graph = argument(Role::OldGraph)) operation_.graph = machine_.graph_of(path_, *graph);
  if (const Value* executable = argument(Role::Executable)) {
    operation_.executable = machine_.graph_of(path_, *executable);
    if (operation_.verb == Verb::DestroyGraph || operation_.verb == Verb::GraphLaunch)
      operation_.graph = operation_.executable;
  }
  if (const auto device = number(Role::Device); device && device->as_number())
    operation_.device = model::DeviceId(static_cast<std::uint32_t>(*device->as_number()));
  operation_.external = model::is_external(row_, flags());
}

/// Synchronous copies and memsets go through the default stream of the unit.
bool CudaCall::needs_stream() const {
  return operation_.verb == Verb::Copy || operation_.verb == Verb::Memset || operation_.verb == Verb::Launch ||
         operation_.verb == Verb::Record || operation_.verb == Verb::GraphLaunch;
}

void CudaCall::fill_accesses() {
  const auto read = extent(Role::SourcePitch), written = extent(Role::DestinationPitch);
  if (const Pointer* at = pointer(Role::Source)) add_access(*at, read, AccessKind::Read);
  if (const auto at = symbol(Role::SourceSymbol)) add_access(*at, read, AccessKind::Read);
  if (const Pointer* at = pointer(Role::Destination)) write_to(*at, written);
  if (const auto at = symbol(Role::DestinationSymbol)) write_to(*at, written);
}

void CudaCall::create_memory() {
  const Pointer* out = pointer(Role::NewMemory);
  if (!out) return;
  const std::string name = machine_.name_of(path_, *out);
  std::optional<Form> bytes = number(Role::Bytes);
  if (bytes) bytes = *bytes * Form(row_.unit);
  const ObjectId created =
      path_.memory.create({.name = name, .named_at = path_.stack.size(), .memory = row_.memory, .bytes = bytes});
  const bool host_visible = row_.memory == MemoryKind::Pinned || row_.memory == MemoryKind::Managed;
  if (host_visible) machine_.watch(path_, created);
  machine_.poke(path_, *out, 8, Pointer{created, Form(0)});
  operation_.buffer = machine_.buffer_of(path_, created);
  machine_.emit(path_, operation_, call_.site);
  const auto& last = path_.operations.last()->frames;
  if (!last.empty()) path_.entities.buffers[index(*operation_.buffer)].allocated = last.front().site;
}

void CudaCall::create_handle() {
  const Role role = operation_.verb == Verb::CreateStream  ? Role::NewStream
                    : operation_.verb == Verb::CreateEvent ? Role::NewEvent
                                                           : Role::NewExecutable;
  const Pointer* out = pointer(role);
  if (!out) return;
  Object object{.name = machine_.name_of(path_, *out), .named_at = path_.stack.size()};
  if (role == Role::NewStream) {
    object.stream = add<StreamId>(path_.entities.streams, model::Stream{.name = object.name,
                                                                        .kind = model::stream_kind(row_, flags()),
                                                                        .device = path_.devices[path_.host]});
    operation_.stream = object.stream;
  } else if (role == Role::NewEvent) {
    object.event = add<EventId>(path_.entities.events,
                                model::Event{.name = object.name, .timing = model::event_timing(row_, flags())});
    operation_.event = object.event;
  } else {
    object.graph = add<GraphId>(path_.entities.graphs, object.name);
    operation_.executable = object.graph;
  }
  const ObjectId created = path_.memory.create(std::move(object));
  machine_.poke(path_, *out, 8, Pointer{created, Form(0)});
  machine_.emit(path_, operation_, call_.site);
}

void CudaCall::begin_capture() {
  const GraphId graph = add<GraphId>(path_.entities.graphs, std::string("graph"));
  path_.captures[*operation_.stream] = graph;
  operation_.graph = graph;
  machine_.emit(path_, operation_, call_.site);
}

void CudaCall::end_capture() {
  const auto capture = path_.captures.find(*operation_.stream);
  if (capture == path_.captures.end()) return;
  operation_.graph = capture->second;
  path_.captures.erase(capture);
  if (const Pointer* out = pointer(Role::NewGraph)) {
    const std::string name = machine_.name_of(path_, *out);
    path_.entities.graphs[index(*operation_.graph)] = name;
    const ObjectId created = path_.memory.create({.name = name, .graph = operation_.graph});
    machine_.poke(path_, *out, 8, Pointer{created, Form(0)});
  }
  machine_.emit(path_, operation_, call_.site);
}

void CudaCall::end_memory() {
  const Pointer* at = pointer(Role::Pointer);
  if (!at) return;
  operation_.buffer = machine_.buffer_of(path_, at->object);
  machine_.emit(path_, operation_, call_.site);
  Object& object = path_.memory.write(at->object);
  object.alive = operation_.verb == Verb::Unregister;
  if (object.alive || object.memory != MemoryKind::Unknown) return;
  // Where it came from is not seen (a graph's memory node, a pool of the user's): it may come from there again.
  object.alive = true;
  machine_.emit(path_, {.verb = Verb::Allocate, .buffer = operation_.buffer, .label = "memory from elsewhere"},
                call_.site);
}

void CudaCall::register_memory() {
  const Pointer* at = pointer(Role::Pointer);
  if (!at) return;
  path_.memory.write(at->object).memory = row_.memory;
  path_.entities.buffers[index(machine_.buffer_of(path_, at->object))].kind = row_.memory;
}

/// A query answers cudaSuccess, which is a synchronize, or cudaErrorNotReady, which is nothing.
void CudaCall::query() {
  constexpr std::int64_t kNotReady = 600;  // cudaErrorNotReady
  constexpr std::uint32_t kMostNotReady = 1;
  if (path_.not_ready[call_.site] < kMostNotReady && machine_.may_fork()) {
    Path waiting = path_;
    ++waiting.not_ready[call_.site];
    machine_.finish_call(waiting, call_, Form(kNotReady));
    machine_.fork(std::move(waiting), call_.site);
  }
  machine_.emit(path_, operation_, call_.site);
}

void CudaCall::host_function() {
  const Value* function = argument(Role::HostFunction);
  const auto* body = function ? std::get_if<FunctionId>(function) : nullptr;
  const Value* data = argument(Role::UserData);
  if (!body) return machine_.emit(path_, operation_, call_.site);
  const std::size_t parameters = machine_.program().functions[index(*body)].parameters.size();
  std::vector<Value> arguments(parameters, Unknown{});
  if (data && parameters > 0) arguments.back() = *data;
  if (parameters > 1) arguments.front() = *argument(Role::Stream);
  machine_.run_host_function(path_, *body, std::move(arguments), std::move(operation_), call_.site);
}

/// From the first event to the second; without handles nothing is known of it.
void CudaCall::elapsed_time() {
  const Value* end = argument(Role::LaterEvent);
  const auto later = end ? machine_.event_of(path_, *end) : std::nullopt;
  if (!operation_.event || !later) return;
  operation_.events = {*std::exchange(operation_.event, std::nullopt), *later};
  machine_.emit(path_, operation_, call_.site);
}

void CudaCall::run() {
  if (operation_.verb == Verb::Launch && row_.verb) return launch();
  fill_handles();
  fill_accesses();
  switch (operation_.verb) {
    case Verb::Allocate:
    case Verb::AllocateAsync:
      return create_memory();
    case Verb::CreateStream:
    case Verb::CreateEvent:
    case Verb::Instantiate:
      return create_handle();
    case Verb::SelectDevice:
      if (operation_.device) path_.devices[path_.host] = *operation_.device;
      break;
    case Verb::BeginCapture:
      return begin_capture();
    case Verb::EndCapture:
      return end_capture();
    case Verb::FreeDevice:
    case Verb::FreePinned:
    case Verb::FreeAsync:
    case Verb::Unregister:
      return end_memory();
    case Verb::StreamQuery:
    case Verb::EventQuery:
      return query();
    case Verb::HostFunction:
      return host_function();
    case Verb::ElapsedTime:
      return elapsed_time();
    case Verb::Record:
    case Verb::StreamWait:
    case Verb::EventSynchronize:
      if (!operation_.event) return;
      break;
    case Verb::GraphLaunch:
    case Verb::DestroyGraph:
      if (!operation_.graph) return;
      break;
    default:
      break;
  }
  machine_.emit(path_, operation_, call_.site);
}

/// Calls that order nothing: memory that becomes pinned, out-parameters with numbers that are not known.
void CudaCall::do_without_order() {
  if (row_.memory != MemoryKind::Unknown) register_memory();
  for (std::size_t a = 0; a < row_.roles.size() && a < call_.arguments.size(); ++a) {
    const Pointer* out = as_pointer(call_.arguments[a]);
    if (!out) continue;
    if (row_.roles[a] == Role::NewAddress) {
      const Pointer* seen = pointer(Role::Pointer);
      if (!seen) seen = pointer(Role::SourceSymbol);
      if (seen) machine_.poke(path_, *out, 8, *seen);
    }
    if (row_.roles[a] == Role::Result) path_.memory.forget(*out, 8);
    if (row_.roles[a] == Role::SelectedDevice)
      machine_.poke(path_, *out, 4, Form(static_cast<std::int64_t>(index(path_.devices[path_.host]))));
  }
}

void cuda_call(Machine& machine, Path& path, const model::Call& row, const ReadyCall& call) {
  machine.finish_call(path, call, Form(0));
  CudaCall cuda(machine, path, row, call);
  if (row.verb)
    cuda.run();
  else
    cuda.do_without_order();
}

}  // namespace cudep::execution
