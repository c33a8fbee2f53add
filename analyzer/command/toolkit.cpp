// Candidates in the order of their weight, each kept with the words that an error names it by.
#include "analyzer/command/toolkit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace cudep::command {
namespace {

namespace fs = std::filesystem;

struct Candidate {
  std::string origin;
  fs::path root;
};

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// The numbers of `13.0` or `cuda-12.4.1`, compared one by one.
std::vector<int> numbers_in(std::string_view text) {
  std::vector<int> numbers;
  const char* end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    int number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error == std::errc{} && *at != '-') numbers.push_back(number);
    at = error == std::errc{} && *at != '-' ? after : at + 1;
  }
  return numbers;
}

/// The root above a `bin/nvcc`, links followed: `/usr/bin/nvcc` is often one into the toolkit.
std::optional<fs::path> root_of_compiler(const fs::path& folder) {
  std::error_code error;
  const fs::path nvcc = fs::canonical(folder / "nvcc", error);
  if (error || !is_file(nvcc)) return std::nullopt;
  return nvcc.parent_path().parent_path();
}

void add_compilers_on_path(std::string_view path, std::vector<Candidate>& candidates) {
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const fs::path folder = path.substr(0, colon);
    path = colon == std::string_view::npos ? std::string_view{} : path.substr(colon + 1);
    if (folder.empty()) continue;
    if (const auto root = root_of_compiler(folder)) candidates.push_back({"nvcc on PATH", *root});
  }
}

void add_installed(const fs::path& install_folder, std::vector<Candidate>& candidates) {
  candidates.push_back({"installed", install_folder / "cuda"});
  std::vector<std::pair<std::vector<int>, fs::path>> versions;
  std::error_code error;
  for (fs::directory_iterator entry(install_folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("cuda-")) versions.emplace_back(numbers_in(name), entry->path());
  }
  std::ranges::sort(versions, std::greater<>{});
  for (auto& [numbers, root] : versions) candidates.push_back({"installed", std::move(root)});
}

std::vector<Candidate> candidates_of(const ToolkitSearch& search) {
  if (!search.option.empty()) return {{"--cuda-path", absolute_path(search.option)}};
  std::vector<Candidate> candidates;
  if (!search.cuda_path.empty()) candidates.push_back({"CUDA_PATH", absolute_path(search.cuda_path)});
  if (!search.cuda_home.empty()) candidates.push_back({"CUDA_HOME", absolute_path(search.cuda_home)});
  add_compilers_on_path(search.path, candidates);
  add_installed(search.install_folder, candidates);
  return candidates;
}

}  // namespace

std::expected<Toolkit, std::string> find_toolkit(const ToolkitSearch& search) {
  if (search.option == kBundled) return Toolkit{};
  std::vector<std::string> looked_at;
  for (const auto& [origin, root] : candidates_of(search)) {
    if (is_file(root / "include" / "cuda_runtime.h")) {
      return Toolkit{.root = root.string()};
    }
    looked_at.push_back(fmt::format("{} ({})", root.string(), origin));
  }
  const std::string places = fmt::format("include/cuda_runtime.h is not in {}", fmt::join(looked_at, ", "));
  if (!search.option.empty()) {
    return std::unexpected(
        fmt::format("no CUDA toolkit: {}; name the toolkit's folder with --cuda-path DIR, or use the declarations that "
                    "come with cudep: --cuda-path {}",
                    places, kBundled));
  }
  return Toolkit{.note = fmt::format("no CUDA toolkit: {}; the declarations that come with cudep are used", places)};
}

}  // namespace cudep::command
