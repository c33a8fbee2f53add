// Lints with changed texts in place of files, and brings the report to what is left.
#include "cli/lint/fix_findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "cli/fix/editable.h"
#include "cli/fix/repair.h"
#include "cli/fix/save.h"
#include "cli/lint/kept_checks.h"
#include "cli/lint/progress.h"
#include "cli/report/message.h"
#include "cli/report/read_file.h"
#include "rules/check.h"

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

using fix::Key;
using fix::key_of;
using report::Problem;
using report::Report;
using rules::Finding;

std::string absolute(const std::string& file) {
  std::error_code ignored;
  return fs::absolute(file, ignored).lexically_normal().string();
}

/// The program with other texts in some files: only the units that read these are parsed again.
class ChangedProgram {
 public:
  ChangedProgram(const Fixing& fixing, const std::vector<UnitFacts>& units, const CheckUnitsOptions& how)
      : fixing_(fixing), units_(units), how_(how) {
    for (const UnitFacts& facts : units)
      for (const Problem& problem : facts.problems) known_.insert({problem.site.file, problem.message});
  }

  fix::Outcome check(const fix::Texts& edited) const {
    std::vector<UnitFacts> units = lowered(edited);
    std::vector<report::Unit> broken;
    for (UnitFacts& facts : units) {
      const auto is_known = [&](const Problem& problem) {
        return known_.contains({problem.site.file, problem.message});
      };
      if (!std::ranges::all_of(facts.problems, is_known))
        broken.push_back({.file = std::move(facts.file), .problems = std::move(facts.problems)});
    }
    if (!broken.empty()) return {.findings = {}, .units = std::move(broken)};
    Checked checked = check_or_find(std::move(units), how_, fixing_.cache);
    return {.findings = rules::merge(std::move(checked.findings)), .units = std::move(checked.units)};
  }

 private:
  std::vector<UnitFacts> lowered(const fix::Texts& edited) const {
    std::map<std::string, std::string> by_path;
    for (const auto& [file, text] : edited) by_path.emplace(absolute(file), text);
    std::vector<UnitFacts> units = units_;
    std::vector<std::size_t> numbers;
    std::vector<UnitRequest> requests;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!reads_one_of(units[i], by_path)) continue;
      numbers.push_back(i);
      requests.push_back(fixing_.requests[i]);
      requests.back().edited = by_path;
    }
    std::ostringstream nowhere;
    Progress silent(nowhere, false, requests.size());
    std::vector<UnitFacts> changed = lower_all(requests, how_.jobs, fixing_.lower, silent);
    for (std::size_t i = 0; i < numbers.size(); ++i) units[numbers[i]] = std::move(changed[i]);
    return units;
  }

  static bool reads_one_of(const UnitFacts& unit, const std::map<std::string, std::string>& edited) {
    if (unit.files.empty()) return true;
    return std::ranges::any_of(edited, [&](const auto& entry) {
      std::error_code failed;
      const std::string real = fs::weakly_canonical(entry.first, failed).string();
      return std::ranges::find(unit.files, failed ? entry.first : real) != unit.files.end();
    });
  }

  const Fixing& fixing_;
  const std::vector<UnitFacts>& units_;
  const CheckUnitsOptions& how_;
  std::set<std::pair<std::string, std::string>> known_;
};

std::optional<std::uint32_t> line_after(const fix::Repair& repair, const std::string& file, std::uint32_t line) {
  const auto steps = repair.edits.find(file);
  std::optional<std::uint32_t> now = line;
  if (steps == repair.edits.end()) return now;
  for (const auto& edits : steps->second)
    if (now) now = report::line_after(*now, edits);
  return now;
}

/// The finding as the changed program has it; none when it is gone.
std::optional<Finding> in_changed_program(const Finding& finding, const fix::Repair& repair,
                                          const std::map<Key, Finding>& now) {
  Key key = key_of(finding);
  const auto line = line_after(repair, key.file, key.line);
  if (!line) return std::nullopt;
  key.line = *line;
  const auto found = now.find(key);
  return found == now.end() ? std::nullopt : std::optional(found->second);
}

void move_site(model::Site& site, const fix::Repair& repair) {
  site.line = line_after(repair, site.file, site.line).value_or(site.line);
}

/// Findings, suppressed ones and remarks of the changed program.
void bring_up_to_date(Report& report, const fix::Repair& repair) {
  std::map<Key, Finding> now;
  for (const Finding& finding : repair.outcome.findings) now.emplace(key_of(finding), finding);
  report::Fixes& fixes = *report.fixes;
  std::vector<Finding> left;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    auto finding = in_changed_program(report.findings[i], repair, now);
    if (!finding) {
      fixes.fixed.push_back(std::move(report.findings[i]));
      continue;
    }
    finding->severity = report.findings[i].severity;
    left.push_back(*std::move(finding));
    fixes.why_not.push_back(repair.findings[i].why_not);
  }
  report.findings = std::move(left);
  std::vector<report::Suppressed> suppressed;
  for (report::Suppressed& entry : report.suppressed)
    if (auto finding = in_changed_program(entry.finding, repair, now)) {
      entry.finding = *std::move(finding);
      if (entry.site) move_site(*entry.site, repair);
      suppressed.push_back(std::move(entry));
    }
  report.suppressed = std::move(suppressed);
  for (report::Remark& comment : report.idle_comments) move_site(comment.site, repair);
  std::ranges::copy(repair.outcome.units, report.units.begin());
}

void leave_all(Report& report, const fix::Repair& repair) {
  for (const fix::Repaired& entry : repair.findings) report.fixes->why_not.push_back(entry.why_not);
}

}  // namespace

bool fix_findings(Report& report, const Checked& checked, const std::vector<UnitFacts>& units,
                  const CheckUnitsOptions& how, const Fixing& fixing, const Destinations& to) {
  std::vector<std::string> files;
  for (const UnitFacts& facts : units) files.push_back(facts.file);
  const fix::Project project(files, fixing.start);
  const ChangedProgram changed(fixing, units, how);
  const fix::Program program = {.check = [&](const fix::Texts& edited) { return changed.check(edited); },
                                .why_not = [&](const std::string& file) { return project.why_not(file); },
                                .read =
                                    [](const std::string& file) {
                                      auto text = report::read_file(file);
                                      return text ? std::optional(*std::move(text)) : std::nullopt;
                                    }};
  const fix::Repair repair =
      fix::repair(report.findings, {.findings = rules::merge(checked.findings), .units = checked.units}, program);
  report.fixes.emplace();
  if (repair.after.empty()) {
    leave_all(report, repair);
    return true;
  }
  if (const auto saved = fix::save(repair.before, repair.after); !saved) {
    to.err << report::error_message(saved.error());
    report.fixes->why_not.assign(report.findings.size(), "nothing could be written");
    return false;
  }
  bring_up_to_date(report, repair);
  return true;
}

}  // namespace cudep::lint
