// One way to write a file, and one error.
#include "cli/report/write_file.h"

#include <fmt/format.h>

#include <fstream>

namespace cudep::report {

bool write_file(const std::string& file, std::string_view text, std::ostream& err) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out.good())
    err << fmt::format("{}: error: cannot be written; check that its folder exists and may be written to\n", file);
  return out.good();
}

}  // namespace cudep::report
