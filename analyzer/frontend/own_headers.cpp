// The headers are compiled in: see cmake/embed.cmake.
#include "analyzer/frontend/own_headers.h"

#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>

namespace cudep::frontend {

namespace {

constexpr OwnHeader kHeaders[] = {
#include "own_headers.inc"
};

constexpr std::string_view kFolder = "/cudep-headers/";

/// The names that programs and clang include the bundled declarations of CUDA by, and where these are.
struct Alias {
  std::string_view path, header;
};
constexpr Alias kAliases[] = {
    {"builtin_types.h", "runtime.cuh"},
    {"cooperative_groups.h", "cooperative_groups.cuh"},
    {"cooperative_groups/reduce.h", "cooperative_groups.cuh"},
    {"crt/sm_70_rt.hpp", "match.cuh"},
    {"cuda.h", "driver.cuh"},
    {"cuda_bf16.h", "half.cuh"},
    {"cuda_device_runtime_api.h", "runtime.cuh"},
    {"cuda_fp16.h", "half.cuh"},
    {"cuda_profiler_api.h", "runtime.cuh"},
    {"cuda_runtime.h", "runtime.cuh"},
    {"cuda_runtime_api.h", "runtime.cuh"},
    {"cuda_texture_types.h", "runtime.cuh"},
    {"device_atomic_functions.h", "runtime.cuh"},
    {"device_functions.h", "runtime.cuh"},
    {"device_launch_parameters.h", "runtime.cuh"},
    {"driver_functions.h", "runtime.cuh"},
    {"driver_types.h", "runtime.cuh"},
    {"host_defines.h", "qualifiers.cuh"},
    {"math_functions.h", "runtime.cuh"},
    {"surface_types.h", "runtime.cuh"},
    {"texture_types.h", "runtime.cuh"},
    {"vector_functions.h", "vector_types.cuh"},
    {"vector_types.h", "vector_types.cuh"},
};

}  // namespace

std::span<const OwnHeader> own_headers() { return kHeaders; }

std::string own_header_path(std::string_view path) { return std::string(kFolder).append(path); }

bool is_stand_in(std::string_view path) { return path.starts_with(own_header_path("mpi/")); }

bool is_compatibility_header(std::string_view path) {
  return path.starts_with(kFolder) && path.contains("/compatibility/");
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> with_own_headers(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const OwnHeader& header : kHeaders) {
    const std::string path = own_header_path(header.path);
    own->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(header.text, path));
  }
  for (const Alias& alias : kAliases) {
    const std::string text = fmt::format("#include \"{}\"\n", own_header_path("cuda/").append(alias.header));
    const std::string path = own_header_path("cuda/").append(alias.path);
    own->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  }
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  all->pushOverlay(own);
  return all;
}

}  // namespace cudep::frontend
