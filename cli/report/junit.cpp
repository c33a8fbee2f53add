// Writes the XML by hand: a dozen elements, and text that is escaped in one place.
#include "cli/report/junit.h"

#include <fmt/format.h>

#include <map>

#include "cli/report/placed_edits.h"
#include "cli/report/text.h"

namespace cudep::report {
namespace {

/// Text as XML 1.0 allows it in elements and attributes: what it forbids becomes a question mark.
std::string xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
      escaped += '?';
    else
      escaped += c;
  }
  return escaped;
}

struct Suite {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::string cases;
};

class Suites {
 public:
  void fail(const rules::Finding& finding, SourceLines& sources) {
    Suite& suite = suite_of(finding);
    suite.failures += 1;
    add(suite, finding,
        fmt::format("<failure message=\"{}\" type=\"{}\">{}</failure>", xml(explain(finding, sources).message),
                    finding.rule, xml(to_text(finding, sources))));
  }

  void skip(const Suppressed& suppressed) {
    Suite& suite = suite_of(suppressed.finding);
    suite.skipped += 1;
    const std::string_view by =
        suppressed.by == Suppressed::By::Comment ? "suppressed by a comment" : "in the baseline";
    const std::string reason = suppressed.reason.empty() ? "" : ": " + suppressed.reason;
    add(suite, suppressed.finding, fmt::format("<skipped message=\"{}{}\"/>", by, xml(reason)));
  }

  void finish(const Unit& unit) {
    Suite& suite = by_file_[unit.file];
    for (const Problem& problem : unit.problems) {
      suite.errors += 1;
      add(suite, unit.file, fmt::format("line {}", problem.site.line),
          fmt::format("<error message=\"{}\"/>", xml(problem.message)));
    }
    if (suite.tests == 0) add(suite, unit.file, "cudep lint", "");
  }

  [[nodiscard]] std::string text() const {
    Suite sum;
    std::string suites;
    for (const auto& [file, suite] : by_file_) {
      sum.tests += suite.tests;
      sum.failures += suite.failures;
      sum.errors += suite.errors;
      suites += fmt::format(
          "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
          xml(file), suite.tests, suite.failures, suite.errors, suite.skipped, suite.cases);
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cudep lint\" tests=\"{}\" failures=\"{}\" "
        "errors=\"{}\">\n{}</testsuites>\n",
        sum.tests, sum.failures, sum.errors, suites);
  }

 private:
  Suite& suite_of(const rules::Finding& finding) { return by_file_[finding.primary.site.file]; }

  static void add(Suite& suite, const std::string& file, std::string_view name, std::string_view content) {
    suite.tests += 1;
    suite.cases +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\">{}</testcase>\n", xml(file), xml(name), content);
  }

  static void add(Suite& suite, const rules::Finding& finding, std::string_view content) {
    const model::Site& site = finding.primary.site;
    add(suite, site.file, fmt::format("{} at line {}", finding.rule, site.line), content);
  }

  std::map<std::string, Suite> by_file_;
};

}  // namespace

std::string to_junit(const Report& report, SourceLines& sources) {
  Suites suites;
  for (const rules::Finding& finding : report.findings) suites.fail(finding, sources);
  for (const Suppressed& suppressed : report.suppressed) suites.skip(suppressed);
  for (const Unit& unit : report.units) suites.finish(unit);
  return suites.text();
}

}  // namespace cudep::report
