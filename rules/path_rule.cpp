// Findings that are no races, and questions that several rules ask of operations.
#include "rules/path_rule.h"

#include <set>
#include <string>

#include "rules/describe.h"
#include "rules/model/cuda_api.h"

namespace cudep::rules {

using model::Operation;
using model::OperationList;
using model::Verb;

Finding remark(const OperationList& path, const Rule& rule, Reason reason, const Mentioned& mentioned) {
  Finding finding{.rule = rule.id, .severity = rule.severity, .hazard = std::nullopt, .reason = reason};
  const Operation& op = path.operations[mentioned.at];
  finding.later = place_of(path, mentioned.at);
  finding.earlier = finding.later;
  if (!finding.later.frames.empty()) finding.primary = finding.later.frames.front();
  if (mentioned.evidence) finding.evidence = place_of(path, *mentioned.evidence);
  if (mentioned.counterpart) finding.counterpart = place_of(path, *mentioned.counterpart);
  for (const model::AssumptionId id : op.assumptions)
    finding.assumptions.push_back(path.entities.assumptions[index(id)]);
  finding.confidence = finding.assumptions.empty() ? Confidence::Certain : Confidence::Likely;
  finding.path = {finding.later};
  return finding;
}

Finding refutation(const OperationList& path, const Rule& rule, std::uint32_t at) {
  Finding finding = remark(path, rule, Reason::NothingOrders, {.at = at});
  finding.refutes = true;
  return finding;
}

bool is_work(const Operation& op) {
  switch (op.verb) {
    case Verb::Launch:
    case Verb::Copy:
    case Verb::Memset:
    case Verb::HostFunction:
    case Verb::GraphLaunch:
      return op.stream.has_value();
    default:
      return false;
  }
}

bool is_synchronize(const Operation& op) {
  return op.verb == Verb::StreamSynchronize || op.verb == Verb::EventSynchronize || op.verb == Verb::DeviceSynchronize;
}

bool is_asked_for(const Operation& op) {
  return (op.verb == Verb::StreamWait || is_synchronize(op)) && model::find_call(op.label);
}

bool is_whole_program(const OperationList& path, const Operation& op) {
  if (op.frames.empty()) return false;
  const std::string& outermost = path.entities.functions[index(op.frames.back().function)];
  return outermost == "main" || outermost.starts_with("main(");
}

}  // namespace cudep::rules
