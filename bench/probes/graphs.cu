// Event-wait nodes, an executable graph on two streams, and events on the edge of a capture.
#include "probe.cuh"

namespace probe {
namespace {

cudaGraphExec_t instantiate(cudaGraph_t graph) {
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  return executable;
}

cudaGraphExec_t captured(const std::function<void(cudaStream_t)>& body) {
  const cudaStream_t stream = make_stream(cudaStreamNonBlocking);
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  body(stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  return instantiate(graph);
}

/// A graph that waits for an event and then sees whether the spin is over.
class WaitNode {
 public:
  WaitNode() {
    record_complete();
    int* seen = seen_;
    executable_ = captured([&](cudaStream_t stream) {
      CHECK(cudaStreamWaitEvent(stream, event_, cudaEventWaitExternal));
      look_kernel<<<1, 1, 0, stream>>>(spin_.over_flag(), seen);
      CHECK(cudaGetLastError());
    });
    launch();  // the first launch of all also uploads
    CHECK(cudaDeviceSynchronize());
  }

  void reset() {
    CHECK(cudaDeviceSynchronize());
    *seen_ = 0;
    spin_.reset();
    hold_.reset();
    CHECK(cudaDeviceSynchronize());
  }

  /// A record of an idle stream, complete on return.
  void record_complete() {
    CHECK(cudaEventRecord(event_, idle_));
    CHECK(cudaEventSynchronize(event_));
  }
  void record_behind_spin() {
    spin_.start(streams_.nonblocking_a);
    CHECK(cudaEventRecord(event_, streams_.nonblocking_a));
  }
  /// Keeps the graph from starting for a while, but less long than the spin.
  void hold() { hold_.start(streams_.nonblocking_b); }
  bool held() const { return !hold_.over(); }
  void launch() { CHECK(cudaGraphLaunch(executable_, streams_.nonblocking_b)); }
  bool saw_over() {
    CHECK(cudaDeviceSynchronize());
    return *seen_ == 2;
  }

 private:
  Streams streams_;
  cudaStream_t idle_ = make_stream(cudaStreamNonBlocking);
  Spin spin_;
  Spin hold_{kSpinMilliseconds / 2};
  cudaEvent_t event_ = make_event();
  int* seen_ = pinned<int>();
  cudaGraphExec_t executable_ = nullptr;
};

/// Counts how often the graph waited for the spin.
std::string graph_waited(const std::function<void(WaitNode&)>& round) {
  WaitNode node;
  Count waited;
  for (int i = 0; i < kRepeats; ++i) {
    node.reset();
    round(node);
    waited.add(node.saw_over());
  }
  return "the graph waited for the record behind the spin " + waited.shown();
}

std::string recorded_again_before_launch() {
  return graph_waited([](WaitNode& node) {
    node.record_behind_spin();
    node.launch();
  });
}

std::string recorded_again_while_held() {
  return graph_waited([](WaitNode& node) {
    node.record_complete();
    node.hold();
    node.launch();
    node.record_behind_spin();
    if (!node.held()) give_up(__FILE__, __LINE__, "hold", "was over too early");
  });
}

std::string replaced_by_a_complete_record_while_held() {
  return graph_waited([](WaitNode& node) {
    node.record_behind_spin();
    node.hold();
    node.launch();
    node.record_complete();
    if (!node.held()) give_up(__FILE__, __LINE__, "hold", "was over too early");
  });
}

/// Sees whether another kernel is between its first and its last line.
__global__ void overlap_kernel(int* inside, volatile int* overlapped, long long nanoseconds) {
  if (atomicAdd(inside, 1) > 0) *overlapped = 1;
  long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < nanoseconds);
  atomicSub(inside, 1);
}

/// One launch each on two non-blocking streams, of one executable graph or of two.
std::string launched_on_two_streams(bool one_executable) {
  Streams streams;
  int* inside = on_device<int>();
  int* overlapped = pinned<int>();
  const auto body = [=](cudaStream_t stream) {
    overlap_kernel<<<1, 1, 0, stream>>>(inside, overlapped, 20'000'000);
    CHECK(cudaGetLastError());
  };
  const cudaGraphExec_t first = captured(body);
  const cudaGraphExec_t second = one_executable ? first : captured(body);
  Count overlaps;
  std::vector<double> launches;
  for (int round = 0; round < kRepeats; ++round) {
    *overlapped = 0;
    CHECK(cudaGraphLaunch(first, streams.nonblocking_a));
    launches.push_back(timed([&] { CHECK(cudaGraphLaunch(second, streams.nonblocking_b)); }));
    CHECK(cudaDeviceSynchronize());
    overlaps.add(*overlapped != 0);
  }
  return "overlapped " + overlaps.shown() + text(" (second launch call %.2f ms)", median(launches));
}

/// While the executable graph spins in one stream: its upload in another, and a kernel there.
std::string upload_of_running_graph() {
  Streams streams;
  Spin spin;
  const cudaGraphExec_t executable = captured([&](cudaStream_t stream) { spin.submit(stream); });
  const auto start = [&] {
    CHECK(cudaGraphLaunch(executable, streams.nonblocking_a));
    spin.wait_until_running();
  };
  const auto upload = [&](int) { CHECK(cudaGraphUpload(executable, streams.nonblocking_b)); };
  return behind(spin, {start, upload, kernel_on(streams.nonblocking_b, spin)}).shown();
}

std::string result(cudaError_t error) {
  cudaGetLastError();
  return cudaGetErrorName(error);
}

std::string nodes_of(cudaGraph_t graph) {
  std::size_t nodes = 0, edges = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  return text("%zu nodes, %zu edges", nodes, edges);
}

/// A capturing stream waits for an event, then gets a kernel.
std::string wait_in_capture(bool recorded_before) {
  Streams streams;
  Spin brief(0.01);
  const cudaEvent_t event = make_event();
  if (recorded_before) CHECK(cudaEventRecord(event, streams.nonblocking_b));
  CHECK(cudaStreamBeginCapture(streams.nonblocking_a, cudaStreamCaptureModeGlobal));
  brief.submit(streams.nonblocking_a);
  const std::string wait = result(cudaStreamWaitEvent(streams.nonblocking_a, event, 0));
  cudaGraph_t graph = nullptr;
  const std::string end = result(cudaStreamEndCapture(streams.nonblocking_a, &graph));
  return "wait " + wait + ", end of capture " + end + (graph ? ", " + nodes_of(graph) : "");
}

/// An event recorded in a capture, used after it.
std::string captured_event_after_capture() {
  Streams streams;
  Spin spin;
  const cudaEvent_t event = make_event();
  const cudaGraphExec_t executable = captured([&](cudaStream_t stream) {
    spin.submit(stream);
    CHECK(cudaEventRecord(event, stream));
  });
  const std::string query = result(cudaEventQuery(event));
  const std::string synchronize = result(cudaEventSynchronize(event));
  std::string wait;
  const auto start = [&] {
    CHECK(cudaGraphLaunch(executable, streams.nonblocking_a));
    spin.wait_until_running();
  };
  const auto act = [&](int) { wait = result(cudaStreamWaitEvent(streams.nonblocking_b, event, 0)); };
  const Behind after_launch = behind(spin, {start, act, kernel_on(streams.nonblocking_b, spin)});
  CHECK(cudaEventRecord(event, streams.nonblocking_b));
  const std::string again = result(cudaStreamWaitEvent(streams.nonblocking_a, event, 0));
  return "query " + query + ", synchronize " + synchronize + ", wait " + wait +
         "; wait after the graph's launch: " + after_launch.shown() + "; wait after a record outside " + again;
}

const std::vector<Probe> kProbes = {
    {14, "recorded-again-before-launch", recorded_again_before_launch},
    {14, "recorded-again-after-launch", recorded_again_while_held},
    {14, "pending-record-replaced-after-launch", replaced_by_a_complete_record_while_held},
    {15, "one-executable-on-two-streams", [] { return launched_on_two_streams(true); }},
    {15, "control-two-executables-on-two-streams", [] { return launched_on_two_streams(false); }},
    {15, "upload-of-running-graph", upload_of_running_graph},
    {16, "never-recorded-event-waited-for-in-capture", [] { return wait_in_capture(false); }},
    {16, "control-earlier-record-waited-for-in-capture", [] { return wait_in_capture(true); }},
    {16, "captured-event-after-capture", captured_event_after_capture},
};

}  // namespace
}  // namespace probe

int main(int argc, char** argv) { return probe::run(argc, argv, probe::kProbes, probe::Loading::Eager); }
