// From operations of a run to frames that any run has.
#include "cli/provoke/sites.h"

#include <algorithm>
#include <map>
#include <set>

#include "tracer/replay/names.h"

namespace cudep::provoke {
namespace {

using model::Operation;
using model::Verb;

bool is_submission(const Operation& op) {
  const bool orders = op.verb == Verb::Record || op.verb == Verb::StreamWait;
  return op.verb <= Verb::GraphLaunch && !orders && op.stream.has_value();
}

std::vector<format::DelaySite> without_repetition(std::vector<format::DelaySite> sites) {
  std::erase_if(sites, [](const format::DelaySite& site) { return site.empty(); });
  std::ranges::sort(sites);
  sites.erase(std::ranges::unique(sites).begin(), sites.end());
  return sites;
}

/// Operations that are nodes: captured, or put there one by one.
std::vector<bool> captured(const format::Trace& trace, const replay::Replayed& run) {
  std::vector<bool> result;
  int captures = 0;
  for (std::size_t i = 0; i < run.list.operations.size(); ++i) {
    const Verb verb = run.list.operations[i].verb;
    if (verb == Verb::BeginCapture) ++captures;
    if (verb == Verb::EndCapture) --captures;
    result.push_back(captures > 0 || trace.calls[run.calls[i]].node.has_value());
  }
  return result;
}

}  // namespace

SubmissionSites::SubmissionSites(const format::Trace& trace, const replay::Replayed& run, replay::Symbols& symbols)
    : trace_(trace), run_(run), frames_(trace, symbols), captured_(captured(trace, run)) {}

bool SubmissionSites::is(const Operation& op, const rules::Place& place) const {
  const model::Entities& entities = run_.list.entities;
  return std::ranges::equal(op.frames, place.frames, [&](const model::Frame& ours, const rules::SourceFrame& meant) {
    return entities.sites[index(ours.site)] == meant.site && entities.functions[index(ours.function)] == meant.function;
  });
}

format::DelaySite SubmissionSites::site_of(std::size_t operation) {
  const format::Call& call = trace_.calls[run_.calls[operation]];
  if (!call.stack) return {};
  std::string kernel;
  if (const auto* launch = std::get_if<format::Launch>(&call.detail); launch && launch->kernel)
    kernel = replay::function_of(replay::demangled(trace_.kernels[static_cast<std::size_t>(*launch->kernel)].name));
  format::DelaySite site;
  for (const std::uint64_t address : frames_.call_stack(*call.stack, kernel, false).addresses) {
    const format::Module* module = frames_.module_at(address - 1);
    if (module) site.push_back({.path = module->path, .build_id = module->build_id, .offset = address - module->bias});
  }
  return site;
}

std::vector<format::DelaySite> SubmissionSites::of_graph_launches() {
  std::vector<format::DelaySite> sites;
  for (std::size_t i = 0; i < run_.list.operations.size(); ++i)
    if (run_.list.operations[i].verb == Verb::GraphLaunch) sites.push_back(site_of(i));
  return sites;
}

std::vector<format::DelaySite> SubmissionSites::of(const rules::Finding& finding) {
  std::vector<format::DelaySite> sites;
  bool in_graph = false;
  for (std::size_t i = 0; i < run_.list.operations.size(); ++i) {
    const Operation& op = run_.list.operations[i];
    const auto is_op = [&](const rules::Place& place) { return !place.on_host && is(op, place); };
    if (!is_submission(op) || (!is_op(finding.earlier) && !std::ranges::any_of(finding.more_earlier, is_op))) continue;
    if (captured_[i]) {
      in_graph = true;
    } else {
      sites.push_back(site_of(i));
    }
  }
  if (in_graph) std::ranges::move(of_graph_launches(), std::back_inserter(sites));
  return without_repetition(std::move(sites));
}

std::vector<SubmissionSites::OfStream> SubmissionSites::by_stream() {
  std::map<model::StreamId, std::vector<format::DelaySite>> sites;
  for (std::size_t i = 0; i < run_.list.operations.size(); ++i) {
    const Operation& op = run_.list.operations[i];
    if (is_submission(op) && !captured_[i]) sites[*op.stream].push_back(site_of(i));
  }
  std::vector<OfStream> result;
  for (auto& [stream, of_stream] : sites) {
    auto distinct = without_repetition(std::move(of_stream));
    if (!distinct.empty()) result.push_back({run_.list.entities.streams[index(stream)].name, std::move(distinct)});
  }
  return result;
}

}  // namespace cudep::provoke
