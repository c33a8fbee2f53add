// Turns CUPTI's activity records into entries. CUPTI calls back on a thread of its own.
#include "tracer/record/timeline.h"

#include <sys/mman.h>

#include <initializer_list>

#include "tracer/record/thread_state.h"

namespace cudep::record {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

// CUPTI hands nothing to these callbacks.
Recorder* recorder_of_process = nullptr;
const Cupti* cupti_of_process = nullptr;

void request_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  void* const memory = mmap(nullptr, kBufferBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *buffer = memory == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(memory);
  *bytes = memory == MAP_FAILED ? 0 : kBufferBytes;
  *most_records = 0;
}

template <class Record>
void write(Recorder& recorder, ThreadState& thread, const Record& record, format::ActivityKind kind) noexcept {
  auto* const entry = thread.writer.begin<format::ActivityEntry>(recorder.file);
  if (entry == nullptr) return;
  entry->header.kind = format::EntryKind::Activity;
  entry->correlation = record.correlationId;
  entry->begin = record.start;
  entry->end = record.end;
  entry->device = record.deviceId;
  entry->context = record.contextId;
  entry->stream = record.streamId;
  entry->kind = kind;
  thread.writer.commit();
}

void write_record(Recorder& recorder, ThreadState& thread, const CUpti_Activity& record) noexcept {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      return write(recorder, thread, reinterpret_cast<const CUpti_ActivityKernel10&>(record),
                   format::ActivityKind::Kernel);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return write(recorder, thread, reinterpret_cast<const CUpti_ActivityMemcpy6&>(record),
                   format::ActivityKind::Copy);
    case CUPTI_ACTIVITY_KIND_MEMSET:
      return write(recorder, thread, reinterpret_cast<const CUpti_ActivityMemset4&>(record),
                   format::ActivityKind::Memset);
    default:
      return;
  }
}

void complete_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid_bytes) {
  Recorder& recorder = *recorder_of_process;
  ThreadState* const thread = thread_state();
  CUpti_Activity* record = nullptr;
  while (thread != nullptr && !recorder.stopped.load(std::memory_order_relaxed) &&
         cupti_of_process->activity_next(buffer, valid_bytes, &record) == CUPTI_SUCCESS) {
    write_record(recorder, *thread, *record);
  }
  if (buffer != nullptr) munmap(buffer, kBufferBytes);
}

}  // namespace

bool start_timeline(Recorder& recorder, const Cupti& cupti) noexcept {
  if (cupti.activity_enable == nullptr || cupti.activity_callbacks == nullptr || cupti.activity_next == nullptr) {
    return false;
  }
  recorder_of_process = &recorder;
  cupti_of_process = &cupti;
  bool enabled = cupti.activity_callbacks(request_buffer, complete_buffer) == CUPTI_SUCCESS;
  for (const CUpti_ActivityKind kind :
       {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET}) {
    enabled = enabled && cupti.activity_enable(kind) == CUPTI_SUCCESS;
  }
  if (enabled) recorder.file.set_flag(format::kTimeline);
  return enabled;
}

void finish_timeline(const Cupti& cupti) noexcept {
  if (cupti.activity_flush != nullptr) cupti.activity_flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

}  // namespace cudep::record
