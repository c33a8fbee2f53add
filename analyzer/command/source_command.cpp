// Joins the database with the translation of flags.
#include "analyzer/command/source_command.h"

#include <array>
#include <filesystem>
#include <utility>

namespace cudep::command {
namespace {

CompileCommand assemble(std::string directory, std::string file, Translation translation) {
  return {.directory = std::move(directory),
          .file = std::move(file),
          .arguments = std::move(translation.arguments),
          .per_thread_default_stream = translation.per_thread_default_stream,
          .dropped = std::move(translation.dropped)};
}

}  // namespace

CompileCommand command_of(const DatabaseEntry& entry, TranslationOptions options) {
  options.directory = entry.directory;
  return assemble(entry.directory, entry.file, translate(entry.command_line, options));
}

CompileCommand default_command(const std::string& file, const TranslationOptions& options) {
  const std::array<std::string, 2> arguments = {"-std=c++17", "--offload-arch=" + options.default_architecture};
  return given_command(file, arguments, options);
}

CompileCommand given_command(const std::string& file, std::span<const std::string> clang_arguments,
                             const TranslationOptions& options) {
  return assemble(options.directory, file, pass_through(clang_arguments));
}

CompileCommand command_for(const std::string& file, const CompileDatabase* database,
                           const TranslationOptions& options) {
  const DatabaseEntry* entry = database ? database->find(std::filesystem::path(options.directory) / file) : nullptr;
  return entry ? command_of(*entry, options) : default_command(file, options);
}

}  // namespace cudep::command
