// The command line that clang is given for one source.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/lower.h"

namespace cudep::frontend {

/// `source` is the text of the file: a C++ file is parsed as CUDA only when its flags or its text ask for it, as nvcc
/// hands it to the host compiler.
std::vector<std::string> clang_arguments(const CompileCommand& command, const std::string& cuda_path,
                                         std::string_view source, llvm::vfs::FileSystem& files);

}  // namespace cudep::frontend
