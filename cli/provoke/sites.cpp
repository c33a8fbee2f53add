// From operations of a run to submissions that any run of the program makes.
#include "cli/provoke/sites.h"

#include <algorithm>
#include <map>

#include "tracer/replay/matching.h"
#include "tracer/replay/meetings.h"
#include "tracer/replay/names.h"

namespace cudep::provoke {
namespace {

using format::Call;
using format::DelayFrame;
using format::DelaySite;
using model::Operation;
using model::Verb;

bool is_submission(const Operation& op) {
  const bool orders = op.verb == Verb::Record || op.verb == Verb::StreamWait;
  return op.verb <= Verb::GraphLaunch && !orders && op.stream.has_value();
}

/// Calls whose operations are nodes: captured, or put there one by one.
std::set<std::size_t> captured(const format::Trace& trace, const replay::Replayed& run) {
  std::set<std::size_t> result;
  int captures = 0;
  for (std::size_t i = 0; i < run.list.operations.size(); ++i) {
    const Verb verb = run.list.operations[i].verb;
    if (verb == Verb::BeginCapture) ++captures;
    if (verb == Verb::EndCapture) --captures;
    if (captures > 0 || trace.calls[run.calls[i]].node) result.insert(run.calls[i]);
  }
  return result;
}

}  // namespace

SubmissionSites::SubmissionSites(const format::Trace& trace, const replay::Replayed& run, replay::Symbols& symbols)
    : trace_(trace), run_(run), frames_(trace, symbols), captured_(captured(trace, run)) {}

/// As the finding of a source names it, or, where the run has no lines, as that of the run does.
bool SubmissionSites::is(const Operation& op, const rules::Place& place) const {
  const model::Entities& entities = run_.list.entities;
  if (place.on_host) return false;
  if (replay::match(place, op, entities) != replay::Match::None) return true;
  return std::ranges::equal(op.frames, place.frames, [&](const model::Frame& ours, const rules::SourceFrame& meant) {
    return entities.sites[index(ours.site)] == meant.site && entities.functions[index(ours.function)] == meant.function;
  });
}

std::set<std::size_t> SubmissionSites::earlier_of(const rules::Finding& finding) const {
  std::set<std::size_t> operations;
  const replay::Meetings meetings = replay::find_meetings({&finding, 1}, run_.list);
  for (const replay::Meeting& meeting : meetings.all)
    if (!meeting.ordered) operations.insert(meeting.earlier);
  if (!operations.empty()) return operations;
  bool in_graph = false;
  for (std::size_t i = 0; i < run_.list.operations.size(); ++i) {
    const Operation& op = run_.list.operations[i];
    const auto is_op = [&](const rules::Place& place) { return is(op, place); };
    if (!is_op(finding.earlier) && std::ranges::none_of(finding.more_earlier, is_op)) continue;
    operations.insert(i);
    in_graph = in_graph || captured_.contains(run_.calls[i]);
  }
  for (std::size_t i = 0; in_graph && i < run_.list.operations.size(); ++i)
    if (run_.list.operations[i].verb == Verb::GraphLaunch) operations.insert(i);
  return operations;
}

EarlierSites SubmissionSites::of(const rules::Finding& finding) {
  Calls calls;
  bool in_graph = false;
  const std::set<std::size_t> earlier = earlier_of(finding);
  for (const std::size_t i : earlier) {
    if (!is_submission(run_.list.operations[i])) continue;
    if (captured_.contains(run_.calls[i])) {
      in_graph = true;
    } else {
      calls.insert(run_.calls[i]);
    }
  }
  if (finding.earlier.on_host && calls.empty())
    return {.sites = {}, .why_none = "the host does the earlier operation, and no delay comes before that"};
  if (earlier.empty()) return {.sites = {}, .why_none = "the run did not come to the earlier operation"};
  if (calls.empty() && in_graph)
    return {.sites = {}, .why_none = "the earlier operation is a node of a graph, which no delay can separate"};
  if (calls.empty()) return {.sites = {}, .why_none = "the earlier operation is not submitted to a stream"};
  EarlierSites result{.sites = sites_of(calls)};
  if (result.sites.empty()) result.why_none = "the trace does not tell where the earlier operation is submitted";
  return result;
}

std::vector<DelayFrame> SubmissionSites::frames_of(std::size_t position) {
  const Call& call = trace_.calls[position];
  if (!call.stack) return {};
  std::string kernel;
  if (const auto* launch = std::get_if<format::Launch>(&call.detail); launch && launch->kernel)
    kernel = replay::function_of(replay::demangled(trace_.kernels[static_cast<std::size_t>(*launch->kernel)].name));
  std::vector<DelayFrame> frames;
  for (const std::uint64_t address : frames_.call_stack(*call.stack, kernel, false).addresses) {
    const format::Module* module = frames_.module_at(address - 1);
    if (module)
      frames.push_back({.path = module->path, .build_id = module->build_id, .offset = address - module->bias});
  }
  return frames;
}

/// As the recorder sees it.
bool SubmissionSites::goes_through(const Call& call, const std::vector<DelayFrame>& frames) const {
  auto next = frames.begin();
  for (const std::uint64_t address : trace_.stacks[static_cast<std::size_t>(*call.stack)].addresses) {
    if (next == frames.end()) break;
    const format::Module* module = frames_.module_at(address - 1);
    if (module && module->path == next->path && address - module->bias == next->offset) ++next;
  }
  return next == frames.end();
}

/// Numbers the submissions of a site as the recorder does; the copies of a batch are one.
std::vector<std::uint32_t> SubmissionSites::instances(const std::vector<DelayFrame>& frames, const Calls& calls) const {
  std::set<std::uint64_t> wanted;
  for (const std::size_t call : calls) wanted.insert(trace_.calls[call].sequence);
  std::map<format::StackId, bool> known;
  std::vector<std::uint32_t> instances;
  std::uint32_t number = 0;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < trace_.calls.size() && instances.size() < format::kMostInstances; ++i) {
    const Call& call = trace_.calls[i];
    if (!call.stack || !format::submits_work(call.id) || captured_.contains(i)) continue;
    const auto [through, is_new] = known.try_emplace(*call.stack);
    if (is_new) through->second = goes_through(call, frames);
    if (!through->second || call.sequence == last) continue;
    last = call.sequence;
    if (wanted.contains(call.sequence)) instances.push_back(number);
    ++number;
  }
  return instances;
}

std::vector<DelaySite> SubmissionSites::sites_of(const Calls& calls) {
  std::set<std::vector<DelayFrame>> places;
  for (const std::size_t call : calls) places.insert(frames_of(call));
  std::vector<DelaySite> sites;
  for (const std::vector<DelayFrame>& frames : places) {
    if (frames.empty()) continue;
    DelaySite site{.frames = frames, .instances = instances(frames, calls)};
    if (!site.instances.empty()) sites.push_back(std::move(site));
  }
  return sites;
}

std::vector<SubmissionSites::OfStream> SubmissionSites::by_stream() {
  std::map<model::StreamId, Calls> calls;
  for (std::size_t i = 0; i < run_.list.operations.size(); ++i) {
    const Operation& op = run_.list.operations[i];
    if (is_submission(op) && !captured_.contains(run_.calls[i])) calls[*op.stream].insert(run_.calls[i]);
  }
  std::vector<OfStream> result;
  for (const auto& [stream, of_stream] : calls) {
    auto sites = sites_of(of_stream);
    if (!sites.empty()) result.push_back({run_.list.entities.streams[index(stream)].name, std::move(sites)});
  }
  return result;
}

}  // namespace cudep::provoke
