// Work in streams: its submission, its start, its completion, and what the host knows when the submitting call returns.
#include "rules/oracle/host_wait.h"
#include "rules/oracle/run.h"

namespace cudep::oracle {

using model::AccessKind;
using model::Verb;

// Guide "Asynchronous Concurrent Execution": work starts after its call, which promises nothing of its completion.
Work Run::submit(const Call& call) {
  const model::Operation& operation = call.operation;
  Work work{.id = *operation.stream,
            .stream = list_.entities.streams[index(*operation.stream)],
            .verb = operation.verb,
            .start = moments_.add(),
            .completion = moments_.add()};
  if (work.verb == Verb::StreamWait) work.waits_for_record = is_recorded(*operation.event);
  // An element at an unknown index may be any stream. Once a stream carries out cuStreamWaitValue and its like, values
  // in memory may order its work and that of any other stream, in either direction.
  if (work.stream.is_element || work.verb == Verb::UnorderedWork) order_unseen_.insert(work.id);
  work.order_unseen = order_unseen_.contains(work.id);
  if (work.order_unseen) wait_for_everything(work.start);
  moments_.put_before(call.entry, work.start);
  moments_.put_before(work.start, work.completion);
  for (const Work& earlier : submitted_)
    moments_.put_before(earlier.completion, work.start, order_by_streams(earlier, work));
  return work;
}

void Run::stream_call(const Call& call) {
  const model::Operation& operation = call.operation;
  const Work work = submit(call);
  switch (operation.verb) {
    case Verb::Copy:
    case Verb::Memset:
      copy(call, work);
      break;
    case Verb::AllocateAsync:
      add_access(call, {.buffer = *operation.buffer, .kind = AccessKind::Write, .range = model::ByteRange::whole()},
                 work.start, work.completion);
      break;
    case Verb::FreeAsync:
      end_life(call, work.start, work.completion);
      break;
    case Verb::Record:               // captures the stream's work at the call; a later record replaces it
      if (operation.programmatic) {  // measured to be complete no sooner than its kernel
        events_[*operation.event].recordings.push_back({work.completion, Order::Seen});
        break;
      }
      events_[*operation.event] = {.recordings = {{work.completion, Order::Doc}}, .seen = true};
      if (list_.entities.events[index(*operation.event)].is_element) element_records_.push_back(work.completion);
      break;
    case Verb::StreamWait:
      wait_for_event(*operation.event, work.start);
      break;
    case Verb::GraphLaunch:
      launch_graph(call, work);
      break;
    default:
      break;
  }
  if (operation.verb != Verb::Copy && operation.verb != Verb::Memset) add_accesses(call, work.start, work.completion);
  submitted_.push_back(work);
}

// The source may be free before the copy is complete: it is staged. An asynchronous copy that stages does not wait for
// its stream, so that its return says nothing of earlier work there.
void Run::copy(const Call& call, const Work& work) {
  const HostWait known = host_wait(call.operation, list_.entities.buffers);
  const Moment source_read = moments_.add();
  moments_.put_before(source_read, work.completion);
  moments_.put_before(source_read, call.returned, known.source_read);
  moments_.put_before(work.completion, call.returned, known.complete);
  if (known.read_in_stream_order) moments_.put_before(work.start, source_read);
  for (const model::Access& access : call.operation.accesses) {
    const bool staged = access.kind == AccessKind::Read && known.source_read != Order::None;
    add_access(call, access, work.start, staged ? source_read : work.completion);
  }
}

}  // namespace cudep::oracle
