// Flags that do not depend on the build command: the language, CUDA's declarations, and leniency where nvcc is lenient.
#include "analyzer/frontend/clang_arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "analyzer/frontend/own_headers.h"

namespace cudep::frontend {

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

bool is_standard(const std::string& argument) {
  return argument.starts_with("-std=") || argument.starts_with("--std=");
}

/// The value of the last `-x`.
std::optional<std::string> named_language(const Arguments& arguments) {
  std::optional<std::string> language;
  for (std::size_t position = 0; position < arguments.size(); ++position) {
    if (!arguments[position].starts_with("-x")) continue;
    language = arguments[position].substr(2);
    if (language->empty() && position + 1 < arguments.size()) language = arguments[position + 1];
  }
  return language;
}

bool is_cuda(const CompileCommand& command, std::string_view source) {
  constexpr std::array<std::string_view, 3> kHostExtensions = {".cpp", ".cc", ".cxx"};
  constexpr std::array<std::string_view, 3> kSigns = {"<<<", "__global__", "__device__"};
  if (const auto language = named_language(command.arguments)) return *language == "cuda";
  const std::string extension = fs::path(command.file).extension().string();
  return std::ranges::find(kHostExtensions, extension) == kHostExtensions.end() ||
         std::ranges::any_of(kSigns, [&](std::string_view sign) { return source.contains(sign); });
}

/// The folder of gcc's own headers: clang has no omp.h unless its OpenMP runtime is installed.
std::string gcc_headers(llvm::vfs::FileSystem& files) {
  std::error_code failed;
  std::string newest;
  int newest_version = 0;
  const llvm::vfs::directory_iterator end;
  for (auto target = files.dir_begin("/usr/lib/gcc", failed); !failed && target != end; target.increment(failed)) {
    for (auto version = files.dir_begin(target->path(), failed); !failed && version != end; version.increment(failed)) {
      const fs::path folder = version->path().str();
      const int number = std::atoi(folder.filename().c_str());
      const fs::path headers = folder / "include";
      if (number <= newest_version || !files.exists((headers / "omp.h").string())) continue;
      newest = headers.string();
      newest_version = number;
    }
  }
  return newest;
}

void add(Arguments& line, std::initializer_list<std::string> words) { line.insert(line.end(), words); }

/// NVIDIA's headers, or without a toolkit the bundled ones.
void add_cuda(Arguments& line, const std::string& cuda_path) {
  if (cuda_path.empty()) {
    const std::string bundled = own_header_path("cuda");
    return add(line, {"-nocudainc", "-nocudalib", "-isystem", bundled, "-include", bundled + "/cuda_runtime.h"});
  }
  add(line, {"--cuda-path=" + cuda_path, "-include", own_header_path("compatibility/compatibility.cuh")});
}

/// Folders behind those of the command, so that a header of the user's own is found first.
void add_folders(Arguments& line, const std::string& cuda_path, llvm::vfs::FileSystem& files) {
  if (!cuda_path.empty()) {
    add(line, {"-isystem", cuda_path + "/include/cccl", "-idirafter", cuda_path + "/include"});
  }
  if (const std::string headers = gcc_headers(files); !headers.empty()) add(line, {"-idirafter", headers});
  add(line, {"-idirafter", own_header_path("mpi")});
}

}  // namespace

Arguments clang_arguments(const CompileCommand& command, const std::string& cuda_path, std::string_view source,
                          llvm::vfs::FileSystem& files) {
  Arguments line{"clang++", "-resource-dir=" CUDEP_CLANG_RESOURCE_DIR, "-fsyntax-only"};
  if (is_cuda(command, source)) {
    // Relocatable device code allows more than its absence: `extern __device__`, device functions of other units.
    add(line, {"-x", "cuda", "--cuda-host-only", "-fgpu-rdc"});
    add_cuda(line, cuda_path);
  } else {
    add(line, {"-x", "c++"});
    if (cuda_path.empty()) add(line, {"-isystem", own_header_path("cuda")});
  }
  line.insert(line.end(), command.arguments.begin(), command.arguments.end());
  if (std::ranges::none_of(command.arguments, is_standard)) line.emplace_back("-std=c++17");
  add_folders(line, cuda_path, files);
  // Also what clang makes an error and gcc a warning: `register`, narrowing, `"%"PRIu64`.
  add(line, {"-Wno-everything", "-ferror-limit=0", command.file});
  return line;
}

}  // namespace cudep::frontend
