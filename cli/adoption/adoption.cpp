// Comments first, then the baseline, then the change: what is accepted is so whatever a change touches.
#include "cli/adoption/adoption.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "cli/adoption/suppressions.h"
#include "cli/report/fingerprint.h"
#include "cli/report/placed_edits.h"

namespace cudep::adoption {
namespace {

using report::Report;
using report::Suppressed;

void sort(std::vector<Suppressed>& suppressed) {
  std::ranges::sort(suppressed, {},
                    [](const Suppressed& entry) { return std::tie(entry.finding.primary.site, entry.finding.rule); });
}

}  // namespace

std::expected<Screen, std::string> Screen::open(const Options& options) {
  Screen screen;
  screen.writes_baseline_ = options.write_baseline.has_value();
  if (options.baseline) {
    auto known = read_baseline(*options.baseline);
    if (!known) return std::unexpected(std::move(known.error()));
    screen.known_ = *std::move(known);
  }
  if (!options.diff && !options.since) return screen;
  auto change = options.diff ? read_diff(*options.diff) : change_since(*options.since);
  if (!change) return std::unexpected(std::move(change.error()));
  screen.change_ = *std::move(change);
  return screen;
}

void Screen::apply(Report& report, const rules::RuleSet& on) {
  accept_comments(report, on);
  accept_known(report);
  leave_change(report);
  sort(report.suppressed);
}

void Screen::accept_comments(Report& report, const rules::RuleSet& on) {
  Suppressions comments(sources_);
  std::vector<rules::Finding> left;
  for (rules::Finding& finding : report.findings) {
    if (const Suppression* comment = comments.accepting(finding))
      report.suppressed.push_back({.finding = std::move(finding),
                                   .by = Suppressed::By::Comment,
                                   .site = comment->site,
                                   .reason = comment->reason});
    else
      left.push_back(std::move(finding));
  }
  report.findings = std::move(left);
  const bool is_whole =
      std::ranges::all_of(report.units, [](const report::Unit& unit) { return unit.problems.empty(); });
  if (!is_whole) return;
  for (const report::Unit& unit : report.units) comments.add(unit.file);
  report.idle_comments = comments.idle(on);
}

void Screen::accept_known(Report& report) {
  if (known_.empty() && !writes_baseline_) return;
  std::set<std::string> known;
  for (const BaselineEntry& entry : known_) known.insert(entry.fingerprint);
  std::vector<BaselineEntry> written;
  std::vector<rules::Finding> left;
  const std::vector<std::string> prints = report::fingerprints(report, sources_).findings;
  for (std::size_t i = 0; i < prints.size(); ++i) {
    rules::Finding& finding = report.findings[i];
    if (writes_baseline_)
      written.push_back({.fingerprint = prints[i],
                         .rule = std::string(finding.rule),
                         .file = finding.primary.site.file,
                         .message = report::explain(finding, sources_).message});
    if (writes_baseline_ || known.contains(prints[i]))
      report.suppressed.push_back({.finding = std::move(finding), .by = Suppressed::By::Baseline});
    else
      left.push_back(std::move(finding));
  }
  report.findings = std::move(left);
  if (writes_baseline_) new_baseline_ = print_baseline(std::move(written));
}

void Screen::leave_change(Report& report) {
  if (!change_) return;
  report.outside_change = std::erase_if(
      report.findings, [&](const rules::Finding& finding) { return !change_->touches(finding, sources_); });
}

}  // namespace cudep::adoption
