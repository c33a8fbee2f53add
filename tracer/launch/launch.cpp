// Prepares the environment in which the driver loads the recorder, and starts the program.
#include "tracer/launch/launch.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "tracer/launch/simulate.h"
#include "tracer/process/process.h"

namespace cudep::launch {
namespace {

constexpr const char* kRecorder = "libcudep-trace.so";
constexpr const char* kInstalledRecorder = "cudep/libcudep-trace.so";
constexpr const char* kDriver = "libcuda.so.1";  // loads the recorder
constexpr const char* kInjection = "CUDA_INJECTION64_PATH";
constexpr int kUsage = 2;
constexpr int kCannotExecute = 126;
constexpr int kNotFound = 127;

void say(const std::string& text) { std::fprintf(stderr, "cudep: %s\n", text.c_str()); }

bool begins_as_trace(const std::filesystem::path& path) {
  char begin[5] = {};
  std::ifstream in(path, std::ios::binary);
  in.read(begin, sizeof(begin));
  return in.gcount() == 0 || std::memcmp(begin, "cudep", sizeof(begin)) == 0;
}

/// Makes room for the new trace; what is wrong, or nothing. An old trace is replaced, any other file is left alone.
std::string prepare_output(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return path.string() + " is a folder: give a file";
  if (std::filesystem::exists(path, error)) {
    if (!begins_as_trace(path)) return path.string() + " exists and is no trace: remove it or give another file";
    std::filesystem::remove(path, error);
    if (error) return path.string() + " cannot be replaced: " + error.message();
  }
  std::ofstream probe(path);
  if (!probe) return path.string() + " cannot be written: " + std::strerror(errno);
  probe.close();
  std::filesystem::remove(path, error);
  return {};
}

/// What keeps the program from being recorded; it is started all the same.
std::string obstacle(const std::string& recorder) {
  if (const char* other = std::getenv(kInjection); other != nullptr && *other != '\0') {
    return std::string(kInjection) + " is set to " + other + ": unset it to record";
  }
  return recorder.empty() ? std::string(kRecorder) + " is not beside cudep" : std::string();
}

void set_environment(const TraceOptions& options, const std::string& output) {
  setenv("CUDEP_TRACE_FILE", output.c_str(), 1);
  setenv("CUDEP_TRACE_TIMELINE", options.timeline ? "1" : "0", 1);
  setenv("CUDEP_TRACE_WATCH_HOST", options.watch_host ? "1" : "0", 1);
  setenv("CUDEP_TRACE_STACKLESS", options.stacks ? "0" : "1", 1);
}

/// False, after a line on stderr, when the program would not be simulated.
bool begin_simulation(const TraceOptions& options) {
  if (const auto prepared = prepare_simulation(options); !prepared) {
    say("not started: " + prepared.error());
    return false;
  }
  say("simulating CUDA: no kernel runs, so results are wrong; the order of the work is recorded");
  if (const std::string lack = lack_of_runtime(options.command[0]); !lack.empty()) say(lack);
  return true;
}

void begin_recording() {
  const std::string recorder = recorder_path();
  if (const std::string reason = obstacle(recorder); !reason.empty()) return say("not recording: " + reason);
  setenv(kInjection, recorder.c_str(), 1);
  if (void* const driver = dlopen(kDriver, RTLD_LAZY)) {
    dlclose(driver);
  } else {
    say(std::string("no CUDA driver (") + kDriver + ") is found, without which nothing is recorded; see --simulate");
  }
}

int execute(const std::vector<std::string>& command) {
  const int reason = process::become(command);
  say(command[0] + " cannot be started: " + std::strerror(reason));
  return reason == ENOENT ? kNotFound : kCannotExecute;
}

}  // namespace

std::string recorder_path() { return process::find_installed(kRecorder, kInstalledRecorder); }

int run_trace(const TraceOptions& options) {
  if (options.command.empty()) {
    say("no program to trace: cudep trace -o FILE -- PROGRAM ARGUMENTS");
    return kUsage;
  }
  std::error_code error;
  const std::filesystem::path output = std::filesystem::absolute(options.output, error);
  if (const std::string reason = prepare_output(output); !reason.empty()) {
    say(reason);
    return kUsage;
  }
  set_environment(options, output.string());
  if (options.simulate && !begin_simulation(options)) return kUsage;
  if (!options.simulate) begin_recording();
  return execute(options.command);
}

}  // namespace cudep::launch
