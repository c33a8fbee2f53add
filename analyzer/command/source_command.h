// The compile command of one source: from the database, from the user, or a guess.
#pragma once
#include <span>
#include <string>

#include "analyzer/command/compile_command.h"
#include "analyzer/command/compile_database.h"
#include "analyzer/command/nvcc_flags.h"

namespace cudep::command {

/// The entry's command in clang's spelling; `options.directory` gives way to the entry's own.
CompileCommand command_of(const DatabaseEntry& entry, TranslationOptions options);

/// For a source without an entry: C++17, as nvcc takes when nothing is said, and `options.default_architecture`.
CompileCommand default_command(const std::string& file, const TranslationOptions& options);

/// With the user's clang arguments, as they are.
CompileCommand given_command(const std::string& file, std::span<const std::string> clang_arguments,
                             const TranslationOptions& options);

/// `command_of` where the database has an entry, else `default_command`. `database` may be null.
CompileCommand command_for(const std::string& file, const CompileDatabase* database, const TranslationOptions& options);

}  // namespace cudep::command
