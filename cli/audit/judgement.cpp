// Puts static and recorded findings together.
#include "cli/audit/judgement.h"

#include <algorithm>
#include <tuple>

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

}  // namespace

void add_judged(const std::vector<Finding>& of_source, const std::vector<JudgedRun>& runs,
                const std::vector<Finding>& of_runs, bool has_source, report::Report& report) {
  std::vector<Judged> all;
  for (std::size_t i = 0; i < of_source.size(); ++i) {
    Verdict verdict{.why = "no run could be read"};
    for (std::size_t run = 0; run < runs.size(); ++run)
      verdict = run == 0 ? runs[run].verdicts[i] : replay::combined(verdict, runs[run].verdicts[i]);
    all.push_back({of_source[i], std::move(verdict)});
  }
  for (const Finding& of_run : of_runs) {
    bool known = false;
    for (std::size_t i = 0; i < of_source.size(); ++i) {
      if (!replay::same_finding(of_source[i], of_run)) continue;
      confirm(all[i].verdict);
      known = true;
    }
    if (!known) all.push_back({of_run, {.kind = VerdictKind::SeenInRun}});
  }
  std::ranges::sort(all, is_before);
  for (Judged& judged : all) {
    report.findings.push_back(std::move(judged.finding));
    if (has_source) report.verdicts.push_back(std::move(judged.verdict));
  }
}

std::vector<Finding> shown_by_runs(const report::Report& report) {
  if (report.verdicts.empty()) return report.findings;
  std::vector<Finding> shown;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const VerdictKind kind = report.verdicts[i].kind;
    if (kind == VerdictKind::Confirmed || kind == VerdictKind::SeenInRun) shown.push_back(report.findings[i]);
  }
  return shown;
}

}  // namespace cudep::audit
