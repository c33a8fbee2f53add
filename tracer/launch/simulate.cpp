// Chooses the folder of the stand-ins and refuses programs that would not look there.
#include "tracer/launch/simulate.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <string_view>

#include "tracer/launch/elf_file.h"
#include "tracer/process/process.h"

namespace cudep::launch {
namespace {

/// Empty when they are not installed.
std::string folder_of_stand_ins() {
  const std::filesystem::path one =
      process::find_installed("simulate/libcudart.so.13", "cudep/simulate/libcudart.so.13");
  return one.parent_path().string();
}

/// As execvp looks for it.
std::string found_in_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* const path = std::getenv("PATH");
  std::error_code error;
  for (const auto part : std::views::split(std::string_view(path != nullptr ? path : ""), ':')) {
    const auto candidate = std::filesystem::path(std::string_view(part)) / program;
    if (std::filesystem::exists(candidate, error)) return candidate.string();
  }
  return program;
}

auto find_runtime(const ElfFile& file) {
  return std::ranges::find_if(file.needed, [](const std::string& name) { return name.starts_with("libcudart.so"); });
}

}  // namespace

std::string lack_of_runtime(const std::string& program) {
  const auto file = read_elf(found_in_path(program));
  if (file && find_runtime(*file) != file->needed.end()) return {};
  return program +
         " is not linked with the CUDA runtime: unless it loads one, or starts a program that does, nothing is " +
         "recorded and no trace written";
}

std::string unfit_for_simulation(const std::string& program) {
  const auto file = read_elf(found_in_path(program));
  if (!file) return {};
  const auto runtime = find_runtime(*file);
  if (runtime != file->needed.end()) {
    const bool known = *runtime == "libcudart.so.12" || *runtime == "libcudart.so.13";
    return known ? std::string() : program + " uses " + *runtime + ": only CUDA 12 and 13 are simulated";
  }
  const bool holds_kernels = std::ranges::find(file->sections, ".nv_fatbin") != file->sections.end();
  return holds_kernels ? program + " has the CUDA runtime linked in: link it with `nvcc -cudart shared` to simulate"
                       : std::string();
}

std::expected<void, std::string> prepare_simulation(const TraceOptions& options) {
  if (std::string reason = unfit_for_simulation(options.command[0]); !reason.empty()) return std::unexpected(reason);
  std::string folder = folder_of_stand_ins();
  if (folder.empty()) return std::unexpected("the stand-in for the CUDA runtime is not beside cudep");
  std::error_code error;
  const auto kernels = std::filesystem::absolute(options.kernels, error);
  if (!options.kernels.empty() && !std::filesystem::exists(kernels, error)) {
    return std::unexpected(options.kernels + " does not exist; `cudep lint --kernels-out` writes it");
  }
  const char* const others = std::getenv("LD_LIBRARY_PATH");
  if (others != nullptr && *others != '\0') folder += std::string(":") + others;
  setenv("LD_LIBRARY_PATH", folder.c_str(), 1);
  if (!options.kernels.empty()) setenv("CUDEP_SIMULATE_KERNELS", kernels.c_str(), 1);
  if (options.timeout > 0) setenv("CUDEP_SIMULATE_TIMEOUT", std::to_string(options.timeout).c_str(), 1);
  return {};
}

}  // namespace cudep::launch
