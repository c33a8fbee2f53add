// From a build command to clang's spelling. Nothing here fails: what clang has no use for is dropped, and listed.
//
//   translate({"ccache", "nvcc", "-arch=sm_90", "-lineinfo", "-c", "a.cu"}, {.directory = "/build"})
//     -> arguments {"--offload-arch=sm_90"}, inputs {"a.cu"}, dropped {"-lineinfo"}
//
// The frontend adds what does not depend on the command: `-x cuda --cuda-host-only --cuda-path=… -resource-dir=…`.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace cudep::command {

struct TranslationOptions {
  std::string directory;                       // relative options files start here
  std::string nvcc_prepend_flags;              // the value of NVCC_PREPEND_FLAGS
  std::string nvcc_append_flags;               // the value of NVCC_APPEND_FLAGS
  std::string default_architecture = "sm_80";  // for `-arch=native`, `-arch=all` and commands that name none
};

struct Translation {
  std::vector<std::string> arguments;      // clang's spelling
  std::vector<std::string> inputs;         // as written
  bool per_thread_default_stream = false;  // `--default-stream per-thread` in any spelling
  std::vector<std::string> dropped;        // as written, a flag with its value

  bool operator==(const Translation&) const = default;
};

/// `command_line` starts with the compiler or a launcher. nvcc's flags are translated by `nvcc_flag_table()`, those of
/// gcc and the like sorted by `host_flag_table()`; clang's own pass as they are, without output and dependency files.
Translation translate(std::span<const std::string> command_line, const TranslationOptions& options);

/// The same for arguments that are clang's already and name no source, as a user gives them after `--`.
Translation pass_through(std::span<const std::string> clang_arguments);

}  // namespace cudep::command
