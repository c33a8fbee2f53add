// Findings made by hand over one small program, for the tests of every format.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/finding.h"

namespace cudep::report::samples {

constexpr std::string_view kFile = "app.cu";

/// Lines 1 to 18 of the program that the samples speak of.
constexpr std::string_view kSource =
    "#include <cuda_runtime.h>\n"                                         // 1
    "\n"                                                                  // 2
    "void step(cudaStream_t producer, cudaStream_t consumer, int n) {\n"  // 3
    "  float* dev;\n"                                                     // 4
    "  cudaMalloc(&dev, n * sizeof(float));\n"                            // 5
    "  cudaEventRecord(ready, producer);\n"                               // 6
    "  scale<<<blocks, 256, 0, producer>>>(dev, n);\n"                    // 7
    "  cudaEventRecord(done, producer);\n"                                // 8
    "  cudaStreamWaitEvent(consumer, ready, 0);\n"                        // 9
    "  add<<<blocks, 256, 0, consumer>>>(dev, n);\n"                      // 10
    "  cudaStreamWaitEvent(consumer, done, 0);\n"                         // 11
    "  cudaMemcpyAsync(out, dev, bytes, kind, consumer);\n"               // 12
    "  cudaStreamSynchronize(other);\n"                                   // 13
    "  sum += out[0];\n"                                                  // 14
    "  cudaFreeHost(out);\n"                                              // 15
    "}\n"                                                                 // 16
    "int main() {\n"                                                      // 17
    "  step(a, b, 1 << 20);\n";                                           // 18

inline model::Site at(std::uint32_t line, std::uint32_t column = 3) {
  return {.file = std::string(kFile), .line = line, .column = column};
}

inline rules::Place place(std::string label, std::string agent, std::uint32_t line) {
  return {.label = std::move(label),
          .agent = std::move(agent),
          .event = {},
          .on_host = false,
          .frames = {{.site = at(line), .function = "step"}}};
}

inline rules::Place host(std::string label, std::uint32_t line) {
  rules::Place result = place(std::move(label), "", line);
  result.on_host = true;
  return result;
}

inline rules::Place with_event(std::string label, std::string agent, std::string event, std::uint32_t line) {
  rules::Place result = place(std::move(label), std::move(agent), line);
  result.event = std::move(event);
  result.on_host = result.agent.empty();
  return result;
}

inline rules::Place scale() { return place("kernel `scale`", "producer", 7); }
inline rules::Place add() { return place("kernel `add`", "consumer", 10); }
inline rules::Place download() { return place("cudaMemcpyAsync", "consumer", 12); }
inline rules::Place record_ready() { return with_event("cudaEventRecord", "producer", "ready", 6); }
inline rules::Place record_done() { return with_event("cudaEventRecord", "producer", "done", 8); }
inline rules::Place wait_ready() { return with_event("cudaStreamWaitEvent", "consumer", "ready", 9); }
inline rules::Place wait_done() { return with_event("cudaStreamWaitEvent", "consumer", "done", 11); }

/// Kernel `add` reads what kernel `scale` writes.
inline rules::Finding race(rules::Reason reason = rules::Reason::NothingOrders) {
  rules::Finding finding;
  finding.rule = "unordered-stream-access";
  finding.reason = reason;
  finding.earlier = scale();
  finding.later = add();
  finding.primary = finding.later.frames.front();
  finding.buffer = "dev";
  finding.memory = model::MemoryKind::Device;
  return finding;
}

/// The same, where `consumer` waits for `ready` instead of `done`.
inline rules::Finding race_of_other_event() {
  rules::Finding finding = race(rules::Reason::OtherEventWaitedFor);
  finding.evidence = wait_ready();
  finding.counterpart = record_done();
  return finding;
}

/// That with all that a finding may hold: an allocation, a path and an assumption.
inline rules::Finding full_race() {
  rules::Finding finding = race_of_other_event();
  finding.allocated = at(5);
  finding.path = {scale(), record_done(), wait_ready(), add()};
  finding.assumptions = {{model::Assumption::Kind::CountChosen, "n", "3"}};
  return finding;
}

/// The host reads what a copy writes.
inline rules::Finding host_race(rules::Reason reason = rules::Reason::NothingOrders) {
  rules::Finding finding = race(reason);
  finding.rule = "host-read-before-sync";
  finding.earlier = download();
  finding.later = host("read of `out`", 14);
  finding.primary = finding.later.frames.front();
  finding.buffer = "out";
  finding.memory = model::MemoryKind::Pinned;
  return finding;
}

/// The same, reported at its evidence.
inline rules::Finding reported_at(rules::Finding finding, std::string_view rule, rules::Place evidence) {
  finding.rule = rule;
  finding.primary = evidence.frames.front();
  finding.evidence = std::move(evidence);
  return finding;
}

}  // namespace cudep::report::samples
