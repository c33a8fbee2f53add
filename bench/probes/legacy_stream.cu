// What the legacy default stream orders: its waits, queries and host functions, and the per-thread default stream.
#include <vector>

#include "probe.cuh"

namespace probe {
namespace {

const cudaStream_t kLegacy = cudaStreamLegacy;
const cudaStream_t kPerThread = cudaStreamPerThread;

/// Behind a spin on a blocking stream: `act`, then a kernel on another blocking stream.
std::string between_blocking(const std::function<void(const Streams&)>& before,
                             const std::function<void(const Streams&)>& act) {
  Streams streams;
  Spin spin;
  const auto start = [&] {
    before(streams);
    spin.start(streams.blocking_a);
  };
  return behind(spin, {start, [&](int) { act(streams); }, kernel_on(streams.blocking_b, spin)}).shown();
}

void nothing(const Streams&) {}

std::string wait_for_idle_record() {
  const cudaEvent_t event = make_event();
  return between_blocking(nothing, [=](const Streams& streams) {
    CHECK(cudaEventRecord(event, streams.nonblocking_b));
    CHECK(cudaStreamWaitEvent(kLegacy, event, 0));
  });
}

std::string wait_for_complete_record() {
  const cudaEvent_t event = make_event();
  const auto record = [=](const Streams& streams) {
    CHECK(cudaEventRecord(event, streams.nonblocking_b));
    CHECK(cudaEventSynchronize(event));
  };
  return between_blocking(record, [=](const Streams&) { CHECK(cudaStreamWaitEvent(kLegacy, event, 0)); });
}

/// The record is behind a shorter spin of its own: what waits for no more than that runs before the longer one is over.
std::string wait_for_pending_record() {
  const cudaEvent_t event = make_event();
  Spin shorter(kSpinMilliseconds / 4);
  return between_blocking(nothing, [&, event](const Streams& streams) {
    shorter.submit(streams.nonblocking_b);
    CHECK(cudaEventRecord(event, streams.nonblocking_b));
    CHECK(cudaStreamWaitEvent(kLegacy, event, 0));
  });
}

std::string wait_for_never_recorded() {
  const cudaEvent_t event = make_event();
  return between_blocking(nothing, [=](const Streams&) { CHECK(cudaStreamWaitEvent(kLegacy, event, 0)); });
}

std::string nothing_between() { return between_blocking(nothing, nothing); }

std::string kernel_between() {
  Spin brief(0.01);
  return between_blocking(nothing, [&](const Streams&) { brief.submit(kLegacy); });
}

/// A kernel on the stream behind a spin on cudaStreamPerThread.
std::string kernel_behind_per_thread(bool on_legacy) {
  Streams streams;
  Spin spin;
  const Observer observer = kernel_on(on_legacy ? kLegacy : streams.blocking_a, spin);
  return behind(spin, {[&] { spin.start(kPerThread); }, [](int) {}, observer}).shown();
}

std::string synchronize_behind_per_thread() {
  Spin spin;
  const auto synchronize = [](int) { CHECK(cudaStreamSynchronize(kLegacy)); };
  return behind(spin, {[&] { spin.start(kPerThread); }, synchronize}).shown();
}

/// What the legacy stream's query says while something else spins.
std::string query_while(cudaStream_t spins) {
  Spin spin;
  Count not_ready;
  for (int round = 0; round < kRepeats; ++round) {
    spin.reset();
    CHECK(cudaDeviceSynchronize());
    spin.start(spins);
    const cudaError_t answer = cudaStreamQuery(kLegacy);
    if (spin.over()) give_up(__FILE__, __LINE__, "query", "the spin ended too early");
    if (answer != cudaErrorNotReady) CHECK(answer);
    not_ready.add(answer == cudaErrorNotReady);
    CHECK(cudaDeviceSynchronize());
  }
  return "not ready " + not_ready.shown();
}

/// A host function that sees whether the spin is over.
Observer body_on(cudaStream_t stream, const Spin& spin) {
  struct Body {
    const Spin* spin;
    int seen;
  };
  Body* body = new Body{&spin, 0};
  const auto look = [](void* data) {
    Body& seen_by = *static_cast<Body*>(data);
    seen_by.seen = seen_by.spin->over() ? 2 : 1;
  };
  return {[=] { CHECK(cudaLaunchHostFunc(stream, look, body)); }, [=] { return body->seen == 2; }};
}

std::string body_behind(cudaStream_t spins, cudaStream_t body) {
  Spin spin;
  return behind(spin, {[&] { spin.start(spins); }, [](int) {}, body_on(body, spin)}).shown();
}

std::string behind_body(cudaStream_t spins, const std::function<Observer(const Spin&)>& observer) {
  Spin spin;
  const auto start = [&] {
    spin.submit_host_function(spins);
    spin.wait_until_running();
  };
  return behind(spin, {start, [](int) {}, observer(spin)}).shown();
}

std::string submits_while_spinning(cudaStream_t stream, bool callback) {
  Spin spin;
  const auto submit = [=](int) {
    if (callback)
      CHECK(cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0));
    else
      CHECK(cudaLaunchHostFunc(stream, [](void*) {}, nullptr));
  };
  return behind(spin, {[&] { spin.start(stream); }, submit}).shown();
}

std::vector<Probe> host_function_probes() {
  const auto blocking = [] { return make_stream(cudaStreamDefault); };
  const auto nonblocking = [] { return make_stream(cudaStreamNonBlocking); };
  const auto kernel = [](cudaStream_t stream) { return [=](const Spin& spin) { return kernel_on(stream, spin); }; };
  const auto body = [](cudaStream_t stream) { return [=](const Spin& spin) { return body_on(stream, spin); }; };
  return {
      {21, "body-of-legacy-behind-blocking", [=] { return body_behind(blocking(), kLegacy); }},
      {21, "body-of-legacy-behind-nonblocking", [=] { return body_behind(nonblocking(), kLegacy); }},
      {21, "blocking-kernel-behind-body-of-legacy", [=] { return behind_body(kLegacy, kernel(blocking())); }},
      {21, "nonblocking-kernel-behind-body-of-legacy", [=] { return behind_body(kLegacy, kernel(nonblocking())); }},
      {21, "body-behind-body-of-another-stream", [=] { return behind_body(nonblocking(), body(nonblocking())); }},
      {21, "host-function-on-spinning-legacy", [] { return submits_while_spinning(kLegacy, false); }},
      {21, "host-function-on-spinning-nonblocking", [=] { return submits_while_spinning(nonblocking(), false); }},
      {21, "callback-on-spinning-legacy", [] { return submits_while_spinning(kLegacy, true); }},
  };
}

std::vector<Probe> probes() {
  std::vector<Probe> all = {
      {1, "legacy-wait-for-idle-record", wait_for_idle_record},
      {1, "legacy-wait-for-complete-record", wait_for_complete_record},
      {1, "legacy-wait-for-pending-record", wait_for_pending_record},
      {1, "legacy-wait-for-never-recorded", wait_for_never_recorded},
      {1, "control-nothing-between", nothing_between},
      {1, "control-legacy-kernel-between", kernel_between},
      {2, "legacy-kernel-behind-per-thread", [] { return kernel_behind_per_thread(true); }},
      {2, "legacy-synchronize-behind-per-thread", synchronize_behind_per_thread},
      {2, "control-blocking-kernel-behind-per-thread", [] { return kernel_behind_per_thread(false); }},
      {20, "query-while-blocking-spins", [] { return query_while(make_stream(cudaStreamDefault)); }},
      {20, "query-while-nonblocking-spins", [] { return query_while(make_stream(cudaStreamNonBlocking)); }},
      {20, "query-while-per-thread-spins", [] { return query_while(kPerThread); }},
      {20, "control-query-while-legacy-spins", [] { return query_while(kLegacy); }},
  };
  for (Probe& probe : host_function_probes()) all.push_back(std::move(probe));
  return all;
}

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::probes(), probe::Loading::Eager); }
