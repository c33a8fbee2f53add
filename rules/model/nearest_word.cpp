// Edit distance between words.
#include "rules/model/nearest_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace cudep::model {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  std::size_t least = word.size() / 3 + 2;  // more edits than this make another word
  std::optional<std::string_view> nearest;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const auto nearest = nearest_word(word, candidates);
  return nearest ? fmt::format("; did you mean `{}`?", *nearest) : "";
}

}  // namespace cudep::model
