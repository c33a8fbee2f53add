// The words of every rule and reason, whole.
#include "cli/report/wording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;
using rules::Finding;
using rules::Hazard;
using rules::Reason;

std::string line_of(const std::optional<model::Site>& site) {
  return site ? fmt::format("{:>3} ", site->line) : std::string("  - ");
}

/// One line for each sentence: its line in the sample program, the words, the edit.
std::string words(const Finding& finding) {
  const Explanation explanation = explain(finding);
  std::string text = line_of(finding.primary.site) + explanation.message + "\n";
  for (const Note& note : explanation.notes) text += line_of(note.site) + note.text + "\n";
  for (const Advice& advice : explanation.advice) {
    text += line_of(advice.site) + advice.text + "\n";
    constexpr std::array<std::string_view, 4> kMarks = {"before", "after", "remove", "replace"};
    if (advice.edit)
      text += fmt::format("    {}: {}\n", kMarks[static_cast<std::size_t>(advice.edit->kind)], advice.edit->code);
  }
  for (const Note& note : explanation.background) text += line_of(note.site) + note.text + "\n";
  return text;
}

Finding ends(Reason reason, rules::Place earlier, rules::Place later) {
  Finding finding = host_race(reason);
  finding.rule = "free-in-flight";
  finding.earlier = std::move(earlier);
  finding.later = std::move(later);
  finding.primary = finding.later.frames.front();
  return finding;
}

TEST(Wording, NothingOrdersTwoStreams) {
  EXPECT_EQ(
      words(race()),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
  7 nothing orders the two: no event is recorded on `producer` after this for `consumer` to wait for
  7 to order them, record an event on `producer` after this launch
    after: cudaEventRecord(event, producer);
 10 and make `consumer` wait for it before this launch
    before: cudaStreamWaitEvent(consumer, event);
)");
}

TEST(Wording, WriteAfterReadOfAnEarlierLap) {
  Finding finding = race();
  finding.hazard = Hazard::WriteAfterRead;
  std::swap(finding.earlier, finding.later);
  finding.primary = finding.later.frames.front();
  EXPECT_EQ(
      words(finding),
      R"(  7 kernel `scale` on stream `producer` writes `dev` while kernel `add` on stream `consumer` may still be reading it (WAR)
 10 read here by kernel `add` on stream `consumer`, an iteration or a call earlier
 10 nothing orders the two: no event is recorded on `consumer` after this for `producer` to wait for
 10 to order them, record an event on `consumer` after this launch
    after: cudaEventRecord(event, consumer);
  7 and make `producer` wait for it before this launch
    before: cudaStreamWaitEvent(producer, event);
)");
}

TEST(Wording, WriteAfterWrite) {
  Finding finding = race();
  finding.hazard = Hazard::WriteAfterWrite;
  EXPECT_EQ(explain(finding).message,
            "kernel `add` on stream `consumer` writes `dev` while kernel `scale` on stream `producer` may still be "
            "writing it (WAW)");
}

TEST(Wording, AllocationInAnotherStream) {
  Finding finding = race();
  finding.earlier = place("cudaMallocAsync", "producer", 5);
  const Explanation explanation = explain(finding);
  EXPECT_EQ(explanation.message,
            "kernel `add` on stream `consumer` reads `dev` while cudaMallocAsync on stream `producer` may still be "
            "allocating it (RAW)");
  EXPECT_EQ(explanation.notes.front().text, "allocated here by cudaMallocAsync on stream `producer`");
}

TEST(Wording, StreamsOfOneName) {
  Finding finding = race();
  finding.earlier.agent = "consumer";
  EXPECT_EQ(explain(finding).notes.back().text,
            "nothing orders the two: `consumer` here and `consumer` there are different streams");
}

TEST(Wording, WaitAfterConsumer) {
  Finding finding = race(Reason::WaitAfterConsumer);
  finding.evidence = wait_done();
  EXPECT_EQ(
      words(finding),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
 11 `consumer` waits for event `done` only here; a wait does not hold back what its stream was given before it
 11 to order them, move this wait
    remove: 
 10 in front of this launch
    before: cudaStreamWaitEvent(consumer, done);
)");
}

TEST(Wording, HostWaitsAfterItsAccess) {
  Finding finding = host_race(Reason::WaitAfterConsumer);
  finding.evidence = with_event("cudaEventSynchronize", "", "done", 15);
  EXPECT_EQ(words(finding),
            R"( 14 the host reads `out` while cudaMemcpyAsync on stream `consumer` may still be writing it (RAW)
 12 written here by cudaMemcpyAsync on stream `consumer`
 15 the host waits for event `done` only here, after it has read `out`
 15 to order them, move this wait
    remove: 
 14 in front of this access
    before: cudaEventSynchronize(done);
)");
}

