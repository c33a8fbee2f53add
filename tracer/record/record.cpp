// The injected library. The driver loads it when the program first uses CUDA, because CUDA_INJECTION64_PATH names it,
// and calls InitializeInjection; from there on CUPTI calls back at each driver call of the table.
#include <cstdlib>

#include "tracer/record/call_table.h"
#include "tracer/record/cupti_library.h"
#include "tracer/record/own_pages.h"
#include "tracer/record/provocation.h"
#include "tracer/record/recorder.h"
#include "tracer/record/timeline.h"

namespace cudep::record {
namespace {

/// What the callbacks use; it never moves.
struct Subscription {
  Recorder* recorder = nullptr;
  Cupti cupti;
  bool timeline = false;
  Provocation* provocation = nullptr;  // null: nothing is delayed
  std::array<const CallRow*, CUPTI_DRIVER_TRACE_CBID_SIZE> rows_by_callback{};
};

Subscription subscription;

void write_correlation(Call& call, std::uint32_t correlation) noexcept {
  auto* const entry = call.begin_fact<format::CorrelationEntry>(format::EntryKind::Correlation);
  if (entry == nullptr) return;
  entry->correlation = correlation;
  call.commit();
}

void on_exit_of_call(ThreadState& thread, const CallRow& row, const CUpti_CallbackData& data) noexcept {
  Recorder& recorder = *subscription.recorder;
  const std::uint64_t sequence = row.when == When::Before ? *data.correlationData : recorder.next_sequence();
  if (sequence == 0) return;  // the call began before recording did
  define_context(recorder, thread, data.contextUid);
  Call call{.recorder = recorder,
            .thread = thread,
            .context = data.contextUid,
            .kernel_name = data.symbolName,
            .id = row.call,
            .per_thread_default = row.per_thread_default,
            .sequence = sequence,
            .stack = recorder.stacks.capture(recorder.file, recorder.modules, thread, sequence),
            .result = static_cast<std::uint16_t>(*static_cast<const CUresult*>(data.functionReturnValue))};
  row.decode(call, data.functionParams);
  if (subscription.timeline && row.when == When::Before) write_correlation(call, data.correlationId);
  if (subscription.provocation != nullptr) subscription.provocation->after(thread);
}

void on_begin_of_call(ThreadState& thread, const CallRow& row, const CUpti_CallbackData& data) noexcept {
  Recorder& recorder = *subscription.recorder;
  if (subscription.provocation != nullptr) {
    subscription.provocation->enter(data.contextUid);
    const CUstream stream = row.stream(data.functionParams);
    const bool is_own = stream == nullptr && row.per_thread_default;
    if (format::submits_work(row.call))
      subscription.provocation->before(thread, is_own ? CU_STREAM_PER_THREAD : stream);
  }
  if (recorder.host_watch != nullptr) recorder.host_watch->before(row.call, row.memory(data.functionParams));
  thread.entry_time = now();
  *data.correlationData = row.when == When::Before ? recorder.next_sequence() : 0;
}

void on_driver_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId callback, const void* content) {
  Recorder& recorder = *subscription.recorder;
  if (domain != CUPTI_CB_DOMAIN_DRIVER_API || callback >= subscription.rows_by_callback.size()) return;
  const CallRow* const row = subscription.rows_by_callback[callback];
  if (row == nullptr || recorder.stopped.load(std::memory_order_relaxed)) return;
  ThreadState* const thread = thread_state();
  if (thread == nullptr) return recorder.file.count_dropped_entry();
  if (thread->inside) return;
  const auto& data = *static_cast<const CUpti_CallbackData*>(content);
  thread->inside = true;
  if (data.callbackSite == CUPTI_API_ENTER) {
    on_begin_of_call(*thread, *row, data);
  } else {
    on_exit_of_call(*thread, *row, data);
  }
  thread->inside = false;
}

bool subscribe() noexcept {
  const Cupti& cupti = subscription.cupti;
  CUpti_SubscriberHandle subscriber = nullptr;
  char other[256] = "";
  CUptiResult result = CUPTI_SUCCESS;
  if (cupti.subscribe_named != nullptr) {
    CUpti_SubscriberParams parameters{};
    parameters.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
    parameters.subscriberName = "cudep";
    parameters.oldSubscriberName = other;
    parameters.oldSubscriberSize = sizeof(other);
    result = cupti.subscribe_named(&subscriber, on_driver_call, nullptr, &parameters);
  } else {
    result = cupti.subscribe(&subscriber, on_driver_call, nullptr);
  }
  if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
    complain("another tool uses CUPTI", other);
    return false;
  }
  const char* text = "";
  if (result != CUPTI_SUCCESS && cupti.result_text != nullptr) cupti.result_text(result, &text);
  if (result != CUPTI_SUCCESS) {
    complain("CUPTI refused", text);
    return false;
  }
  for (const CallRow& row : call_rows()) {
    subscription.rows_by_callback[row.callback] = &row;
    cupti.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, row.callback);
  }
  return true;
}

void fill_header(const Cupti& cupti, format::FileHeader& header) noexcept {
  if (cupti.version != nullptr) cupti.version(&header.cupti_version);
  std::uint64_t timestamp = 0;
  if (cupti.timestamp == nullptr || cupti.timestamp(&timestamp) != CUPTI_SUCCESS) return;
  header.start_timeline = timestamp - (now() - header.start_monotonic);
}

void on_exit_of_program() noexcept {
  if (!subscription.recorder->stopped.load(std::memory_order_relaxed)) finish_timeline(subscription.cupti);
}

/// A program that is to be delayed, by the plan that the environment names.
Provocation* start_provocation(Recorder& recorder) noexcept {
  const char* const plan = std::getenv("CUDEP_DELAY_PLAN");
  if (plan == nullptr) return nullptr;
  auto* const provocation = make_in_own_pages<Provocation>(recorder);
  return provocation != nullptr && provocation->start(plan) ? provocation : nullptr;
}

void start(const char* path) noexcept {
  subscription.cupti = open_cupti();
  if (!subscription.cupti.usable()) {
    return complain("CUPTI was not found", "set CUDEP_CUPTI to the path of libcupti.so");
  }
  Recorder* const recorder = open_recorder(path, find_driver());
  if (recorder == nullptr) return;
  subscription.recorder = recorder;
  subscription.provocation = start_provocation(*recorder);
  fill_header(subscription.cupti, *recorder->file.header());
  if (!subscribe()) return discard(*recorder);
  subscription.timeline = is_set("CUDEP_TRACE_TIMELINE") && start_timeline(*recorder, subscription.cupti);
  if (subscription.timeline) std::atexit(on_exit_of_program);
}

}  // namespace
}  // namespace cudep::record

/// Called by the driver when it has loaded this library.
extern "C" [[gnu::visibility("default")]] int InitializeInjection() {
  const char* const path = std::getenv("CUDEP_TRACE_FILE");
  if (path != nullptr && cudep::record::subscription.recorder == nullptr) cudep::record::start(path);
  return 1;
}
