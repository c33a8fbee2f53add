// The calls of host threads one after the other, and the accesses that each makes.
#include "rules/oracle/run.h"

namespace cudep::oracle {

using model::AccessKind;
using model::Verb;

Run::Run(const model::OperationList& list) : list_(list) {
  for (std::size_t position = 0; position < list.operations.size(); ++position) perform(position);
}

void Run::perform(std::size_t position) {
  const Call call = enter(position);
  if (capture(call)) return leave(call);
  switch (call.operation.verb) {
    case Verb::Launch:
    case Verb::Copy:
    case Verb::Memset:
    case Verb::HostFunction:
    case Verb::Prefetch:
    case Verb::UnorderedWork:
    case Verb::AllocateAsync:
    case Verb::FreeAsync:
    case Verb::Record:
    case Verb::StreamWait:
    case Verb::GraphLaunch:
      stream_call(call);
      break;
    default:
      host_call(call);
  }
  leave(call);
}

// A call comes after all that its host thread did before. Two host threads are ordered by the start and the end of one
// of them only: the order in which the list shows their calls is none, nor does a thread whose start is not seen follow
// anything.
Run::Call Run::enter(std::size_t position) {
  const model::Operation& operation = list_.operations[position];
  const Call call{position, operation, moments_.add(), moments_.add()};
  if (const auto last = last_return_.find(operation.host); last != last_return_.end())
    moments_.put_before(last->second, call.entry);
  moments_.put_before(call.entry, call.returned);
  return call;
}

void Run::leave(const Call& call) { last_return_[call.operation.host] = call.returned; }

void Run::host_call(const Call& call) {
  const model::Operation& operation = call.operation;
  switch (operation.verb) {
    case Verb::StreamSynchronize:
    case Verb::StreamQuery:
      return synchronize_stream(call);
    case Verb::EventSynchronize:
    case Verb::EventQuery:
      return wait_for_event(*operation.event, call.returned);
    case Verb::DeviceSynchronize:
      return synchronize_device(call, call.returned, Order::Doc);
    case Verb::FreeDevice:
    case Verb::FreePinned:
    case Verb::Unregister:
    case Verb::EndHostLife:
      return free(call);
    case Verb::UnloadModule:  // cuModuleUnload promises nothing; that it waits for the device was measured
      return synchronize_device(call, call.returned, Order::Seen);
    case Verb::ResetDevice:
      return reset_device(call);
    case Verb::UnknownCall:
      return unknown_call(call);
    case Verb::StartThread:
      last_return_[*operation.thread] = call.returned;
      return;
    case Verb::JoinThread:
      if (const auto ended = last_return_.find(*operation.thread); ended != last_return_.end())
        moments_.put_before(ended->second, call.returned);
      return;
    default:
      set_up(call);
      add_accesses(call, call.entry, call.returned);
  }
}

// Creation and destruction order nothing: cudaStreamDestroy and cudaEventDestroy return at once and cancel nothing.
void Run::set_up(const Call& call) {
  const model::Operation& operation = call.operation;
  switch (operation.verb) {
    case Verb::SelectDevice:
      current_[operation.host] = *operation.device;
      break;
    case Verb::Allocate:
      if (operation.buffer) ++lives_[*operation.buffer];
      break;
    case Verb::CreateEvent:
      events_[*operation.event] = {.recordings = {}, .seen = true};
      break;
    case Verb::BeginCapture:
      capturing_[*operation.graph].join(*operation.stream);
      break;
    case Verb::EndCapture:
      end_capture(call);
      break;
    case Verb::Instantiate:
      graphs_[*operation.executable] = graphs_[*operation.graph];
      break;
    default:
      break;
  }
}

void Run::add_access(const Call& call, model::Access access, Moment first, Moment last, bool ends_life) {
  const std::size_t life = lives_[access.buffer];
  accesses_.push_back({call.position, std::move(access), first, last, ends_life, life, std::nullopt});
}

void Run::add_accesses(const Call& call, Moment first, Moment last) {
  for (const model::Access& access : call.operation.accesses) add_access(call, access, first, last);
}

// The end of a buffer is a write of all of it for those who used it before; whoever uses it later meets the end alone.
void Run::end_life(const Call& call, Moment first, Moment last) {
  const model::Access everything{
      .buffer = *call.operation.buffer, .kind = AccessKind::Write, .range = model::ByteRange::whole()};
  add_access(call, everything, first, last, true);
  ++lives_[everything.buffer];
  add_access(call, everything, first, last, true);
}

}  // namespace cudep::oracle