TEST(Wording, RecordedNotWaitedFor) {
  Finding finding = race(Reason::RecordedNotWaitedFor);
  finding.counterpart = record_done();
  EXPECT_EQ(
      words(finding),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
  8 event `done` is recorded here, after it, but `consumer` never waits for that
 10 to order them, make `consumer` wait for `done` before this launch
    before: cudaStreamWaitEvent(consumer, done);
)");
}

TEST(Wording, OtherEventWaitedFor) {
  EXPECT_EQ(
      words(race_of_other_event()),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
  8 event `done` is recorded here, after kernel `scale` on stream `producer`
  9 but `consumer` waits here for another one, event `ready`
  9 to order them, wait for `done` instead
    replace: cudaStreamWaitEvent(consumer, done);
)");
}

TEST(Wording, ReRecordedBeforeWait) {
  Finding finding = race(Reason::ReRecordedBeforeWait);
  finding.evidence = wait_ready();
  finding.counterpart = with_event("cudaEventRecord", "other", "ready", 8);
  EXPECT_EQ(
      words(finding),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
  8 event `ready` is recorded again here, before the wait
  9 so `consumer` waits here for that record only, which does not cover kernel `scale` on stream `producer`
  8 to order them, record another event here, or wait for `ready` before this
)");
}

TEST(Wording, OtherStreamSynchronized) {
  Finding finding = host_race(Reason::OtherStreamSynchronized);
  finding.evidence = host("cudaStreamSynchronize", 13);
  finding.evidence->agent = "other";
  EXPECT_EQ(words(finding),
            R"( 14 the host reads `out` while cudaMemcpyAsync on stream `consumer` may still be writing it (RAW)
 12 written here by cudaMemcpyAsync on stream `consumer`
 13 the host waits here for stream `other`, which does not cover `consumer`
 14 to order them, make the host wait for `consumer` before this access
    before: cudaStreamSynchronize(consumer);
)");
}

TEST(Wording, NonBlockingStream) {
  Finding finding = race(Reason::NonBlockingStream);
  finding.earlier = place("cudaMemset", "legacy default stream", 5);
  EXPECT_EQ(
      words(finding),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while cudaMemset on the legacy default stream may still be writing it (RAW)
  5 written here by cudaMemset on the legacy default stream
 10 `consumer` is a non-blocking stream: it does not wait for the legacy default stream, nor the other way round
  5 to order them, submit this memset to `consumer` as well, with cudaMemsetAsync
)");
}

TEST(Wording, RecordedBeforeProducer) {
  EXPECT_EQ(
      words(reported_at(race(Reason::RecordedBeforeProducer), "event-recorded-early", record_ready())),
      R"(  6 event `ready` is recorded too early on stream `producer`, before kernel `scale`: kernel `add` on stream `consumer` reads `dev` while it may still be written (RAW)
  7 written here by kernel `scale` on stream `producer`, after the record
 10 read here by kernel `add` on stream `consumer`
  6 to order them, move this record
    remove: 
  7 behind this launch
    after: cudaEventRecord(ready, producer);
)");
}

TEST(Wording, WaitBeforeRecord) {
  Finding finding = reported_at(race(Reason::WaitBeforeRecord), "wait-without-record", wait_ready());
  finding.counterpart = with_event("cudaEventRecord", "producer", "ready", 11);
  EXPECT_EQ(
      words(finding),
      R"(  9 the wait of stream `consumer` for event `ready` has no effect, because the event is recorded only later: kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
 10 read here by kernel `add` on stream `consumer`
 11 event `ready` is recorded only here, after the wait
  9 to order them, wait only once `ready` has been recorded
    remove: 
 10 in front of this launch
    before: cudaStreamWaitEvent(consumer, ready);
)");
}

TEST(Wording, WaitBeforeRecordByTheEarlierStream) {
  Finding finding = race(Reason::WaitBeforeRecord);
  finding = reported_at(finding, "wait-without-record", with_event("cudaStreamWaitEvent", "producer", "free", 6));
  finding.counterpart = with_event("cudaEventRecord", "consumer", "free", 11);
  EXPECT_EQ(explain(finding).advice.front().text,
            "to order them, submit kernel `add` on stream `consumer` and the record of `free` before this wait");
}

