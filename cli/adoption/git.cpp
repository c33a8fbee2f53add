// Asks git what changed.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "cli/adoption/change.h"
#include "tracer/process/exchange.h"

namespace cudep::adoption {
namespace {

constexpr int kNotFound = 127;  // what env(1) exits with

using Words = std::vector<std::string>;

struct Answer {
  bool succeeded = false;
  std::string output;  // with what went to standard error
};

/// An error is one line: git cannot be asked.
std::expected<Answer, std::string> ask_git(const Words& arguments, process::ErrorOutput errors) {
  Words words = {"/usr/bin/env", "LC_ALL=C", "git"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto exchange = process::exchange(words, "", errors);
  if (!exchange) return std::unexpected(fmt::format("--since: cannot start git: {}", std::strerror(exchange.error())));
  if (exchange->exit_code == kNotFound)
    return std::unexpected("--since: git is not installed; give a diff with --diff");
  return Answer{.succeeded = !exchange->signal && exchange->exit_code == 0, .output = std::move(exchange->output)};
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

/// The words behind `fatal: `, by which git says what is wrong.
std::string_view complaint(std::string_view output) {
  constexpr std::string_view kFatal = "fatal: ";
  const std::size_t at = output.find(kFatal);
  return first_line(at == std::string_view::npos ? output : output.substr(at + kFatal.size()));
}

class Repository {
 public:
  /// The one that the working directory is in.
  static std::expected<Repository, std::string> open() {
    const auto root = ask_git({"rev-parse", "--show-toplevel"}, process::ErrorOutput::WithOutput);
    if (!root) return std::unexpected(root.error());
    if (!root->succeeded)
      return std::unexpected(fmt::format("--since: git says: {}; give a diff with --diff", complaint(root->output)));
    return Repository(std::string(first_line(root->output)));
  }

  /// What git prints; `otherwise` is the error when it fails.
  [[nodiscard]] std::expected<std::string, std::string> ask(const Words& arguments,
                                                            const std::string& otherwise) const {
    Words words = {"-C", folder_, "-c", "core.quotePath=false"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto answer = ask_git(words, process::ErrorOutput::Dropped);
    if (!answer) return std::unexpected(answer.error());
    if (!answer->succeeded) return std::unexpected("--since: " + otherwise);
    return std::move(answer->output);
  }

  /// The common ancestor of the revision and HEAD.
  [[nodiscard]] std::expected<std::string, std::string> ancestor(const std::string& revision) const {
    const Words verify = {"rev-parse", "--verify", "--quiet"};
    Words head = verify;
    head.emplace_back("HEAD");
    const auto has_commit = ask(head, "the repository has no commit yet; commit first, or leave --since out");
    if (!has_commit) return has_commit;
    Words given = verify;
    given.push_back(revision + "^{commit}");
    const auto known =
        ask(given, fmt::format("git knows no revision `{}`; name one of this repository that is fetched, "
                               "as in --since HEAD, or give a diff with --diff",
                               revision));
    if (!known) return known;
    const auto base = ask(
        {"merge-base", revision, "HEAD"},
        fmt::format("`{}` and HEAD have no common ancestor here; fetch more of the history, or give a diff with --diff",
                    revision));
    return base ? std::expected<std::string, std::string>(first_line(*base)) : base;
  }

  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  explicit Repository(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

constexpr const char* kNoAnswer = "git does not answer; give a diff with --diff";

}  // namespace

std::expected<Change, std::string> change_since(const std::string& revision) {
  if (revision.starts_with('-')) return std::unexpected(fmt::format("--since: `{}` is no revision", revision));
  const auto repository = Repository::open();
  if (!repository) return std::unexpected(repository.error());
  const auto ancestor = repository->ancestor(revision);
  if (!ancestor) return std::unexpected(ancestor.error());
  const auto diff = repository->ask(
      {"diff", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/", "--unified=0", *ancestor, "--"},
      kNoAnswer);
  if (!diff) return std::unexpected(diff.error());
  const auto unknown = repository->ask({"ls-files", "-z", "--others", "--exclude-standard"}, kNoAnswer);
  if (!unknown) return std::unexpected(unknown.error());
  auto change = parse_diff(*diff, "git diff");
  if (!change) return change;
  for (std::string_view left = *unknown; !left.empty();) {
    const std::string_view name = left.substr(0, left.find('\0'));
    change->add_whole(fmt::format("{}/{}", repository->folder(), name));
    left.remove_prefix(std::min(left.size(), name.size() + 1));
  }
  return change;
}

}  // namespace cudep::adoption
