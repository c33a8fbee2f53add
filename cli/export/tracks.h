// Where viewers of trace events draw an operation. They nest the slices of a track, so that no two of one may overlap,
// while work of one stream may: branches of a graph, and kernels that begin before the one in front of them has ended.
#pragma once
#include <cstdint>
#include <vector>

#include "cli/picture/timeline.h"

namespace cudep::exports {

struct Slice {
  std::uint32_t track = 0;  // index into `Tracks::lanes`
  picture::Span span;       // ns; never empty, because nothing can point to a slice that is
  bool operator==(const Slice&) const = default;
};

struct Tracks {
  std::vector<std::uint32_t> lanes;  // by track: the lane that it shows; one of a lane stands behind the other
  std::vector<Slice> slices;         // by operation
};

/// `spans` is by operation. What was not timed on the GPU gives way to what stands there already.
Tracks tracks_of(const picture::Timeline& timeline, const std::vector<picture::Span>& spans);

/// The ends of an arrow, each inside a slice and in the order of time.
struct Arrow {
  bool reversed = false;  // the later operation was over when the earlier one began: from that one, then
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const Arrow&) const = default;
};
Arrow arrow_between(const picture::Span& earlier, const picture::Span& later);

}  // namespace cudep::exports
