// compile_commands.json: which command a build compiles each source with.
#pragma once
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cudep::command {

/// One entry, as the build wrote it.
struct DatabaseEntry {
  std::string directory;  // absolute
  std::string file;       // as written; relative to `directory`
  std::vector<std::string> command_line;

  bool operator==(const DatabaseEntry&) const = default;
};

/// Entries by the absolute, normalized path of their source.
class CompileDatabase {
 public:
  /// `location` is compile_commands.json or the folder that holds it. An error is one line that names the file, the
  /// place in it and the remedy.
  static std::expected<CompileDatabase, std::string> read(const std::filesystem::path& location);

  /// The first entry of a source; null when it has none. A relative path starts at the working directory.
  const DatabaseEntry* find(const std::filesystem::path& source) const;

  /// Every source that has an entry, sorted.
  std::vector<std::string> sources() const;

 private:
  std::map<std::string, DatabaseEntry> entries_;
};

/// The nearest compile_commands.json in the folder of `source`, one above it, or their folder `build`.
std::optional<std::filesystem::path> find_database(const std::filesystem::path& source);

}  // namespace cudep::command
