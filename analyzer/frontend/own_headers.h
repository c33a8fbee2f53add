// Headers that cudep carries with it. They lie in a folder that only exists for the parser.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "analyzer/frontend/clang.h"

namespace cudep::frontend {

struct OwnHeader {
  std::string_view path;  // below the folder of all of them
  std::string_view text;
};

std::span<const OwnHeader> own_headers();

/// Where the parser finds one of them, or a folder of them.
std::string own_header_path(std::string_view path);

/// Whether a file is one of ours that replaces another library's header.
bool is_stand_in(std::string_view path);

/// Whether a file is one of ours whose functions are lowered like the user's own: old forms of calls, min and max.
bool is_compatibility_header(std::string_view path);

/// `files` and, beside them, our own headers.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> with_own_headers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

}  // namespace cudep::frontend
