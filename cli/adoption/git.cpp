// Asks git what changed.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "cli/adoption/change.h"
#include "tracer/process/exchange.h"

namespace cudep::adoption {
namespace {

constexpr int kNotFound = 127;  // what env(1) exits with

/// What git prints; an error is one line.
std::expected<std::string, std::string> git(std::vector<std::string> arguments, const std::string& revision) {
  std::vector<std::string> words = {"/usr/bin/env", "git"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const auto exchange = process::exchange(words, "");
  if (!exchange) return std::unexpected(fmt::format("--since: cannot start git: {}", std::strerror(exchange.error())));
  if (exchange->exit_code == kNotFound)
    return std::unexpected("--since: git is not installed; give a diff with --diff");
  if (exchange->signal || exchange->exit_code != 0)
    return std::unexpected(fmt::format(
        "--since: git knows no change since `{}`; name a revision of this repository that is fetched, as in --since "
        "HEAD, or give a diff with --diff",
        revision));
  return exchange->output;
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::expected<Change, std::string> change_since(const std::string& revision) {
  if (revision.starts_with('-')) return std::unexpected(fmt::format("--since: `{}` is no revision", revision));
  const auto root = git({"rev-parse", "--show-toplevel"}, revision);
  if (!root) return std::unexpected(root.error());
  const std::string folder(first_line(*root));
  const auto diff = git({"-C", folder, "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff",
                         "--src-prefix=a/", "--dst-prefix=b/", "--unified=0", "--merge-base", revision, "--"},
                        revision);
  if (!diff) return std::unexpected(diff.error());
  const auto unknown = git({"-C", folder, "ls-files", "-z", "--others", "--exclude-standard"}, revision);
  if (!unknown) return std::unexpected(unknown.error());
  auto change = parse_diff(*diff, "git diff");
  if (!change) return change;
  for (std::string_view left = *unknown; !left.empty();) {
    const std::string_view name = left.substr(0, left.find('\0'));
    change->add_whole(fmt::format("{}/{}", folder, name));
    left.remove_prefix(std::min(left.size(), name.size() + 1));
  }
  return change;
}

}  // namespace cudep::adoption
