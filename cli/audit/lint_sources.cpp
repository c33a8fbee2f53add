// Runs `cudep lint` and reads what it leaves in a folder of its own.
#include "cli/audit/lint_sources.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cstring>
#include <filesystem>

#include "tracer/process/process.h"

namespace cudep::audit {
namespace {

class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "cudep-audit-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

std::expected<KnownSource, std::string> lint_sources(const Options& options) {
  const Scratch scratch;
  const std::string findings = scratch.file("findings.json");
  const std::string kernels = scratch.file("kernels.json");
  std::vector<std::string> words = {process::beside_this("cudep"), "lint", "--fail-on", "never"};
  words.insert(words.end(), {"--format", "json:" + findings, "--kernels-out", kernels});
  if (options.database) words.insert(words.end(), {"-p", *options.database});
  words.insert(words.end(), options.sources.begin(), options.sources.end());
  const auto code = process::run(words);
  if (!code)
    return std::unexpected(fmt::format("cannot start {}: {}; give --static and --kernels, which `cudep lint` writes",
                                       words.front(), std::strerror(code.error())));
  const bool is_complete = *code == static_cast<int>(ExitCode::Clean);
  if (!is_complete && *code != static_cast<int>(ExitCode::Incomplete))
    return std::unexpected(fmt::format("cudep lint failed with exit code {}", *code));
  return read_known_source(findings, kernels);
}

}  // namespace cudep::audit
