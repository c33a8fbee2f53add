// Resolves return addresses and tells the user's frames from the others.
#include "tracer/replay/frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "rules/model/cuda_api.h"
#include "tracer/replay/names.h"

namespace cudep::replay {
namespace {

constexpr std::array<std::string_view, 9> kLibraries = {"libstdc++", "libc.so",   "libc-",    "libpthread", "ld-linux",
                                                        "libgcc_s",  "libcudep-", "libcupti", "libm.so"};

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

/// NVIDIA's own libraries: libcudart, libcublas, libnccl.
bool is_cuda_library(std::string_view module) { return starts_with_any(module, {"libcu", "libnccl", "libnv"}); }

bool is_library(std::string_view module) {
  return std::ranges::any_of(kLibraries, [&](std::string_view name) { return module.starts_with(name); });
}

/// Of the compiler, the C library or the toolkit.
bool is_system_file(std::string_view file) {
  const bool of_toolkit =
      file.find("/include/") != file.npos &&
      (file.find("/targets/") != file.npos || file.find("/cuda") != file.npos || file.find("/nvidia/") != file.npos);
  return starts_with_any(file, {"/usr/include/", "/usr/lib/"}) || of_toolkit;
}

/// The stubs of nvcc, and those of clang, which lie in the kernel's namespace; functions of the statically linked
/// runtime.
bool is_cuda_function(std::string_view function, bool has_line) {
  if (function.contains("__device_stub_")) return true;
  if (starts_with_any(function, {"cudaLaunchKernel", "__cudaLaunchKernel", "__cudaLaunch"})) return true;
  return !has_line && starts_with_any(function, {"cuda", "__cuda", "libcudart_static", "cudart"});
}

bool is_start(std::string_view function) {
  return function == "_start" || starts_with_any(function, {"__libc_start", "start_thread", "clone"});
}

}  // namespace

const format::Module* Frames::module_at(std::uint64_t address) const {
  const format::Module* found = nullptr;
  for (const format::Module& module : trace_.modules)
    if (module.begin <= address && address < module.end && (!found || module.sequence >= found->sequence))
      found = &module;
  return found;
}

bool Frames::is_changed(const format::Module& module) {
  const auto [known, is_new] = changed_.try_emplace(&module);
  if (!is_new) return known->second;
  const std::vector<unsigned char> now = symbols_.build_id(module.path);
  return known->second = !module.build_id.empty() && !now.empty() && now != module.build_id;
}

std::vector<std::string> Frames::changed_files() const {
  std::set<std::string> files;
  for (const auto& [module, is_changed] : changed_) {
    const std::string name = std::filesystem::path(module->path).filename().string();
    if (is_changed && !is_library(name) && !is_cuda_library(name)) files.insert(module->path);
  }
  return {files.begin(), files.end()};
}

std::vector<CodePlace> Frames::code_places(std::uint64_t return_address, std::string& module) {
  const std::uint64_t address = return_address - 1;  // in the call instruction, not behind it
  const format::Module* in = module_at(address);
  if (in) module = std::filesystem::path(in->path).filename().string();
  std::vector<CodePlace> places;
  if (const auto kept = trace_.places.find(return_address); kept != trace_.places.end())
    for (const format::Place& place : kept->second)
      places.push_back(
          {.function = demangled(place.function), .file = place.file, .line = place.line, .column = place.column});
  if (places.empty() && in && !is_changed(*in)) places = symbols_.places(in->path, address - in->bias);
  if (places.empty()) places.push_back({.offset = in ? address - in->bias : address});
  return places;
}

const std::vector<Frames::Place>& Frames::places(std::uint64_t return_address) {
  const auto [known, is_new] = known_.try_emplace(return_address);
  if (!is_new) return known->second;
  std::string module;
  for (CodePlace& code : code_places(return_address, module)) {
    const std::string function = function_of(code.function);
    Place place{.code = std::move(code)};
    const bool has_line = place.code.line != 0;
    if (is_start(function))
      place.owner = Owner::Start;
    else if (is_cuda_function(function, has_line) || is_cuda_library(module))
      place.owner = Owner::Cuda;
    else if (is_library(module) || is_system_file(place.code.file))
      place.owner = Owner::Library;
    const std::string where = fmt::format("{}+{:#x}", function, place.code.offset);
    place.label = fmt::format("{}({})", module.empty() ? "?" : module, where);
    place.code.function = function;
    known->second.push_back(std::move(place));
  }
  return known->second;
}

CallStack Frames::call_stack(format::StackId stack, std::string_view kernel, bool of_memory) {
  CallStack result;
  std::vector<const Place*> user;
  bool in_library = false;  // between the user's frames so far and the next one lies library code
  const auto& addresses = trace_.stacks[static_cast<std::size_t>(stack)].addresses;
  for (const std::uint64_t address : addresses)
    for (const Place& place : places(address)) {
      if (user.empty() && place.owner == Owner::Cuda && model::find_call(place.code.function))
        result.api = place.code.function;
      if (place.owner == Owner::Library) in_library = true;
      if (place.owner != Owner::User) continue;
      if (user.empty() && !kernel.empty() && place.code.function == kernel) continue;
      if (in_library && of_memory && place.code.line != 0) {
        user.clear();
        result.addresses.clear();
      }
      in_library = false;
      user.push_back(&place);
      if (result.addresses.empty() || result.addresses.back() != address) result.addresses.push_back(address);
    }
  const bool has_lines = std::ranges::any_of(user, [](const Place* place) { return place->code.line != 0; });
  for (const Place* place : user) {
    const CodePlace& code = place->code;
    if (has_lines && code.line == 0) continue;
    const model::Site site =
        has_lines ? model::Site{code.file, code.line, code.column} : model::Site{place->label, 0, 0};
    result.frames.push_back({site, code.function});
  }
  return result;
}

}  // namespace cudep::replay
