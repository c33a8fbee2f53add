// Sums over the units of a report.
#include "cli/report/report.h"

#include <fmt/format.h>

#include <set>

namespace cudep::report {

Statistics statistics(const Report& report) {
  Statistics sum;
  std::set<std::string> unknown;
  for (const Unit& unit : report.units) {
    sum.units += 1;
    sum.units_with_problems += unit.problems.empty() ? 0 : 1;
    sum.roots += unit.roots;
    sum.paths += unit.paths;
    sum.operations += unit.operations;
    sum.cut_roots += unit.cut_roots.size();
    sum.seconds += unit.seconds;
    unknown.insert(unit.unknown_functions.begin(), unit.unknown_functions.end());
  }
  sum.unknown_functions.assign(unknown.begin(), unknown.end());
  return sum;
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace cudep::report
