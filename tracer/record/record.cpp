// The injected library. The driver loads it when the program first uses CUDA, because CUDA_INJECTION64_PATH names it,
// and calls InitializeInjection; from there on CUPTI calls back at each driver call of the table.
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "tracer/record/call_table.h"
#include "tracer/record/recorder.h"
#include "tracer/record/timeline.h"

namespace cudep::record {

std::uint64_t now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

namespace {

Recorder* recording = nullptr;  // for the handlers at exit and at a fork, which get no argument
std::array<const CallRow*, CUPTI_DRIVER_TRACE_CBID_SIZE> rows_by_callback{};

void complain(const char* what, const char* detail) noexcept {
  std::fprintf(stderr, "cudep: not recording: %s%s%s\n", what, *detail != '\0' ? ": " : "", detail);
}

/// The device of a context that no entry named before; it is current for the calling thread.
void define_context(Recorder& recorder, ThreadState& thread, std::uint32_t context) noexcept {
  if (context == 0 || context >= recorder.known_contexts.size()) return;
  std::atomic<bool>& known = recorder.known_contexts[context];
  if (known.load(std::memory_order_relaxed) || known.exchange(true, std::memory_order_relaxed)) return;
  CUdevice device = 0;
  if (recorder.driver.context_device == nullptr || recorder.driver.context_device(&device) != CUDA_SUCCESS) return;
  auto* const entry = thread.writer.begin<format::ContextEntry>(recorder.file);
  if (entry == nullptr) return;
  entry->header.kind = format::EntryKind::Context;
  entry->context = context;
  entry->device = static_cast<std::uint32_t>(device);
  thread.writer.commit();
}

void write_correlation(Call& call) noexcept {
  auto* const entry = call.begin_fact<format::CorrelationEntry>(format::EntryKind::Correlation);
  if (entry == nullptr) return;
  entry->correlation = call.data.correlationId;
  call.commit();
}

void on_exit_of_call(Recorder& recorder, ThreadState& thread, const CallRow& row,
                     const CUpti_CallbackData& data) noexcept {
  const std::uint64_t sequence = row.when == When::Before ? *data.correlationData : recorder.next_sequence();
  if (sequence == 0) return;  // the call began before recording did
  define_context(recorder, thread, data.contextUid);
  Call call{.recorder = recorder,
            .thread = thread,
            .data = data,
            .id = row.call,
            .per_thread_default = row.per_thread_default,
            .sequence = sequence,
            .stack = recorder.stacks.capture(recorder.file, recorder.modules, thread, sequence),
            .result = static_cast<std::uint16_t>(*static_cast<const CUresult*>(data.functionReturnValue))};
  row.decode(call, data.functionParams);
  if (recorder.timeline && row.when == When::Before) write_correlation(call);
}

void on_driver_call(void* user_data, CUpti_CallbackDomain domain, CUpti_CallbackId callback, const void* content) {
  auto& recorder = *static_cast<Recorder*>(user_data);
  if (domain != CUPTI_CB_DOMAIN_DRIVER_API || callback >= rows_by_callback.size()) return;
  const CallRow* const row = rows_by_callback[callback];
  if (row == nullptr || recorder.stopped.load(std::memory_order_relaxed)) return;
  ThreadState* const thread = thread_state();
  if (thread == nullptr) return recorder.file.count_dropped_entry();
  if (thread->inside) return;
  const auto& data = *static_cast<const CUpti_CallbackData*>(content);
  thread->inside = true;
  if (data.callbackSite == CUPTI_API_ENTER) {
    thread->entry_time = now();
    *data.correlationData = row->when == When::Before ? recorder.next_sequence() : 0;
  } else {
    on_exit_of_call(recorder, *thread, *row, data);
  }
  thread->inside = false;
}

bool subscribe(Recorder& recorder) noexcept {
  CUpti_SubscriberHandle subscriber = nullptr;
  char other[256] = "";
  CUptiResult result = CUPTI_SUCCESS;
  if (recorder.cupti.subscribe_named != nullptr) {
    CUpti_SubscriberParams parameters{};
    parameters.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
    parameters.subscriberName = "cudep";
    parameters.oldSubscriberName = other;
    parameters.oldSubscriberSize = sizeof(other);
    result = recorder.cupti.subscribe_named(&subscriber, on_driver_call, &recorder, &parameters);
  } else {
    result = recorder.cupti.subscribe(&subscriber, on_driver_call, &recorder);
  }
  if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
    complain("another tool uses CUPTI", other);
    return false;
  }
  const char* text = "";
  if (result != CUPTI_SUCCESS && recorder.cupti.result_text != nullptr) recorder.cupti.result_text(result, &text);
  if (result != CUPTI_SUCCESS) {
    complain("CUPTI refused", text);
    return false;
  }
  for (const CallRow& row : call_rows()) {
    rows_by_callback[row.callback] = &row;
    recorder.cupti.enable_callback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, row.callback);
  }
  return true;
}

