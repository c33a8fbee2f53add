// Reports as text, whole.
#include "cli/report/text.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

SourceLines sample_lines() {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  return sources;
}

std::string text(const rules::Finding& finding, const TextStyle& style = {}) {
  SourceLines sources = sample_lines();
  Report report;
  report.findings = {finding};
  return to_text(report, sources, style);
}

TEST(Text, OneFinding) {
  rules::Finding finding = race();
  finding.allocated = at(5);
  finding.assumptions = {{model::Assumption::Kind::DistinctParameters, "producer", "consumer"}};
  EXPECT_EQ(
      text(finding),
      R"(app.cu:10:3: error: kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW) [unordered-stream-access]
   10 |   add<<<blocks, 256, 0, consumer>>>(dev, n);
      |   ^~~                   ~~~~~~~~    ~~~
app.cu:7:3: note: written here by kernel `scale` on stream `producer`
    7 |   scale<<<blocks, 256, 0, producer>>>(dev, n);
      |   ^~~~~                   ~~~~~~~~    ~~~
app.cu:7:3: note: nothing orders the two: no event is recorded on `producer` after this for `consumer` to wait for
app.cu:7:3: note: to order them, record an event on `producer` after this launch
    7 |   scale<<<blocks, 256, 0, producer>>>(dev, n);
      +   cudaEvent_t scale_done;
      +   cudaEventCreateWithFlags(&scale_done, cudaEventDisableTiming);
      +   cudaEventRecord(scale_done, producer);
app.cu:10:3: note: and make `consumer` wait for it before this launch
      +   cudaStreamWaitEvent(consumer, scale_done);
      +   cudaEventDestroy(scale_done);
   10 |   add<<<blocks, 256, 0, consumer>>>(dev, n);
app.cu:5:3: note: `dev` is allocated here
    5 |   cudaMalloc(&dev, n * sizeof(float));
      |   ^~~~~~~~~~  ~~~
note: assumes that `producer` and `consumer` are not the same

1 error
`cudep explain unordered-stream-access` says more
)");
}

TEST(Text, RemovedAndReplacedLines) {
  const std::string moved =
      text(reported_at(race(rules::Reason::RecordedBeforeProducer), "event-recorded-early", record_ready()));
  EXPECT_NE(moved.find("    6 -   cudaEventRecord(ready, producer);\n"), std::string::npos) << moved;
  EXPECT_NE(text(race_of_other_event())
                .find("    9 -   cudaStreamWaitEvent(consumer, ready, 0);\n"
                      "      +   cudaStreamWaitEvent(consumer, done, 0);\n"),
            std::string::npos);
}

TEST(Text, StatementsOfSeveralLinesStayWhole) {
  SourceLines sources;
  std::string source(kSource);
  source.replace(source.find(">>>(dev, n);\n  cudaEventRecord(done"), 12, ">>>(dev,\n    n);");
  sources.provide(std::string(kFile), source);
  Report report;
  report.findings = {race()};
  EXPECT_NE(to_text(report, sources, {})
                .find("    7 |   scale<<<blocks, 256, 0, producer>>>(dev,\n"
                      "    8 |     n);\n"
                      "      +   cudaEvent_t scale_done;\n"),
            std::string::npos);
}

TEST(Text, FileThatCannotBeReadHasNoLines) {
  rules::Finding finding = race();
  finding.primary.site.file = finding.later.frames[0].site.file = finding.earlier.frames[0].site.file = "gone.cu";
  EXPECT_EQ(
      text(finding),
      R"(gone.cu:10:3: error: kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW) [unordered-stream-access]
gone.cu:7:3: note: written here by kernel `scale` on stream `producer`
gone.cu:7:3: note: nothing orders the two: no event is recorded on `producer` after this for `consumer` to wait for
gone.cu:7:3: note: to order them, record an event on `producer` after this launch
      +   cudaEventRecord(event, producer);
gone.cu:10:3: note: and make `consumer` wait for it before this launch
      +   cudaStreamWaitEvent(consumer, event);

1 error
`cudep explain unordered-stream-access` says more
)");
}

TEST(Text, UnknownColumnIsLeftOut) {
  rules::Finding finding = race();
  finding.primary.site.column = finding.later.frames[0].site.column = 0;
  EXPECT_TRUE(text(finding).starts_with("app.cu:10: error: "));
}

TEST(Text, SentencesFitTheTerminal) {
  const std::string narrow = text(race(), {.width = 80});
  EXPECT_TRUE(
      narrow.starts_with("app.cu:10:3: error: kernel `add` on stream `consumer` reads `dev` while kernel\n"
                         "    `scale` on stream `producer` may still be writing it (RAW)\n"
                         "    [unordered-stream-access]\n"))
      << narrow;
}

TEST(Text, ColorsOnRequestOnly) {
  const std::string colored = text(race(), {.color = true});
  EXPECT_NE(colored.find("\033[1;31merror:\033[0m"), std::string::npos);
  EXPECT_NE(colored.find("\033[1;32m^~~  "), std::string::npos);
  EXPECT_EQ(text(race()).find('\033'), std::string::npos);
}

TEST(Text, CountsByLevel) {
  Report report;
  report.findings = {race(), race(), race()};
  report.findings[2].severity = rules::Severity::Warning;
  SourceLines sources = sample_lines();
  EXPECT_TRUE(to_text(report, sources, {}).contains("\n2 errors, 1 warning\n"));
  EXPECT_EQ(to_text(Report{}, sources, {}), "");
}

TEST(Text, Problems) {
  const Problem error{.kind = ProblemKind::ParseError, .site = at(4, 9), .message = "expected ';'"};
  EXPECT_EQ(to_text(error, {}), "app.cu:4:9: error: expected ';'\n");
  const Problem silent{.kind = ProblemKind::NoOperations, .site = {.file = "app.cu"}, .message = "nothing was checked"};
  EXPECT_EQ(to_text(silent, {}), "app.cu: warning: nothing was checked\n");
  EXPECT_EQ(to_text(Problem{.message = "no toolkit"}, {}), "cudep: error: no toolkit\n");
}

TEST(Text, Statistics) {
  Report report;
  report.units = {{.file = "a.cu", .roots = 2, .paths = 3, .operations = 40, .unknown_functions = {"f"}},
                  {.file = "b.cu", .problems = {{}}, .roots = 1, .cut_roots = {{}}, .unknown_functions = {"f", "g"}}};
  EXPECT_EQ(statistics(report).unknown_functions, (std::vector<std::string>{"f", "g"}));
  const std::string shown = statistics_text(report);
  EXPECT_TRUE(
      shown.starts_with("units              2\n  with problems    1\nroots              3\n  cut by a limit   1\n"))
      << shown;
}

}  // namespace
}  // namespace cudep::report
