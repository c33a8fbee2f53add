// Where a program is delayed to provoke a race: `cudep provoke` writes it, the recorder reads it. A text of lines:
//
//   delay 20 8                              milliseconds, and how many submissions of each site are delayed
//   site
//   frame 3f2a…9c 1a2b /home/me/app         build id of the module or `-`, offset of the return address, path
//   frame …                                 further out
//
// Offsets are addresses of the ELF file, so that they hold wherever it is loaded. A submission is of a site when its
// stack goes through all of the frames, whatever lies between them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace cudep::format {

struct DelayFrame {
  std::string path;                     // of the module
  std::vector<unsigned char> build_id;  // empty: the path tells the module
  std::uint64_t offset = 0;
  auto operator<=>(const DelayFrame&) const = default;
};

/// Innermost frame first.
using DelaySite = std::vector<DelayFrame>;

struct DelayPlan {
  unsigned milliseconds = 20;
  unsigned instances = 8;
  std::vector<DelaySite> sites;
};

std::string to_text(const DelayPlan& plan);

}  // namespace cudep::format
