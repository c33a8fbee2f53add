// Whether source can be linted here.
#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/cache/folder.h"
#include "cli/config/configuration.h"
#include "cli/doctor/checks.h"
#include "cli/lint/input.h"
#include "cli/lint/progress.h"

namespace cudep::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProgram = R"(__global__ void fill(int* data) { *data = 1; }
int main() {
  cudaStream_t stream;
  int* data;
  cudaStreamCreate(&stream);
  cudaMalloc(&data, sizeof(int));
  fill<<<1, 1, 0, stream>>>(data);
  cudaStreamSynchronize(stream);
}
)";

Check declarations(const std::expected<command::Toolkit, std::string>& toolkit, const Options& options) {
  constexpr std::string_view kSubject = "declarations";
  if (!toolkit)
    return {.level = Level::Fault,
            .subject = std::string(kSubject),
            .found = toolkit.error(),
            .remedy = "name a folder that holds include/cuda_runtime.h"};
  if (!toolkit->root.empty())
    return {.subject = std::string(kSubject), .found = fmt::format("the toolkit's, of {}", toolkit->root)};
  if (options.cuda_path == command::kBundled)
    return {.subject = std::string(kSubject), .found = "those that come with cudep, as --cuda-path asks"};
  return {.level = Level::Note,
          .subject = std::string(kSubject),
          .found = fmt::format("those that come with cudep: {}", toolkit->note),
          .remedy =
              "only libraries (cuBLAS, Thrust, CUB) are missed; to read them, install the toolkit's headers or name "
              "its folder with --cuda-path or CUDA_PATH"};
}

/// Parses a program in a folder of its own.
Check parse(const std::string& cuda_path, const lint::LowerUnit& lower) {
  std::error_code ignored;
  std::string folder = (fs::temp_directory_path(ignored) / "cudep-doctor-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    return {.level = Level::Fault,
            .subject = "parsing",
            .found = fmt::format("no folder can be made in {}", fs::temp_directory_path(ignored).string()),
            .remedy = "let TMPDIR name a folder that may be written to"};
  std::ofstream(fs::path(folder) / "program.cu") << kProgram;
  const lint::UnitRequest request = {
      .command = {.directory = folder, .file = "program.cu", .arguments = {"-std=c++17"}},
      .shown = "program.cu",
      .cuda_path = cuda_path};
  lint::Progress silent(std::cerr, false, 1);
  const lint::UnitFacts facts = lint::lower_all({request}, 1, lower, silent).front();
  fs::remove_all(folder, ignored);
  if (facts.problems.empty())
    return {.subject = "parsing", .found = fmt::format("a small program, in {:.1f} s", facts.seconds)};
  return {.level = Level::Fault,
          .subject = "parsing",
          .found = fmt::format("a small program is not understood: {}", facts.problems.front().message),
          .remedy = cuda_path.empty()
                        ? "install cudep anew: its own headers or those of clang are not what it was built with"
                        : "try --cuda-path bundled: when that works, the toolkit is broken or too new for "
                          "the clang that cudep was built with"};
}

Check configuration() {
  std::error_code ignored;
  const auto file = config::find((fs::current_path(ignored) / "any.cu").string());
  if (!file) return {.subject = "configuration", .found = "none (.cudep.yaml), which is fine"};
  const auto read = config::read(*file);
  if (read) return {.subject = "configuration", .found = *file};
  return {.level = Level::Fault,
          .subject = "configuration",
          .found = fmt::format("{} is wrong in {} places", *file, read.error().size()),
          .remedy = fmt::format("cudep config verify {}", *file)};
}

Check cache() {
  constexpr std::string_view kRemedy =
      "name another folder with --cache-dir; without one every run takes its full time";
  const auto path = cache::default_folder();
  if (!path)
    return {.level = Level::Note,
            .subject = "cache",
            .found = "nowhere: neither XDG_CACHE_HOME nor HOME is set",
            .remedy = std::string(kRemedy)};
  const cache::Folder folder(*path);
  if (const std::string why = folder.obstacle(); !why.empty())
    return {.level = Level::Note,
            .subject = "cache",
            .found = fmt::format("nothing can be kept in {}: {}", *path, why),
            .remedy = std::string(kRemedy)};
  constexpr double kMegabyte = 1e6;
  return {
      .subject = "cache",
      .found = fmt::format("{}, {:.1f} MB, can be written to", *path, static_cast<double>(folder.bytes()) / kMegabyte)};
}

#ifdef CUDEP_CLANG_RESOURCE_DIR
Check clang_headers() {
  constexpr std::string_view kFolder = CUDEP_CLANG_RESOURCE_DIR;
  std::error_code ignored;
  if (fs::exists(fs::path(kFolder) / "include" / "stddef.h", ignored))
    return {.subject = "clang's headers", .found = std::string(kFolder)};
  return {.level = Level::Fault,
          .subject = "clang's headers",
          .found = fmt::format("{} has no include/stddef.h", kFolder),
          .remedy =
              "install them (Debian: libclang-common-22-dev), or build cudep with CUDEP_CLANG_RESOURCE_DIR set to "
              "where they are"};
}
#endif

}  // namespace

std::vector<Check> lint_checks(const Options& options, const lint::LowerUnit& lower) {
  const auto toolkit = lint::toolkit(options.cuda_path);
  std::vector<Check> checks = {declarations(toolkit, options)};
#ifdef CUDEP_CLANG_RESOURCE_DIR
  checks.push_back(clang_headers());
#endif
  checks.push_back(parse(toolkit ? toolkit->root : "", lower));
  for (Check& check : database_checks(options.database)) checks.push_back(std::move(check));
  checks.push_back(configuration());
  checks.push_back(cache());
  return checks;
}

}  // namespace cudep::doctor
