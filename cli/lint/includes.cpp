// Finds `#include` lines and looks for their files.
#include "cli/lint/includes.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "cli/report/words.h"
#include "rules/model/library_call.h"

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

/// Whether a word that begins with `prefix` stands in the text, and `accepts` what follows the prefix.
template <class Accepts>
bool has_word(std::string_view text, std::string_view prefix, Accepts accepts) {
  for (std::size_t at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at + 1))
    if ((at == 0 || !report::in_word(text[at - 1])) && accepts(text.substr(at + prefix.size()))) return true;
  return false;
}

/// `cudaMalloc`, `cuda_runtime.h`: not `cuda` alone, which is a word of comments.
bool continues_as_runtime(std::string_view rest) {
  return !rest.empty() && (rest.front() == '_' || std::isupper(static_cast<unsigned char>(rest.front())) != 0);
}

/// "a/b.h" of `#include "a/b.h"` and `#include <a/b.h>`.
std::optional<std::string> included_in(std::string_view line) {
  const auto skip = [&](std::string_view characters) {
    line.remove_prefix(std::min(line.find_first_not_of(characters), line.size()));
  };
  skip(" \t");
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip(" \t");
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(7);
  skip(" \t");
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
  const char close = line.front() == '"' ? '"' : '>';
  const std::size_t end = line.find(close, 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(line.substr(1, end - 1));
}

std::vector<fs::path> include_folders(const command::CompileCommand& command) {
  constexpr std::array<std::string_view, 2> kFlags = {"-iquote", "-I"};
  std::vector<fs::path> folders;
  const std::vector<std::string>& arguments = command.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (const std::string_view flag : kFlags) {
      if (!arguments[i].starts_with(flag)) continue;
      const bool apart = arguments[i] == flag && i + 1 < arguments.size();
      folders.push_back(fs::path(command.directory) / (apart ? arguments[i + 1] : arguments[i].substr(flag.size())));
    }
  return folders;
}

std::optional<std::string> find(const std::string& name, const fs::path& beside, const std::vector<fs::path>& folders) {
  std::error_code failed;
  const auto in = [&](const fs::path& folder) { return fs::is_regular_file(folder / name, failed); };
  const auto canonical = [&](const fs::path& folder) { return fs::weakly_canonical(folder / name, failed).string(); };
  if (in(beside)) return canonical(beside);
  const auto folder = std::ranges::find_if(folders, in);
  return folder == folders.end() ? std::nullopt : std::optional(canonical(*folder));
}

}  // namespace

bool names_cuda(std::string_view text) {
  if (has_word(text, "cuda", continues_as_runtime)) return true;
  const auto accepts_all = [](std::string_view) { return true; };
  return std::ranges::any_of(model::libraries(), [&](const model::Library& library) {
    return std::ranges::any_of(library.prefixes,
                               [&](const std::string& prefix) { return has_word(text, prefix, accepts_all); });
  });
}

const Includes::File& Includes::read(const std::string& path) {
  const auto [entry, is_new] = files_.try_emplace(path);
  if (!is_new) return entry->second;
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  entry->second.names_cuda = lint::names_cuda(text);
  for (std::string_view left = text; !left.empty();) {
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(left.size(), line.size() + 1));
    if (auto name = included_in(line)) entry->second.included.push_back(*std::move(name));
  }
  return entry->second;
}

std::vector<std::string> Includes::files_of(const command::CompileCommand& command) {
  std::error_code failed;
  const std::vector<fs::path> folders = include_folders(command);
  std::vector<std::string> files = {fs::weakly_canonical(fs::path(command.directory) / command.file, failed).string()};
  std::set<std::string> seen(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path beside = fs::path(files[i]).parent_path();
    for (const std::string& name : read(files[i]).included)
      if (auto file = find(name, beside, folders); file && seen.insert(*file).second) files.push_back(*std::move(file));
  }
  return files;
}

bool Includes::uses_cuda(const command::CompileCommand& command) {
  return std::ranges::any_of(files_of(command), [&](const std::string& file) { return read(file).names_cuda; });
}

}  // namespace cudep::lint
