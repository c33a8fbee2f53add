// The machine's files as clang sees them, with a note of everything that it does with them.
#pragma once
#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/read_files.h"

namespace cudep::frontend {

/// `files`, as a file system that tells `into` what is done with it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> noting(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                       ReadFiles& into);

}  // namespace cudep::frontend