/// Makes PATH, or PATH.PID where another process has it; `made` is what was taken.
int create_file(format::TraceFile& file, const char* path, char (&made)[4096]) noexcept {
  std::snprintf(made, sizeof(made), "%s", path);
  int error = file.create(made);
  for (int attempt = 0; error == EEXIST && attempt < 100; ++attempt) {
    const char* const pattern = attempt == 0 ? "%s.%d" : "%s.%d.%d";
    std::snprintf(made, sizeof(made), pattern, path, static_cast<int>(getpid()), attempt);
    error = file.create(made);
  }
  return error;
}

void read_command_line(format::FileHeader& header) noexcept {
  const ssize_t length = readlink("/proc/self/exe", header.executable, sizeof(header.executable) - 1);
  header.executable[std::max<ssize_t>(length, 0)] = '\0';
  std::FILE* const in = std::fopen("/proc/self/cmdline", "re");
  if (in == nullptr) return;
  header.command_line_bytes =
      static_cast<std::uint32_t>(std::fread(header.command_line, 1, sizeof(header.command_line), in));
  std::fclose(in);
}

void fill_header(Recorder& recorder) noexcept {
  format::FileHeader& header = *recorder.file.header();
  header.process = static_cast<std::uint32_t>(getpid());
  header.start_monotonic = now();
  timespec real{};
  clock_gettime(CLOCK_REALTIME, &real);
  header.start_realtime =
      static_cast<std::uint64_t>(real.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(real.tv_nsec);
  if (recorder.cupti.timestamp != nullptr) {
    std::uint64_t timestamp = 0;
    recorder.cupti.timestamp(&timestamp);
    header.start_timeline = timestamp;
  }
  int driver_version = 0;
  if (recorder.driver.version != nullptr) recorder.driver.version(&driver_version);
  header.driver_version = static_cast<std::uint32_t>(driver_version);
  if (recorder.cupti.version != nullptr) recorder.cupti.version(&header.cupti_version);
  read_command_line(header);
}

bool is_set(const char* name) noexcept {
  const char* const value = std::getenv(name);
  return value != nullptr && std::strcmp(value, "1") == 0;
}

void on_exit_of_program() noexcept {
  if (recording == nullptr || recording->stopped.load(std::memory_order_relaxed)) return;
  finish_timeline(*recording);
  recording->file.end();
}

void on_fork_in_child() noexcept {
  recording->stopped.store(true, std::memory_order_relaxed);
  recording->file.set_flag(format::kForkedChild);
}

Recorder* make_recorder() noexcept {
  void* const memory = mmap(nullptr, sizeof(Recorder), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : new (memory) Recorder;
}

bool start(const char* path) noexcept {
  Recorder* const recorder = make_recorder();
  if (recorder == nullptr || !recorder->kernels.open()) return complain("no memory", ""), false;
  recorder->cupti = open_cupti();
  if (!recorder->cupti.usable()) {
    return complain("CUPTI was not found", "set CUDEP_CUPTI to the path of libcupti.so"), false;
  }
  recorder->driver = find_driver();
  char made[4096];
  if (const int error = create_file(recorder->file, path, made)) return complain(made, std::strerror(error)), false;
  fill_header(*recorder);
  if (is_set("CUDEP_TRACE_STACKLESS") || !recorder->stacks.open()) recorder->file.set_flag(format::kStackless);
  if (ThreadState* const thread = thread_state()) recorder->modules.update(recorder->file, thread->writer, 0);
  if (!subscribe(*recorder)) {
    unlink(made);
    return false;
  }
  recorder->timeline = is_set("CUDEP_TRACE_TIMELINE") && start_timeline(*recorder);
  recording = recorder;
  std::atexit(on_exit_of_program);
  pthread_atfork(nullptr, nullptr, on_fork_in_child);
  return true;
}

}  // namespace
}  // namespace cudep::record

/// Called by the driver when it has loaded this library.
extern "C" [[gnu::visibility("default")]] int InitializeInjection() {
  const char* const path = std::getenv("CUDEP_TRACE_FILE");
  if (path != nullptr && cudep::record::recording == nullptr) cudep::record::start(path);
  return 1;
}
