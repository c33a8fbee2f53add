// Where CUPTI may lie.
#include "tracer/cupti/search.h"

#include <dlfcn.h>
#include <glob.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace cudep::cupti {
namespace {

constexpr const char* kNames[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
constexpr const char* kToolkitFolders[] = {"extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib",
                                           "targets/sbsa-linux/lib"};

void* open_path(const char* path) noexcept { return dlopen(path, RTLD_LAZY | RTLD_LOCAL); }

void* open_loaded() noexcept {
  for (const char* name : kNames) {
    if (void* library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) return library;
  }
  return nullptr;
}

void* open_by_name() noexcept {
  for (const char* name : kNames) {
    if (void* library = open_path(name)) return library;
  }
  return nullptr;
}

void* open_in_folder(const char* root, const char* folder) noexcept {
  char path[1024];
  for (const char* name : kNames) {
    const int length = std::snprintf(path, sizeof(path), "%s/%s/%s", root, folder, name);
    if (length < 0 || length >= static_cast<int>(sizeof(path))) continue;
    if (void* library = open_path(path)) return library;
  }
  return nullptr;
}

void* open_in_toolkit(const char* root) noexcept {
  if (root == nullptr) return nullptr;
  for (const char* folder : kToolkitFolders) {
    if (void* library = open_in_folder(root, folder)) return library;
  }
  return nullptr;
}

/// The wheels nvidia-cuda-cupti of CUDA 12 and 13.
void* open_in_wheel(const char* root) noexcept {
  if (root == nullptr) return nullptr;
  for (const char* folder : {"cuda_cupti", "cu13"}) {
    char pattern[1024];
    std::snprintf(pattern, sizeof(pattern), "%s/lib/python3*/site-packages/nvidia/%s/lib/libcupti.so*", root, folder);
    glob_t found{};
    void* library = nullptr;
    if (glob(pattern, 0, nullptr, &found) == 0) {
      for (size_t i = 0; i < found.gl_pathc && library == nullptr; ++i) library = open_path(found.gl_pathv[i]);
    }
    globfree(&found);
    if (library != nullptr) return library;
  }
  return nullptr;
}

}  // namespace

void* open_library() noexcept {
  if (const char* path = std::getenv("CUDEP_CUPTI")) return open_path(path);
  if (void* library = open_loaded()) return library;
  if (void* library = open_by_name()) return library;
  for (const char* root : {static_cast<const char*>(std::getenv("CUDA_HOME")),
                           static_cast<const char*>(std::getenv("CUDA_PATH")), "/usr/local/cuda"}) {
    if (void* library = open_in_toolkit(root)) return library;
  }
  return open_in_wheel(std::getenv("VIRTUAL_ENV"));
}

}  // namespace cudep::cupti
