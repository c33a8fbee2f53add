// Numbers calls and takes their stacks.
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {

TracedCall::TracedCall(format::CallId id, When when, bool per_thread) noexcept
    : id_(id), per_thread_(per_thread), recorder_(process().recorder) {
  if (recorder_ == nullptr || recorder_->stopped.load(std::memory_order_relaxed)) return;
  thread_ = record::thread_state();
  if (thread_ == nullptr) {
    recorder_->file.count_dropped_entry();
    return;
  }
  thread_->inside = true;  // what this library does to memory is not the program's
  thread_->entry_time = record::now();
  if (when == When::Before) sequence_ = recorder_->next_sequence();
}

TracedCall::~TracedCall() {
  if (thread_ != nullptr) thread_->inside = false;
}

void TracedCall::ends(const void* address) noexcept {
  if (thread_ == nullptr || recorder_->host_watch == nullptr) return;
  recorder_->host_watch->before(id_, reinterpret_cast<std::uint64_t>(address));
}

record::Call TracedCall::begin_entry(cudaError_t error) noexcept {
  note_recorded_call();
  if (sequence_ == 0) sequence_ = recorder_->next_sequence();
  const std::uint32_t context = static_cast<std::uint32_t>(current_device()) + 1;
  record::define_context(*recorder_, *thread_, context);
  return {.recorder = *recorder_,
          .thread = *thread_,
          .context = context,
          .kernel_name = nullptr,
          .id = id_,
          .per_thread_default = per_thread_,
          .sequence = sequence_,
          .stack = recorder_->stacks.capture(recorder_->file, recorder_->modules, *thread_, sequence_),
          .result = static_cast<std::uint16_t>(error)};
}

}  // namespace cudep::simulate
