// Where a program is delayed to provoke a race: `cudep provoke` writes it, the recorder reads it. A text of lines:
//
//   delay 20 before                         milliseconds; `before` or `after` a submission
//   site 0 2                                which submissions of the site: the first and the third
//   frame 3f2a…9c 1a2b /home/me/app         build id of the module or `-`, offset of the return address, path
//   frame …                                 further out
//
// Offsets are addresses of the ELF file, so that they hold wherever it is loaded. A submission is of a site when its
// stack goes through all of the frames, whatever lies between them; those that are captured into a graph do not count.
#pragma once
#include <cstddef>
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

struct DelaySite {
  std::vector<DelayFrame> frames;        // the innermost first
  std::vector<std::uint32_t> instances;  // numbers of its submissions, from 0, in order
  auto operator<=>(const DelaySite&) const = default;
};

/// As many submissions of one site are delayed at most.
inline constexpr std::size_t kMostInstances = 64;

enum class DelayKind : std::uint8_t {
  Before,  // the stream is kept busy before it comes to the submission
  After,   // the host thread pauses when it has submitted
};

struct DelayPlan {
  unsigned milliseconds = 20;
  DelayKind kind = DelayKind::Before;
  std::vector<DelaySite> sites;
};

std::string to_text(const DelayPlan& plan);

}  // namespace cudep::format
