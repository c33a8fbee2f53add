// Finds out what there is to lint.
#include "cli/lint/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "analyzer/command/compile_database.h"
#include "analyzer/command/source_command.h"
#include "analyzer/command/toolkit.h"
#include "cli/lint/shown_paths.h"

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> kExtensions = {".cu", ".cuh", ".cpp", ".cc", ".cxx",
                                                          ".c",  ".h",   ".hpp", ".hh", ".hxx"};
constexpr std::size_t kProbe = 8192;  // bytes that tell text from binary

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool looks_binary(std::ifstream& in) {
  std::array<char, kProbe> bytes{};
  in.read(bytes.data(), bytes.size());
  return std::find(bytes.begin(), bytes.begin() + in.gcount(), '\0') != bytes.begin() + in.gcount();
}

command::TranslationOptions translation_options() {
  std::error_code ignored;
  return {.directory = fs::current_path(ignored).string(),
          .nvcc_prepend_flags = environment("NVCC_PREPEND_FLAGS"),
          .nvcc_append_flags = environment("NVCC_APPEND_FLAGS")};
}

std::string identity(const std::string& file) {
  std::error_code failed;
  const fs::path path = fs::weakly_canonical(file, failed);
  return failed ? file : path.string();
}

bool is_cuda_file(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".cu" || extension == ".cuh";
}

/// The files to lint: those given, else the CUDA sources of the database.
std::vector<std::string> files_of(const Options& options, const command::CompileDatabase* database) {
  if (!options.files.empty() || !database) return options.files;
  std::vector<std::string> files = database->sources();
  std::erase_if(files, [](const std::string& file) { return !is_cuda_file(file); });
  return files;
}

report::Unit rejected(const std::string& file, std::string message) {
  report::Unit unit;
  unit.file = file;
  unit.problems.push_back(
      {.kind = report::ProblemKind::Unreadable, .site = {.file = file}, .message = std::move(message)});
  return unit;
}

/// Databases by their file, each read once; those near a file are used only as far as they can be read.
class Databases {
 public:
  /// The one the user names; an error when it cannot be read.
  std::expected<const command::CompileDatabase*, std::string> named(const std::string& location) {
    auto read = command::CompileDatabase::read(location);
    if (!read) return std::unexpected(read.error());
    return &(known_[location] = std::move(*read)).value();
  }

  const command::CompileDatabase* near(const std::string& file) {
    const std::optional<fs::path> location = command::find_database(file);
    if (!location) return nullptr;
    const auto [entry, is_new] = known_.try_emplace(location->string());
    if (auto read = is_new ? command::CompileDatabase::read(*location) : std::unexpected(""); read)
      entry->second = std::move(*read);
    return entry->second ? &*entry->second : nullptr;
  }

 private:
  std::map<std::string, std::optional<command::CompileDatabase>> known_;
};

UnitRequest request(const std::string& file, const Options& options, const command::CompileDatabase* database) {
  const command::TranslationOptions translation = translation_options();
  UnitRequest request{.command = options.has_clang_arguments
                                     ? command::given_command(file, options.clang_arguments, translation)
                                     : command::command_for(file, database, translation),
                      .shown = file};
  if (options.files.empty()) request.shown = shown_path(file, translation.directory, translation.directory, false);
  return request;
}

std::expected<command::Toolkit, std::string> toolkit(const Options& options) {
  return command::find_toolkit({.option = options.cuda_path,
                                .cuda_path = environment("CUDA_PATH"),
                                .cuda_home = environment("CUDA_HOME"),
                                .path = environment("PATH")});
}

}  // namespace

std::optional<std::string> unsuitable(const std::string& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (!fs::exists(status)) return "no such file";
  if (fs::is_directory(status)) return "is a folder; name its files, or give its compile_commands.json with -p";
  const std::string extension = fs::path(file).extension().string();
  if (std::ranges::find(kExtensions, extension) == kExtensions.end())
    return fmt::format("is not CUDA source by its name; cudep reads {}", fmt::join(kExtensions, ", "));
  std::ifstream in(file, std::ios::binary);
  if (!in) return "cannot be opened for reading; check its permissions";
  if (looks_binary(in)) return "is not text: there are zero bytes in it";
  return std::nullopt;
}

std::expected<Inputs, std::string> inputs(const Options& options) {
  Databases databases;
  const command::CompileDatabase* database = nullptr;
  if (options.database) {
    const auto named = databases.named(*options.database);
    if (!named) return std::unexpected(named.error());
    database = *named;
  }
  Inputs result;
  std::set<std::string> seen;
  for (const std::string& file : files_of(options, database)) {
    if (!seen.insert(identity(file)).second) continue;
    if (auto why = unsuitable(file)) {
      result.rejected.push_back(rejected(file, std::move(*why)));
      continue;
    }
    const bool may_be_near = !database && !options.has_clang_arguments;
    result.requests.push_back(request(file, options, may_be_near ? databases.near(file) : database));
  }
  if (result.requests.empty()) return result;
  auto found = toolkit(options);
  if (!found) return std::unexpected(found.error());
  for (UnitRequest& request : result.requests) {
    request.cuda_path = found->root;
    request.cache = options.cache;
  }
  if (!found->note.empty()) result.note = fmt::format("cudep lint: note: {}", found->note);
  return result;
}

}  // namespace cudep::lint
