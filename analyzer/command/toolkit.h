// Where the CUDA toolkit is: its headers are needed to parse, and its version decides what they declare.
#pragma once
#include <expected>
#include <filesystem>
#include <optional>
#include <string>

namespace cudep::command {

/// Where to look; empty means not set.
struct ToolkitSearch {
  std::string option;                                   // --cuda-path
  std::string cuda_path;                                // the environment's CUDA_PATH
  std::string cuda_home;                                // the environment's CUDA_HOME
  std::string path;                                     // the environment's PATH
  std::filesystem::path install_folder = "/usr/local";  // holds `cuda` and `cuda-VERSION`
};

struct Toolkit {
  std::string root;            // absolute; include/cuda_runtime.h is there
  std::optional<int> version;  // as CUDA_VERSION: 1000 * major + 10 * minor; absent when the toolkit does not say

  bool operator==(const Toolkit&) const = default;
};

/// The first that holds include/cuda_runtime.h: `option`, which alone counts when it is given; CUDA_PATH, CUDA_HOME,
/// the nvcc on PATH, `cuda` and the newest `cuda-VERSION` of the install folder. An error is one line that names what
/// was looked at and the remedy.
std::expected<Toolkit, std::string> find_toolkit(const ToolkitSearch& search);

}  // namespace cudep::command
