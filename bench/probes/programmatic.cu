// Programmatic dependent launches and events: what follows a kernel that has triggered but is not complete.
#include "probe.cuh"

namespace probe {
namespace {

/// Waits for its direct dependencies, then looks.
__global__ void look_after_dependencies(const volatile int* over, volatile int* seen) {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  *seen = *over + 1;
}

using Look = void (*)(const volatile int*, volatile int*);

/// A kernel with the attribute that lets it start before its predecessor in the stream is complete.
Observer programmatic(Look kernel, cudaStream_t stream, const Spin& spin) {
  int* seen = pinned<int>();
  const auto submit = [=, over = spin.over_flag()] {
    *seen = 0;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = configuration.blockDim = dim3(1);
    configuration.stream = stream;
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&configuration, kernel, static_cast<const volatile int*>(over),
                             static_cast<volatile int*>(seen)));
  };
  return {submit, [=] { return *seen == 2; }};
}

/// The last kernel of a chain in one stream: a spin that triggers at once, a programmatic dependent, then `last`.
std::string chain(
    Look middle, const std::function<Observer(cudaStream_t, const Spin&)>& last,
    const std::function<void(cudaStream_t)>& host = [](cudaStream_t) {}) {
  const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  Spin spin;
  const Observer second = programmatic(middle, stream, spin);
  Count early;
  const auto start = [&] {
    spin.submit(stream, nullptr, true);
    spin.wait_until_running();
  };
  const auto act = [&](int) {
    second.submit();
    host(stream);
  };
  const Observer third = last(stream, spin);
  const auto saw_over = [&] {
    early.add(!second.saw_over());
    return third.saw_over();
  };
  const Behind result = behind(spin, {start, act, {third.submit, saw_over}, false});
  return result.shown() + "; the second began early " + early.shown();
}

Observer plain(cudaStream_t stream, const Spin& spin) { return kernel_on(stream, spin); }

Observer copy(cudaStream_t stream, const Spin& spin) {
  float* copied = pinned<float>();
  const auto submit = [=, from = spin.over_on_device()] {
    *copied = 0;
    CHECK(cudaMemcpyAsync(copied, from, sizeof(float), cudaMemcpyDeviceToHost, stream));
  };
  return {submit, [=] { return *copied == 1.0f; }};
}

/// A kernel on another stream, which waits for an event recorded after the second kernel.
Observer behind_event(cudaStream_t stream, const Spin& spin) {
  const cudaStream_t other = make_stream(cudaStreamNonBlocking);
  const cudaEvent_t event = make_event();
  const Observer kernel = kernel_on(other, spin);
  const auto submit = [=] {
    CHECK(cudaEventRecord(event, stream));
    CHECK(cudaStreamWaitEvent(other, event, 0));
    kernel.submit();
  };
  return {submit, kernel.saw_over};
}

Observer dependent_with_synchronize(cudaStream_t stream, const Spin& spin) {
  return programmatic(look_after_dependencies, stream, spin);
}

Observer dependent(cudaStream_t stream, const Spin& spin) { return programmatic(look_kernel, stream, spin); }

void synchronize_stream(cudaStream_t stream) { CHECK(cudaStreamSynchronize(stream)); }

void synchronize_event(cudaStream_t stream) {
  const cudaEvent_t event = make_event();
  CHECK(cudaEventRecord(event, stream));
  CHECK(cudaEventSynchronize(event));
}

cudaLaunchAttribute programmatic_event(cudaEvent_t event, bool at_block_start) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticEvent;
  attribute.val.programmaticEvent = {event, 0, at_block_start};
  return attribute;
}

cudaLaunchAttribute launch_completion_event(cudaEvent_t event) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeLaunchCompletionEvent;
  attribute.val.launchCompletionEvent = {event, 0};
  return attribute;
}

enum class After { Synchronize, Wait };

/// A spin whose launch records the event by attribute; then the host synchronizes it, or another stream waits for it.
std::string event_of_launch(const std::function<cudaLaunchAttribute(cudaEvent_t)>& attribute_for, bool trigger,
                            After after) {
  Streams streams;
  Spin spin;
  const cudaEvent_t event = make_event();
  const auto start = [&] {
    cudaLaunchAttribute attribute = attribute_for(event);
    spin.submit(streams.nonblocking_a, &attribute, trigger);
    spin.wait_until_running();
  };
  const auto act = [&](int) {
    if (after == After::Synchronize)
      CHECK(cudaEventSynchronize(event));
    else
      CHECK(cudaStreamWaitEvent(streams.nonblocking_b, event, 0));
  };
  const Observer observer = after == After::Wait ? kernel_on(streams.nonblocking_b, spin) : Observer{};
  return behind(spin, {start, act, observer, false}).shown();
}

std::vector<Probe> event_probes() {
  const auto at_trigger = [](cudaEvent_t event) { return programmatic_event(event, false); };
  const auto at_start = [](cudaEvent_t event) { return programmatic_event(event, true); };
  std::vector<Probe> all;
  for (const After after : {After::Synchronize, After::Wait}) {
    const char* what = after == After::Synchronize ? "synchronized" : "waited-for";
    all.push_back({9, text("programmatic-event-%s", what), [=] { return event_of_launch(at_trigger, true, after); }});
    all.push_back({9, text("programmatic-event-at-block-start-%s", what),
                   [=] { return event_of_launch(at_start, false, after); }});
    all.push_back({9, text("programmatic-event-never-triggered-%s", what),
                   [=] { return event_of_launch(at_trigger, false, after); }});
    all.push_back({9, text("launch-completion-event-%s", what),
                   [=] { return event_of_launch(launch_completion_event, false, after); }});
  }
  return all;
}

std::vector<Probe> probes() {
  std::vector<Probe> all = {
      {8, "plain-kernel-behind-dependent", [] { return chain(look_kernel, plain); }},
      {8, "copy-behind-dependent", [] { return chain(look_kernel, copy); }},
      {8, "event-behind-dependent", [] { return chain(look_kernel, behind_event); }},
      {8, "stream-synchronize-behind-dependent", [] { return chain(look_kernel, plain, synchronize_stream); }},
      {8, "event-synchronize-behind-dependent", [] { return chain(look_kernel, plain, synchronize_event); }},
      {8, "dependent-behind-dependent", [] { return chain(look_kernel, dependent); }},
      {8, "synchronizing-dependent-behind-dependent", [] { return chain(look_kernel, dependent_with_synchronize); }},
      {8, "control-plain-kernel-behind-synchronizing-dependent", [] { return chain(look_after_dependencies, plain); }},
  };
  for (Probe& probe : event_probes()) all.push_back(std::move(probe));
  return all;
}

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::probes(), probe::Loading::Eager); }
