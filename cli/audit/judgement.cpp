// Puts static and recorded findings together.
#include "cli/audit/judgement.h"

#include <algorithm>
#include <tuple>

#include "cli/lint/driver.h"
#include "rules/check.h"
#include "tracer/replay/verdicts.h"

namespace cudep::audit {
namespace {

using rules::Finding;
using rules::Verdict;
using rules::VerdictKind;

struct Judged {
  Finding finding;
  Verdict verdict;
};

bool is_before(const Judged& a, const Judged& b) {
  const auto key = [](const Finding& finding) {
    return std::tie(finding.primary.site, finding.rule, finding.earlier, finding.later);
  };
  return key(a.finding) < key(b.finding);
}

/// The engine's own race in a run is as good a confirmation as the count of pairs.
void confirm(Verdict& verdict) {
  if (verdict.kind == VerdictKind::Confirmed) return;
  verdict.kind = VerdictKind::Confirmed;
  verdict.why.clear();
  verdict.unordered = std::max<std::uint64_t>(verdict.unordered, 1);
  verdict.pairs = std::max(verdict.pairs, verdict.unordered);
}

std::vector<Judged> judged(const std::vector<Finding>& findings, const std::vector<Run>& runs) {
  std::vector<Judged> all;
  for (const Finding& finding : findings) all.push_back({finding, {.why = "no run could be read"}});
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const replay::Replayed& replayed = runs[run].replayed;
    const auto verdicts = replay::verdicts(
        findings, replayed.list,
        {.times = replayed.times, .complete = runs[run].complete, .watched_host = runs[run].watched_host});
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].verdict = run == 0 ? verdicts[i] : replay::combined(all[i].verdict, verdicts[i]);
  }
  return all;
}

std::vector<Finding> shown_by_runs(const report::Report& report) {
  std::vector<Finding> shown;
  for (std::size_t i = 0; i < report.findings.size(); ++i)
    if (rules::is_shown_by_run(report.verdicts[i].kind)) shown.push_back(report.findings[i]);
  return shown;
}

/// Those that are wanted; the report counts those that --show-possible would add.
std::vector<Finding> wanted(std::vector<Finding> findings, const lint::Options& choice, report::Report& report) {
  const std::vector<Finding> merged = rules::merge(std::move(findings));
  std::vector<Finding> shown = lint::shown(merged, choice.rules, choice.show_possible);
  report.hidden_possible = lint::shown(merged, choice.rules, true).size() - shown.size();
  return shown;
}

}  // namespace

void add_judged(const std::vector<Finding>* of_source, const std::vector<Run>& runs, std::vector<Finding> of_runs,
                const lint::Options& choice, report::Report& report) {
  std::vector<Judged> all;
  if (of_source) all = judged(*of_source, runs);
  const std::size_t from_source = all.size();
  for (Judged& of_run : judged(wanted(std::move(of_runs), choice, report), runs)) {
    bool known = false;
    for (std::size_t i = 0; i < from_source; ++i) {
      if (!replay::same_finding(all[i].finding, of_run.finding)) continue;
      confirm(all[i].verdict);
      known = true;
    }
    if (known) continue;
    of_run.verdict.kind = VerdictKind::SeenInRun;
    of_run.verdict.why = of_source ? "the source shows no such finding" : "";
    all.push_back(std::move(of_run));
  }
  std::ranges::sort(all, is_before);
  for (Judged& judged : all) {
    report.findings.push_back(std::move(judged.finding));
    report.verdicts.push_back(std::move(judged.verdict));
  }
}

ExitCode exit_code(const report::Report& report, std::optional<rules::Severity> fail_on) {
  return lint::exit_code({.findings = shown_by_runs(report), .units = report.units}, fail_on);
}

}  // namespace cudep::audit
