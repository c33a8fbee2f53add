// Architectures are compared by number; among equal numbers the one with a suffix (sm_90a) offers more.
#include "analyzer/command/gpu_architecture.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace cudep::command {
namespace {

/// What `--offload-arch` of clang 22 accepts, ascending.
constexpr std::array<std::string_view, 34> kKnown = {
    "sm_20",   "sm_21",  "sm_30",   "sm_32",  "sm_35",   "sm_37",   "sm_50",  "sm_52",   "sm_53",
    "sm_60",   "sm_61",  "sm_62",   "sm_70",  "sm_72",   "sm_75",   "sm_80",  "sm_86",   "sm_87",
    "sm_88",   "sm_89",  "sm_90",   "sm_90a", "sm_100",  "sm_100a", "sm_101", "sm_101a", "sm_103",
    "sm_103a", "sm_110", "sm_110a", "sm_120", "sm_120a", "sm_121",  "sm_121a"};
constexpr std::array<std::string_view, 3> kPrefixes = {"compute_", "sm_", "lto_"};
constexpr std::string_view kDigits = "0123456789";

/// 90 of `sm_90a`; 0 when there is no number that fits.
int number_of(std::string_view architecture) {
  const std::string_view digits = architecture.substr(std::string_view("sm_").size());
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} ? number : 0;
}

std::pair<int, std::string_view> rank(std::string_view architecture) {
  return {number_of(architecture), architecture.substr(architecture.find_last_of(kDigits) + 1)};
}

/// The best that clang knows and that offers no more than `architecture`.
std::string_view nearest_known(std::string_view architecture) {
  const auto above = std::ranges::upper_bound(kKnown, rank(architecture), {}, rank);
  return above == kKnown.begin() ? kKnown.front() : *std::prev(above);
}

}  // namespace

std::vector<std::string> named_architectures(std::string_view value) {
  std::vector<std::string> architectures;
  for (std::size_t start = 0; start < value.size();) {
    std::size_t end = value.find_first_of(",=[]\" ", start);
    if (end == std::string_view::npos) end = value.size();
    const std::string_view word = value.substr(start, end - start);
    start = end + 1;
    for (std::string_view prefix : kPrefixes) {
      if (!word.starts_with(prefix)) continue;
      const std::string architecture = "sm_" + std::string(word.substr(prefix.size()));
      if (number_of(architecture) > 0) architectures.push_back(architecture);
    }
  }
  return architectures;
}

std::string highest_architecture(const std::vector<std::string>& architectures, std::string_view fallback) {
  if (architectures.empty()) return std::string(fallback);
  return std::string(nearest_known(*std::ranges::max_element(architectures, {}, rank)));
}

}  // namespace cudep::command
