// Where the CUDA toolkit is: its headers tell what CUDA declares. Without one, bundled declarations do.
#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace cudep::command {

/// As --cuda-path: no toolkit, even where there is one.
inline constexpr std::string_view kBundled = "bundled";

/// Where to look; empty means not set.
struct ToolkitSearch {
  std::string option;                                   // --cuda-path
  std::string cuda_path;                                // the environment's CUDA_PATH
  std::string cuda_home;                                // the environment's CUDA_HOME
  std::string path;                                     // the environment's PATH
  std::filesystem::path install_folder = "/usr/local";  // holds `cuda` and `cuda-VERSION`
};

struct Toolkit {
  std::string root;  // absolute; include/cuda_runtime.h is there. Empty: the bundled declarations
  std::string note;  // for the user, who did not ask for the bundled declarations; mostly empty

  bool operator==(const Toolkit&) const = default;
};

/// The first that holds include/cuda_runtime.h: `option`, which alone counts when it is given; CUDA_PATH, CUDA_HOME,
/// the nvcc on PATH, `cuda` and the newest `cuda-VERSION` of the install folder; else the bundled declarations. An
/// error is one line: `option` is no toolkit.
std::expected<Toolkit, std::string> find_toolkit(const ToolkitSearch& search);

}  // namespace cudep::command
