// Reads the JSON compilation database as build systems write it: `arguments`, or `command` as one line for a shell.
#include "analyzer/command/compile_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/command/words.h"
#include "analyzer/json/read_json.h"

namespace cudep::command {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kFileName = "compile_commands.json";
constexpr std::string_view kRemedy = "write it anew, for example with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::expected<std::string, std::string> read_text(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    return std::unexpected(fmt::format("{}: no such file; {}, or name its folder with -p DIR", file.string(), kRemedy));
  }
  std::ifstream in(file, std::ios::binary);
  if (!is_file(file) || !in) {
    return std::unexpected(
        fmt::format("{}: cannot be read; check that it is a file and its permissions", file.string()));
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

const Json* member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

bool is_string_array(const Json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const Json& item) { return item.is_string(); });
}

/// What is wrong with the shape of an entry; empty when nothing is.
std::string shape_error(const Json& entry) {
  if (!entry.is_object()) return "is no object";
  for (const char* key : {"directory", "file"}) {
    const Json* value = member(entry, key);
    if (!value) return fmt::format("has no \"{}\"", key);
    if (!value->is_string()) return fmt::format("\"{}\" is no string", key);
  }
  if (const Json* arguments = member(entry, "arguments")) {
    return is_string_array(*arguments) ? "" : "\"arguments\" is no array of strings";
  }
  const Json* command = member(entry, "command");
  if (!command) return "has neither \"arguments\" nor \"command\"";
  return command->is_string() ? "" : "\"command\" is no string";
}

DatabaseEntry read_entry(const Json& entry, const fs::path& folder) {
  const Json* arguments = member(entry, "arguments");
  return {.directory = (folder / entry["directory"].get<std::string>()).lexically_normal().string(),
          .file = entry["file"].get<std::string>(),
          .command_line = arguments ? arguments->get<std::vector<std::string>>()
                                    : shell_words(entry["command"].get_ref<const std::string&>())};
}

}  // namespace

std::expected<CompileDatabase, std::string> CompileDatabase::read(const fs::path& location) {
  const fs::path given = absolute_path(location);
  std::error_code error;
  const fs::path file = fs::is_directory(given, error) ? (given / kFileName).lexically_normal() : given;
  const auto text = read_text(file);
  if (!text) return std::unexpected(text.error());
  const auto parsed = json::parse(*text, {.name = file.string(), .what = "a compile database", .remedy = kRemedy});
  if (!parsed) return std::unexpected(parsed.error());
  if (!parsed->is_array()) return std::unexpected(fmt::format("{}: no array of entries; {}", file.string(), kRemedy));

  CompileDatabase database;
  for (std::size_t i = 0; i < parsed->size(); ++i) {
    const Json& entry = (*parsed)[i];
    if (const std::string wrong = shape_error(entry); !wrong.empty()) {
      return std::unexpected(
          fmt::format("{}: entry {} of {} {}; {}", file.string(), i + 1, parsed->size(), wrong, kRemedy));
    }
    DatabaseEntry read = read_entry(entry, file.parent_path());
    const std::string source = (fs::path(read.directory) / read.file).lexically_normal().string();
    database.entries_.emplace(source, std::move(read));
  }
  return database;
}

const DatabaseEntry* CompileDatabase::find(const fs::path& source) const {
  const fs::path absolute = absolute_path(source);
  auto entry = entries_.find(absolute.string());
  if (entry == entries_.end()) {
    // The user came through a symbolic link, the build did not.
    std::error_code error;
    const fs::path real = fs::weakly_canonical(absolute, error);
    if (!error) entry = entries_.find(real.string());
  }
  return entry == entries_.end() ? nullptr : &entry->second;
}

std::vector<std::string> CompileDatabase::sources() const {
  std::vector<std::string> sources;
  for (const auto& [source, entry] : entries_) sources.push_back(source);
  return sources;
}

std::optional<fs::path> find_database(const fs::path& source) {
  for (fs::path folder = absolute_path(source).parent_path();; folder = folder.parent_path()) {
    for (const fs::path& candidate : {folder / kFileName, folder / "build" / kFileName}) {
      if (is_file(candidate)) return candidate;
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

}  // namespace cudep::command