TEST(Wording, NeverRecorded) {
  EXPECT_EQ(
      words(reported_at(race(Reason::NeverRecorded), "wait-without-record", wait_ready())),
      R"(  9 the wait of stream `consumer` for event `ready` has no effect, because the event is never recorded: kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
  7 written here by kernel `scale` on stream `producer`
 10 read here by kernel `add` on stream `consumer`
  7 to order them, record `ready` on `producer` after this launch
    after: cudaEventRecord(ready, producer);
)");
}

TEST(Wording, HostReadsBeforeSynchronize) {
  EXPECT_EQ(words(host_race()),
            R"( 14 the host reads `out` while cudaMemcpyAsync on stream `consumer` may still be writing it (RAW)
 12 written here by cudaMemcpyAsync on stream `consumer`
 12 nothing orders the two: the host does not wait for `consumer` in between
 14 to order them, make the host wait for `consumer` before this access
    before: cudaStreamSynchronize(consumer);
)");
}

TEST(Wording, HostWritesWhatIsInFlight) {
  Finding finding = host_race();
  finding.rule = "host-write-in-flight";
  finding.hazard = Hazard::WriteAfterRead;
  finding.later.label = "write to `out`";
  EXPECT_EQ(explain(finding).message,
            "the host writes `out` while cudaMemcpyAsync on stream `consumer` may still be reading it (WAR)");
  finding.later.label = "memcpy";
  EXPECT_EQ(explain(finding).message,
            "memcpy on the host writes `out` while cudaMemcpyAsync on stream `consumer` may still be reading it (WAR)");
}

TEST(Wording, FreeInFlight) {
  EXPECT_EQ(words(ends(Reason::LifeEnded, download(), host("cudaFreeHost", 15))),
            R"( 15 cudaFreeHost frees `out` while cudaMemcpyAsync on stream `consumer` may still be writing it
 12 written here by cudaMemcpyAsync on stream `consumer`
 12 nothing makes the host wait for `consumer` before `out` ends
 15 to keep `out` until then, make the host wait for `consumer` before cudaFreeHost frees it
    before: cudaStreamSynchronize(consumer);
)");
}

TEST(Wording, ScopeEndsInFlight) {
  EXPECT_EQ(words(ends(Reason::LifeEnded, download(), host("end of the life of `out`", 16))),
            R"( 16 the life of `out` ends while cudaMemcpyAsync on stream `consumer` may still be writing it
 12 written here by cudaMemcpyAsync on stream `consumer`
 12 nothing makes the host wait for `consumer` before `out` ends
 16 to keep `out` until then, make the host wait for `consumer` before the life of `out` ends
    before: cudaStreamSynchronize(consumer);
)");
}

TEST(Wording, StreamOrderedFreeInFlight) {
  EXPECT_EQ(
      words(ends(Reason::LifeEnded, scale(), place("cudaFreeAsync", "consumer", 12))),
      R"( 12 cudaFreeAsync on stream `consumer` frees `out` while kernel `scale` on stream `producer` may still be writing it
  7 written here by kernel `scale` on stream `producer`
  7 nothing orders the two: no event is recorded on `producer` after this for `consumer` to wait for
  7 to order them, record an event on `producer` after this launch
    after: cudaEventRecord(event, producer);
 12 and make `consumer` wait for it before this free
    before: cudaStreamWaitEvent(consumer, event);
)");
}

TEST(Wording, PoolMemoryFreedByCudaFree) {
  Finding finding = ends(Reason::LifeEnded, scale(), host("cudaFree", 15));
  finding.memory = model::MemoryKind::Pool;
  EXPECT_EQ(explain(finding).notes.back().text, "cudaFree does not wait for the device when the memory is from a pool");
}

TEST(Wording, UsedAfterEnd) {
  EXPECT_EQ(words(ends(Reason::UsedAfterEnd, place("cudaFreeAsync", "producer", 8), add())),
            R"( 10 kernel `add` on stream `consumer` uses `out` after cudaFreeAsync on stream `producer` has ended it
  8 `out` ends here, by cudaFreeAsync on stream `producer`
  8 nothing that is submitted after this may use the memory, in any stream
  8 free `out` behind its last use, and order the free after that
)");
}

