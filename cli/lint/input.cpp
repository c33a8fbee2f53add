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
#include <span>

#include "analyzer/command/compile_database.h"
#include "analyzer/command/source_command.h"
#include "analyzer/command/toolkit.h"
#include "cli/lint/includes.h"
#include "cli/lint/shown_paths.h"
#include "cli/report/message.h"

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> kExtensions = {".cu", ".cuh", ".cpp", ".cc", ".cxx",
                                                          ".c",  ".h",   ".hpp", ".hh", ".hxx"};
constexpr std::array<std::string_view, 5> kHeaderExtensions = {".cuh", ".h", ".hpp", ".hh", ".hxx"};
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

std::string identity(const std::string& file) {
  std::error_code failed;
  const fs::path path = fs::weakly_canonical(file, failed);
  return failed ? file : path.string();
}

bool has_extension(const std::string& file, std::span<const std::string_view> extensions) {
  return std::ranges::find(extensions, fs::path(file).extension().string()) != extensions.end();
}

bool is_cuda_file(const std::string& file) { return has_extension(file, std::span(kExtensions).first(2)); }

bool is_header(const std::string& file) { return has_extension(file, kHeaderExtensions); }

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
  return {.command = options.has_clang_arguments ? command::given_command(file, options.clang_arguments, translation)
                                                 : command::command_for(file, database, translation),
          .shown = file};
}

/// One of a source of the database, which nobody has named.
UnitRequest request_of_database(const std::string& file, const command::CompileDatabase& database) {
  const command::TranslationOptions translation = translation_options();
  return {.command = command::command_for(file, &database, translation),
          .shown = shown_path(file, translation.directory, translation.directory, false)};
}

}  // namespace

command::TranslationOptions translation_options() {
  std::error_code ignored;
  return {.directory = fs::current_path(ignored).string(),
          .nvcc_prepend_flags = environment("NVCC_PREPEND_FLAGS"),
          .nvcc_append_flags = environment("NVCC_APPEND_FLAGS")};
}

std::expected<command::Toolkit, std::string> toolkit(const std::string& cuda_path) {
  return command::find_toolkit({.option = cuda_path,
                                .cuda_path = environment("CUDA_PATH"),
                                .cuda_home = environment("CUDA_HOME"),
                                .path = environment("PATH")});
}

namespace {

/// Gathers units, each file once.
class Collection {
 public:
  explicit Collection(const Options& options) : options_(options) {}

  /// A file that the user named; a header stands for the sources of the database that include it.
  void add_given(const std::string& file, const command::CompileDatabase* database) {
    if (auto why = unsuitable(file)) {
      if (is_new(file)) result_.rejected.push_back(rejected(file, std::move(*why)));
    } else if (!stands_for_others(file, database) || !add_including(file, *database)) {
      UnitRequest unit = request(file, options_, database);
      if (is_wanted(unit) && is_new(file)) result_.requests.push_back(std::move(unit));
    }
  }

  /// The CUDA sources of a database, and those in C++ that have to do with CUDA.
  void add_all(const command::CompileDatabase& database) {
    for (const std::string& file : database.sources()) {
      UnitRequest unit = request_of_database(file, database);
      if (is_cuda_file(file) || includes_.uses_cuda(unit.command)) add_of_database(file, std::move(unit));
    }
  }

  Inputs take() && { return std::move(result_); }

 private:
  [[nodiscard]] bool stands_for_others(const std::string& file, const command::CompileDatabase* database) const {
    return database && !options_.has_clang_arguments && is_header(file) && !database->find(file);
  }

  /// Whether any source of the database includes the header.
  bool add_including(const std::string& header, const command::CompileDatabase& database) {
    bool found = false;
    for (const std::string& file : database.sources()) {
      UnitRequest unit = request_of_database(file, database);
      const std::vector<std::string> files = includes_.files_of(unit.command);
      if (std::ranges::find(files, identity(header)) == files.end()) continue;
      found = true;
      if (is_wanted(unit)) add_of_database(file, std::move(unit));
    }
    return found;
  }

  bool is_wanted(const UnitRequest& unit) { return !options_.if_cuda || includes_.uses_cuda(unit.command); }

  void add_of_database(const std::string& file, UnitRequest unit) {
    if (!is_new(file)) return;
    if (auto why = unsuitable(file))
      result_.rejected.push_back(rejected(unit.shown, std::move(*why)));
    else
      result_.requests.push_back(std::move(unit));
  }

  bool is_new(const std::string& file) { return seen_.insert(identity(file)).second; }

  const Options& options_;
  Inputs result_;
  std::set<std::string> seen_;
  Includes includes_;
};

}  // namespace

bool is_source(const std::string& file) { return has_extension(file, kExtensions); }

std::optional<std::string> unsuitable(const std::string& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (!fs::exists(status)) return "no such file";
  if (fs::is_directory(status)) return "is a folder; name its files, or give its compile_commands.json with -p";
  if (!is_source(file))
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
  const bool may_be_near = !database && !options.has_clang_arguments;
  Collection collection(options);
  for (const std::string& file : options.files)
    collection.add_given(file, may_be_near ? databases.near(file) : database);
  if (options.files.empty() && database) collection.add_all(*database);
  Inputs result = std::move(collection).take();
  if (result.requests.empty()) return result;
  auto found = toolkit(options.cuda_path);
  if (!found) return std::unexpected(found.error());
  for (UnitRequest& request : result.requests) {
    request.cuda_path = found->root;
    request.cache = options.cache;
  }
  if (!found->note.empty()) result.note = report::message(rules::Severity::Note, found->note);
  return result;
}

}  // namespace cudep::lint
