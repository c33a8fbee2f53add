// nvcc's many ways to name GPU architectures, and the one that clang is given.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cudep::command {

/// The architectures in a value of `-arch`, `-code` or `-gencode`, as `sm_NN`:
/// `arch=compute_80,code=[sm_80,lto_86]` holds sm_80, sm_80 and sm_86. `native`, `all` and the like hold none.
std::vector<std::string> named_architectures(std::string_view value);

/// The highest of them that clang 22 knows (`sm_100f` counts as sm_100a, one newer than clang as the newest that it
/// knows); `fallback` when there is none.
std::string highest_architecture(const std::vector<std::string>& architectures, std::string_view fallback);

}  // namespace cudep::command