TEST(Wording, CapturedPointerEnded) {
  Finding finding =
      ends(Reason::CapturedPointerEnded, host("end of the life of `coef`", 16), place("graph launch", "producer", 18));
  finding.buffer = "coef";
  finding.primary = download().frames.front();
  EXPECT_EQ(words(finding), R"( 12 the graph still refers to `coef` here when it is launched, after its life has ended
 16 the life of `coef` ends here
 18 used here by graph launch on stream `producer`
 12 a graph keeps the address and follows it at every launch; only kernel arguments are copied when they are captured
 16 keep `coef` alive as long as the graph may be launched
)");
}

TEST(Wording, FragileOrder) {
  Finding finding = race();
  finding.rule = "fragile-order";
  finding.reason = rules::Reason::UnpromisedWait;
  finding.evidence = host("cudaFree", 9);
  EXPECT_EQ(
      words(finding),
      R"( 10 kernel `add` on stream `consumer` reads `dev` after kernel `scale` on stream `producer` only because cudaFree happens to wait, which CUDA does not promise (RAW)
  7 written here by kernel `scale` on stream `producer`
  9 only cudaFree here makes one follow the other
  7 to order them, record an event on `producer` after this launch
    after: cudaEventRecord(event, producer);
 10 and make `consumer` wait for it before this launch
    before: cudaStreamWaitEvent(consumer, event);
)");
}

TEST(Wording, CallsAllocationAssumptionsAndConfidence) {
  Finding finding = race();
  const rules::SourceFrame main{.site = at(18), .function = "main"};
  const rules::SourceFrame inner{.site = at(12), .function = "step"};
  finding.later.frames = {finding.later.frames.front(), inner, main};
  finding.earlier.frames.push_back(main);
  finding.more_earlier = {place("cudaMemcpyAsync", "upload", 6)};
  finding.allocated = at(5);
  finding.confidence = rules::Confidence::Possible;
  using Kind = model::Assumption::Kind;
  finding.assumptions = {{Kind::DistinctParameters, "producer", "consumer"},
                         {Kind::CountChosen, "n", "3"},
                         {Kind::BranchTaken, "n > 0", "true"},
                         {Kind::RepeatedCall, "Ring::load", ""}};
  EXPECT_EQ(
      words(finding),
      R"( 10 kernel `add` on stream `consumer` reads `dev` while kernel `scale` on stream `producer` may still be writing it (RAW)
 12 called from `step` here
 18 called from `main` here
  7 written here by kernel `scale` on stream `producer`
  7 nothing orders the two: no event is recorded on `producer` after this for `consumer` to wait for
  6 likewise written here by cudaMemcpyAsync on stream `upload`
  7 to order them, record an event on `producer` after this launch
    after: cudaEventRecord(event, producer);
 10 and make `consumer` wait for it before this launch
    before: cudaStreamWaitEvent(consumer, event);
  5 `dev` is allocated here
  - assumes that `producer` and `consumer` are not the same
  - assumes that `n` is 3
  - assumes that `n > 0` is true
  - assumes that `Ring::load` is called twice on one object
  - only possible: something that cudep does not see may order or separate the two
)");
}

TEST(Wording, DriverCallsGetDriverEdits) {
  Finding finding = race();
  finding.earlier.label = "cuMemcpyAsync";
  EXPECT_EQ(explain(finding).advice.front().edit->code, "cuEventRecord(event, producer);");
  EXPECT_EQ(explain(finding).advice.back().edit->code, "cuStreamWaitEvent(consumer, event, 0);");
}

TEST(Wording, DefaultStreamsInEdits) {
  Finding finding = race();
  finding.earlier.agent = "legacy default stream";
  finding.later.agent = "per-thread default stream";
  EXPECT_EQ(explain(finding).advice.front().edit->code, "cudaEventRecord(event, 0);");
  EXPECT_EQ(explain(finding).advice.back().edit->code, "cudaStreamWaitEvent(cudaStreamPerThread, event);");
}

TEST(Wording, EveryReasonSaysSomethingOfItsOwn) {
  for (int i = 0; i <= static_cast<int>(Reason::CapturedPointerEnded); ++i) {
    Finding finding = race(static_cast<Reason>(i));
    finding.evidence = wait_ready();
    const Explanation explanation = explain(finding);
    EXPECT_FALSE(explanation.message.empty()) << i;
    EXPECT_FALSE(explanation.message.ends_with('.')) << explanation.message;
    EXPECT_FALSE(explanation.advice.empty()) << i;
    EXPECT_GE(explanation.notes.size(), 1U) << i;
  }
}

TEST(Wording, EmptyFindingIsHarmless) { EXPECT_FALSE(explain(Finding{}).message.empty()); }

}  // namespace
}  // namespace cudep::report
