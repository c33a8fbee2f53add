// Sums over the units of a report.
#include "cli/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cudep::report {

Statistics statistics(const Report& report) {
  Statistics sum;
  std::set<std::string> unknown;
  for (const Unit& unit : report.units) {
    sum.units += 1;
    sum.units_with_problems += unit.problems.empty() ? 0 : 1;
    sum.roots += unit.roots;
    sum.multi_stream_roots += unit.multi_stream_roots;
    sum.paths += unit.paths;
    sum.operations += unit.operations;
    sum.cut_roots += unit.cut_roots.size();
    sum.cut_multi_stream_roots +=
        static_cast<std::size_t>(std::ranges::count_if(unit.cut_roots, &CutRoot::multi_stream));
    sum.opaque_functions += unit.opaque_functions.size();
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
