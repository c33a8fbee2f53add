// Reads the command lines of `cudep lint` and `cudep link`.
#include "cli/lint/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "cli/cache/folder.h"

namespace cudep::lint {
namespace {

/// What CLI11 fills in, before it is understood.
struct Words {
  std::vector<std::string> files;
  ReportWords report;
  std::string database, cuda_path, config, kernels_out, facts_out, cache_dir;
  std::string baseline, write_baseline, diff, since, depfile;
  unsigned jobs = 0;
  bool fix = false, if_cuda = false, verbose = false, statistics = false, no_cache = false;
};

void add_adoption_options(CLI::App& app, Words& words) {
  auto* const baseline =
      app.add_option("--baseline", words.baseline, "do not show the findings that this file holds")->type_name("FILE");
  app.add_option("--write-baseline", words.write_baseline, "write all findings to this file, and show none")
      ->type_name("FILE")
      ->excludes(baseline);
  auto* const diff =
      app.add_option("--diff", words.diff, "show only findings that this diff touches; `-`: standard input")
          ->type_name("FILE");
  app.add_option("--since", words.since, "show only findings that the changes since this git revision touch")
      ->type_name("REV")
      ->excludes(diff);
}

void add_check_options(CLI::App& app, Words& words) {
  add_rule_options(app, words.report);
  add_report_options(app, words.report);
  add_adoption_options(app, words);
  app.add_option("--config", words.config, "the configuration of all files, instead of the nearest .cudep.yaml of each")
      ->type_name("FILE");
  app.add_option("-j", words.jobs, "units and roots at a time; all cores when not given")
      ->type_name("N")
      ->check(whole_number(1, 1024));
  app.add_option("--kernels-out", words.kernels_out, "write what kernels read and write, for `cudep audit --kernels`")
      ->type_name("FILE");
  app.add_option("--cache-dir", words.cache_dir, "where to keep results; not given: ~/.cache/cudep")->type_name("DIR");
  app.add_flag("--no-cache", words.no_cache, "keep no results, and use none");
  app.add_flag("--verbose", words.verbose, "say what was left out: flags, paths, functions without a body");
  app.add_flag("--statistics", words.statistics, "count units, paths and operations");
}

void add_options(CLI::App& app, Words& words) {
  app.footer("Arguments after `--` are clang's, for files without an entry in a compile database.");
  app.add_option("FILES", words.files,
                 "CUDA sources and headers; with -p and none, every source of the database that uses CUDA");
  app.add_option("-p", words.database, "folder of compile_commands.json, or that file")->type_name("DIR");
  app.add_option("--cuda-path", words.cuda_path, "root of the CUDA toolkit; `bundled`: declarations of cudep's own")
      ->type_name("DIR");
  app.add_flag("--fix", words.fix,
               "change the files as the findings advise, where the changed program proves it right");
  app.add_flag("--if-cuda", words.if_cuda, "pass over FILES that have nothing to do with CUDA");
  auto* const facts =
      app.add_option("--facts-out", words.facts_out, "do not check: write what is known of the units, for `cudep link`")
          ->type_name("FILE");
  app.add_option("--depfile", words.depfile, "write which files were read, as Make and Ninja take it")
      ->type_name("FILE")
      ->needs(facts);
  add_check_options(app, words);
}

void add_link_options(CLI::App& app, Words& words) {
  app.add_option("FACTS", words.files, "files that `cudep lint --facts-out` wrote, of all units of a program");
  add_check_options(app, words);
}

std::string cache_folder(const Words& words) {
  if (words.no_cache) return "";
  if (words.cache_dir.empty()) return cache::default_folder().value_or("");
  std::error_code failed;
  const std::filesystem::path folder = std::filesystem::absolute(words.cache_dir, failed);
  return failed ? words.cache_dir : folder.lexically_normal().string();
}

std::optional<std::string> given(const std::string& word) { return word.empty() ? std::nullopt : std::optional(word); }

std::expected<Options, std::string> understand(const Words& words) {
  auto options = understand(words.report);
  if (!options) return options;
  options->files = words.files;
  options->database = given(words.database);
  options->cuda_path = words.cuda_path;
  options->jobs = words.jobs != 0 ? words.jobs : std::max(1U, std::thread::hardware_concurrency());
  options->cache = cache_folder(words);
  options->fix = words.fix;
  options->cache_is_named = !words.cache_dir.empty() || std::getenv("XDG_CACHE_HOME") != nullptr;
  options->if_cuda = words.if_cuda;
  options->verbose = words.verbose;
  options->statistics = words.statistics;
  options->config = given(words.config);
  options->selects_rules = !words.report.select.empty();
  options->kernels_out = given(words.kernels_out);
  options->facts_out = given(words.facts_out);
  options->depfile = given(words.depfile);
  options->adoption = {.baseline = given(words.baseline),
                       .write_baseline = given(words.write_baseline),
                       .diff = given(words.diff),
                       .since = given(words.since)};
  return options;
}

void add(const std::optional<std::string>& file, std::vector<std::string>& files) {
  if (file) files.push_back(*file);
}

}  // namespace

std::vector<std::string> written_files(const Options& options) {
  std::vector<std::string> files;
  for (const Output& output : options.outputs) add(output.file, files);
  for (const auto& file : {options.kernels_out, options.facts_out, options.depfile, options.adoption.write_baseline})
    add(file, files);
  return files;
}

std::vector<std::string> read_files(const Options& options) {
  std::vector<std::string> files = options.files;
  for (const auto& file : {options.database, options.config, options.adoption.baseline, options.adoption.diff})
    add(file, files);
  if (options.database) files.push_back(*options.database + "/compile_commands.json");
  return files;
}

std::expected<Options, Usage> parse_options(std::span<const std::string> arguments) {
  const Split split = split_at_dashes(arguments);
  CLI::App app("Checks the dependencies between CUDA streams in source code.", "cudep lint");
  Words words;
  add_options(app, words);
  if (auto parsed = parse(app, split.before); !parsed) return std::unexpected(parsed.error());
  auto options = understand(words);
  if (options && options->files.empty() && !options->database)
    options = std::unexpected("no file is given; name CUDA sources, or a compile database with -p");
  if (options && options->fix && (options->facts_out || options->adoption.write_baseline))
    options = std::unexpected(fmt::format("--fix changes nothing beside {}, which accepts or defers all findings",
                                          options->facts_out ? "--facts-out" : "--write-baseline"));
  if (!options) return std::unexpected(usage_error(app, options.error()));
  options->has_clang_arguments = split.has_dashes;
  options->clang_arguments.assign(split.after.begin(), split.after.end());
  return *options;
}

std::expected<Options, Usage> parse_link_options(std::span<const std::string> arguments) {
  CLI::App app("Checks the dependencies between CUDA streams over the units of a program.", "cudep link");
  Words words;
  add_link_options(app, words);
  if (auto parsed = parse(app, arguments); !parsed) return std::unexpected(parsed.error());
  auto options = understand(words);
  if (options && options->files.empty())
    options = std::unexpected("no file is given; name those that `cudep lint --facts-out` wrote");
  if (!options) return std::unexpected(usage_error(app, options.error()));
  return *options;
}

}  // namespace cudep::lint
