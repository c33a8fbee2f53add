// Opens the trace file of this process and keeps it right: its name, its header, its end, and silence after a fork.
#include "tracer/record/recorder.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tracer/record/own_pages.h"

namespace cudep::record {

std::uint64_t now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

void complain(const char* what, const char* detail) noexcept {
  std::fprintf(stderr, "cudep: not recording: %s%s%s\n", what, *detail != '\0' ? ": " : "", detail);
}

void complain_of_delays(const char* what, const char* detail) noexcept {
  std::fprintf(stderr, "cudep: no delays: %s%s%s\n", what, *detail != '\0' ? ": " : "", detail);
}

bool is_set(const char* name) noexcept {
  const char* const value = std::getenv(name);
  return value != nullptr && std::strcmp(value, "1") == 0;
}

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

namespace {

Recorder* recording = nullptr;  // for the handlers at exit and at a fork, which get no argument

void complain_of_room(int reason) noexcept {
  std::fprintf(stderr, "cudep: the trace is full, what comes is not recorded: %s: %s\n", recording->path,
               std::strerror(reason));
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
  int driver_version = 0;
  if (recorder.driver.version != nullptr) recorder.driver.version(&driver_version);
  header.driver_version = static_cast<std::uint32_t>(driver_version);
  read_command_line(header);
}

void on_exit_of_program() noexcept {
  if (recording == nullptr || recording->stopped.load(std::memory_order_relaxed)) return;
  if (recording->host_watch != nullptr) recording->host_watch->stop();
  recording->file.end();
}

void before_fork() noexcept {
  if (recording->host_watch != nullptr) recording->host_watch->before_fork();
}

void after_fork() noexcept {
  if (recording->host_watch != nullptr) recording->host_watch->after_fork();
}

void on_fork_in_child() noexcept {
  after_fork();
  recording->stopped.store(true, std::memory_order_relaxed);
  recording->file.set_flag(format::kForkedChild);
}

/// Only a program that asks for it pays for its memory.
void watch_host(Recorder& recorder) noexcept {
  auto* const made = make_in_own_pages<HostWatch>(recorder);
  if (made == nullptr || !made->start()) return;
  recorder.host_watch = made;
  recorder.file.set_flag(format::kWatchedHost);
}

}  // namespace

Recorder* open_recorder(const char* path, const Driver& driver) noexcept {
  auto* const recorder = make_in_own_pages<Recorder>();
  if (recorder == nullptr || !recorder->kernels.open()) return complain("no memory", ""), nullptr;
  recorder->driver = driver;
  if (const int error = create_file(recorder->file, path, recorder->path)) {
    return complain(recorder->path, std::strerror(error)), nullptr;
  }
  fill_header(*recorder);
  if (is_set("CUDEP_TRACE_STACKLESS") || !recorder->stacks.open()) recorder->file.set_flag(format::kStackless);
  if (ThreadState* const thread = thread_state()) recorder->modules.update(recorder->file, thread->writer, 0);
  if (is_set("CUDEP_TRACE_WATCH_HOST")) watch_host(*recorder);
  recording = recorder;
  recorder->file.when_full(complain_of_room);
  std::atexit(on_exit_of_program);
  pthread_atfork(before_fork, after_fork, on_fork_in_child);
  return recorder;
}

void discard(Recorder& recorder) noexcept {
  recorder.stopped.store(true, std::memory_order_relaxed);
  unlink(recorder.path);
}

}  // namespace cudep::record
