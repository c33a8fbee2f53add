// The command line of `cudep lint`.
#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/adoption/adoption.h"
#include "cli/lint/command_line.h"
#include "cli/lint/report_options.h"
#include "cli/lint/selection.h"
#include "rules/finding.h"

namespace cudep::lint {

struct Options {
  std::vector<std::string> files;
  std::optional<std::string> database;       // -p
  std::vector<std::string> clang_arguments;  // after `--`
  bool has_clang_arguments = false;          // `--` was given, though perhaps with nothing after it
  RuleSet rules;
  std::optional<rules::Severity> fail_on = rules::Severity::Warning;  // none: never
  std::vector<Output> outputs;                                        // at least one
  std::string cuda_path;
  unsigned jobs = 1;
  std::string cache;  // the folder where results are kept; empty: nowhere
  bool cache_is_named = false;
  bool if_cuda = false;  // files that have nothing to do with CUDA are passed over
  bool verbose = false;
  bool statistics = false;
  bool show_possible = false;
  bool fix = false;  // change the files as findings advise
  ColorChoice color = ColorChoice::Auto;
  std::optional<std::string> kernels_out;  // where to write what kernels read and write
  std::optional<std::string> facts_out;    // where to write what is known of the units, instead of checking them
  std::optional<std::string> depfile;      // where to write which files the facts were read from
  std::optional<std::string> config;       // the one configuration of all files; else each file's own
  adoption::Options adoption;
  bool selects_rules = false;  // --select was given: configurations turn no rule on or off
};

/// The files that they name to be written.
std::vector<std::string> written_files(const Options& options);
/// Those that they name to be read.
std::vector<std::string> read_files(const Options& options);

/// `arguments` are those after `lint`.
std::expected<Options, Usage> parse_options(std::span<const std::string> arguments);

/// `arguments` are those after `link`; the files are facts files.
std::expected<Options, Usage> parse_link_options(std::span<const std::string> arguments);

}  // namespace cudep::lint
