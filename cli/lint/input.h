// From the files and the database on the command line to units with their compile commands. What cannot be linted is a
// problem of its own and keeps nothing else from being linted.
#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/command/nvcc_flags.h"
#include "analyzer/command/toolkit.h"
#include "cli/lint/options.h"
#include "cli/lint/unit.h"
#include "cli/report/report.h"

namespace cudep::lint {

struct Inputs {
  std::vector<UnitRequest> requests;   // each file once, in the order given
  std::vector<report::Unit> rejected;  // files that are no input, each with its problem
  std::string note;                    // what the user should know of the toolkit, a line; mostly empty
};

/// Whether its name is that of CUDA or C++ source.
bool is_source(const std::string& file);

/// Why `file` cannot be linted: missing, a folder, unreadable, not CUDA or C++ source, binary.
std::optional<std::string> unsuitable(const std::string& file);

/// From the working directory and the environment.
command::TranslationOptions translation_options();

/// Whose declarations of CUDA are read. `cuda_path` is that of the command line; the environment tells the rest.
std::expected<command::Toolkit, std::string> toolkit(const std::string& cuda_path);

/// An error is one line: --cuda-path is no toolkit, or a database that cannot be read.
std::expected<Inputs, std::string> inputs(const Options& options);

}  // namespace cudep::lint
