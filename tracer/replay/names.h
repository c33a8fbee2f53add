// What mangled names say: the function, and for kernels what each parameter is.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudep::replay {

/// The name as in the source, with parameters; a name that is not mangled stays as it is.
std::string demangled(const std::string& name);

/// `void gpu::scale<float>(float*, int)` → `gpu::scale`: no result type, template arguments or parameters.
std::string function_of(std::string_view signature);

enum class ParameterKind : std::uint8_t {
  ConstPointer,  // to const: what it points to is only read
  Pointer,
  Scalar,
  Object,   // a class by value, which may hold pointers
  Unknown,  // the name has no signature (extern "C")
};

/// The types of a demangled signature's parameters; none when it has no parameter list.
std::optional<std::vector<std::string>> parameter_types(std::string_view signature);
/// What each of them is.
std::optional<std::vector<ParameterKind>> parameters_of(std::string_view signature);

/// What two spellings of a kernel's name have in common: nvcc and clang name functions of internal linkage differently.
std::string common_kernel_name(const std::string& mangled);

/// `cudaMalloc(&ring.slots[1], bytes)` → `ring.slots[1]`: the object that the first argument of a call to `function`
/// names, as far as one line of source shows it.
std::optional<std::string> first_argument(std::string_view line, std::string_view function);

}  // namespace cudep::replay
