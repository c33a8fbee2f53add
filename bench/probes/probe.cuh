// What every ordering probe is made of: a spin of bounded length, an observer that sees whether the spin is over, and
// the counts of what was seen. No conclusion rests on clocks: a spin says in memory that it is over, and what runs
// beside it, on the host or on the device, reads that. Nothing is freed: each probe is a process of its own.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

/// A call that fails ends the probe: run.sh shows the message in place of an answer.
#define CHECK(call)                                                                                   \
  do {                                                                                                \
    const cudaError_t status_ = (call);                                                               \
    if (status_ != cudaSuccess) probe::give_up(__FILE__, __LINE__, #call, cudaGetErrorName(status_)); \
  } while (0)

namespace probe {

inline constexpr int kRepeats = 5;
inline constexpr double kSpinMilliseconds = 50;
inline constexpr int kNoAnswer = 3;

[[noreturn]] inline void give_up(const char* file, int line, const char* call, const char* why) {
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, why);
  std::_Exit(kNoAnswer);  // without the driver's clean-up, which may wait for what hangs
}

[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

inline void sleep_milliseconds(double milliseconds) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

template <typename T>
T* pinned(std::size_t count = 1) {
  T* memory = nullptr;
  CHECK(cudaHostAlloc(&memory, count * sizeof(T), cudaHostAllocPortable | cudaHostAllocMapped));
  std::memset(memory, 0, count * sizeof(T));
  return memory;
}

template <typename T>
T* on_device(std::size_t count = 1) {
  T* memory = nullptr;
  CHECK(cudaMalloc(&memory, count * sizeof(T)));
  CHECK(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

inline cudaEvent_t make_event() {
  cudaEvent_t event = nullptr;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}

inline cudaStream_t make_stream(unsigned flags) {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithFlags(&stream, flags));
  return stream;
}

struct Streams {
  cudaStream_t nonblocking_a = make_stream(cudaStreamNonBlocking);
  cudaStream_t nonblocking_b = make_stream(cudaStreamNonBlocking);
  cudaStream_t blocking_a = make_stream(cudaStreamDefault);
  cudaStream_t blocking_b = make_stream(cudaStreamDefault);
};

/// What a spin says: in pinned memory, for kernels and the host.
struct SpinState {
  int running;
  int over;
};

/// Runs for the given time and writes last of all that it is over: in device memory, for copies, then in pinned memory.
static __global__ void spin_kernel(volatile SpinState* state, volatile float* over_on_device, long long nanoseconds,
                                   bool trigger) {
#if __CUDA_ARCH__ >= 900
  if (trigger) cudaTriggerProgrammaticLaunchCompletion();
#endif
  long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  state->running = 1;
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < nanoseconds);
  *over_on_device = 1.0f;
  __threadfence_system();
  state->over = 1;
}

/// Writes 1 when it runs before the spin is over, 2 when after.
static __global__ void look_kernel(const volatile int* over, volatile int* seen) { *seen = *over + 1; }

class Spin {
 public:
  explicit Spin(double milliseconds = kSpinMilliseconds) : milliseconds_(milliseconds) {
    spin_kernel<<<1, 1>>>(state_, over_on_device_, 1000, false);  // loads it
    look_kernel<<<1, 1>>>(&state_->over, pinned<int>());
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
  }

  /// Before each use, with the device idle.
  void reset() {
    *state_ = {};
    CHECK(cudaMemcpy(over_on_device_, &state_->over, sizeof(float), cudaMemcpyHostToDevice));  // 0 and 0.0 look alike
  }

  void submit(cudaStream_t stream) { submit(stream, nullptr, false); }

  /// With a launch attribute; `trigger`: lets a programmatic dependent start at once.
  void submit(cudaStream_t stream, cudaLaunchAttribute* attribute, bool trigger) {
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = configuration.blockDim = dim3(1);
    configuration.stream = stream;
    configuration.attrs = attribute;
    configuration.numAttrs = attribute ? 1 : 0;
    CHECK(cudaLaunchKernelEx(&configuration, spin_kernel, static_cast<volatile SpinState*>(state_),
                             static_cast<volatile float*>(over_on_device_), static_cast<long long>(milliseconds_ * 1e6),
                             trigger));
  }

  void submit_host_function(cudaStream_t stream) {
    CHECK(cudaLaunchHostFunc(
        stream,
        [](void* self) {
          Spin& spin = *static_cast<Spin*>(self);
          spin.flags()->running = 1;
          sleep_milliseconds(spin.milliseconds_);
          spin.flags()->over = 1;
        },
        this));
  }

  /// Submits and returns once it runs, so that it is sure to be under way.
  void start(cudaStream_t stream) {
    submit(stream);
    wait_until_running();
  }

  void wait_until_running() {
    const Clock::time_point start = Clock::now();
    while (!flags()->running)
      if (milliseconds_since(start) > 2000) give_up(__FILE__, __LINE__, "spin", "did not start within two seconds");
  }

  bool over() const { return flags()->over; }
  const int* over_flag() const { return &state_->over; }
  const float* over_on_device() const { return over_on_device_; }
  double milliseconds() const { return milliseconds_; }

 private:
  volatile SpinState* flags() const { return state_; }

  double milliseconds_;
  SpinState* state_ = pinned<SpinState>();
  float* over_on_device_ = probe::on_device<float>();
};

/// Submits something that sees whether a spin is over, and tells after a device synchronize what it saw.
struct Observer {
  std::function<void()> submit;
  std::function<bool()> saw_over;
};

inline Observer kernel_on(cudaStream_t stream, const Spin& spin) {
  int* seen = pinned<int>();
  const auto submit = [=, over = spin.over_flag()] {
    *seen = 0;
    look_kernel<<<1, 1, 0, stream>>>(over, seen);
    CHECK(cudaGetLastError());
  };
  return {submit, [=] { return *seen == 2; }};
}

struct Count {
  int seen = 0;
  int of = 0;

  void add(bool that) {
    seen += that;
    ++of;
  }
  std::string shown() const { return text("%d/%d", seen, of); }
};

inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// A call that is tried while a spin runs.
struct Trial {
  std::function<void()> start;         // starts the spin
  std::function<void(int round)> act;  // the call
  Observer observer = {};              // submitted after the call; none: only the host's wait is of interest
  bool rehearse = true;                // round 0 without the spin: what the call costs by itself
  int repeats = kRepeats;
};

/// What the call did behind the spin.
struct Behind {
  Count host_waited;  // returned only when the spin was over
  Count waited;       // what was submitted after it ran only then; where the host did not wait
  double call = 0;    // milliseconds, the median
  double rehearsal = 0;
  bool observed = false;

  std::string shown() const {
    std::string line = "host waited " + host_waited.shown();
    if (observed) line += waited.of ? ", the device waited " + waited.shown() : std::string(", device not asked");
    return line + text(" (%.2f ms, alone %.2f ms)", call, rehearsal);
  }
};

inline double timed(const std::function<void()>& act) {
  const Clock::time_point start = Clock::now();
  act();
  return milliseconds_since(start);
}

inline Behind behind(Spin& spin, const Trial& trial) {
  Behind result;
  result.observed = static_cast<bool>(trial.observer.submit);
  std::vector<double> calls;
  for (int round = trial.rehearse ? 0 : 1; round <= trial.repeats; ++round) {
    CHECK(cudaDeviceSynchronize());
    spin.reset();
    CHECK(cudaDeviceSynchronize());
    if (round > 0) trial.start();
    const double call = timed([&] { trial.act(round); });
    const bool over_at_return = spin.over();
    if (result.observed) trial.observer.submit();
    const bool over_at_submission = spin.over();
    CHECK(cudaDeviceSynchronize());
    if (round == 0) {
      result.rehearsal = call;
      continue;
    }
    calls.push_back(call);
    result.host_waited.add(over_at_return && call > spin.milliseconds() / 2);
    if (!result.observed) continue;
    const bool saw_over = trial.observer.saw_over();
    if (!over_at_submission) result.waited.add(saw_over);
  }
  result.call = median(calls);
  return result;
}

/// One question: its number among the facts, its name, and what answers it in one line.
struct Probe {
  int fact;
  std::string name;
  std::function<std::string()> answer;
};

enum class Loading { Eager, Lazy };

/// `PROGRAM` lists its probes; `PROGRAM NAME` answers one of them.
inline int run(int argument_count, char** arguments, const std::vector<Probe>& probes, Loading loading) {
  if (argument_count < 2) {
    for (const Probe& probe : probes) std::printf("%02d %s\n", probe.fact, probe.name.c_str());
    return 0;
  }
  setenv("CUDA_MODULE_LOADING", loading == Loading::Eager ? "EAGER" : "LAZY", 1);
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);  // or streams share a hardware queue and wait for each other
  for (const Probe& probe : probes) {
    if (probe.name != arguments[1]) continue;
    const std::string answer = probe.answer();
    std::printf("fact %02d %s: %s\n", probe.fact, probe.name.c_str(), answer.c_str());
    std::fflush(stdout);
    std::_Exit(0);
  }
  std::fprintf(stderr, "no probe named %s\n", arguments[1]);
  return 2;
}

}  // namespace probe
