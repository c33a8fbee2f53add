// How the enumerations, types and names of a host program are spelled in its text form; for printing and for parsing.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/program/program.h"

namespace cudep::program {

std::string_view spelling(Arithmetic operation);
std::string_view spelling(LaunchValue value);
std::string_view spelling(Stop::Kind kind);
std::string_view spelling(FunctionKind kind);
std::string_view spelling(Global::Memory memory);
std::string spelling(const Type& type);

std::optional<Arithmetic> find_arithmetic(std::string_view word);
std::optional<LaunchValue> find_launch_value(std::string_view word);
std::optional<Stop::Kind> find_stop(std::string_view word);
std::optional<FunctionKind> find_function_kind(std::string_view word);
std::optional<Global::Memory> find_memory(std::string_view word);
std::optional<Type> find_type(std::string_view word);

/// True for operations of `left` alone.
bool is_unary(Arithmetic operation);
/// True for operations that yield 0 or 1.
bool is_comparison(Arithmetic operation);
/// What an operation on operands of this type yields when the text names no other type.
Type usual_result(Arithmetic operation, const Type& operand_type);

/// True for what may be written without quotes after `@`, `$` and `&`.
bool is_plain_name(std::string_view name);
bool is_name_character(char c);
/// With quotes and escapes.
std::string quoted(std::string_view text);

/// The flags of a function that are one word in the text.
struct FunctionFlag {
  std::string_view word;
  bool Function::* member;
  bool written_when;  // the value that makes the word appear; the other one is the default
};
inline constexpr std::array kFunctionFlags = {
    FunctionFlag{"kernel", &Function::is_kernel, true},
    FunctionFlag{"device", &Function::is_device, true},
    FunctionFlag{"private", &Function::is_public, false},
    FunctionFlag{"virtual", &Function::is_virtual, true},
    FunctionFlag{"variadic", &Function::is_variadic, true},
    FunctionFlag{"no_return", &Function::no_return, true},
    FunctionFlag{"system_header", &Function::in_system_header, true},
    FunctionFlag{"main_file", &Function::in_main_file, true},
    FunctionFlag{"opaque", &Function::opaque, true},
};

/// Likewise for the functions that a library class refers to.
struct LibraryRole {
  std::string_view word;
  std::optional<FunctionId> LibraryClass::* member;
};
inline constexpr std::array kLibraryRoles = {
    LibraryRole{"default", &LibraryClass::element_default},     LibraryRole{"copy", &LibraryClass::element_copy},
    LibraryRole{"move", &LibraryClass::element_move},           LibraryRole{"destroy", &LibraryClass::element_destroy},
    LibraryRole{"construct", &LibraryClass::element_construct}, LibraryRole{"allocate", &LibraryClass::allocate},
    LibraryRole{"deallocate", &LibraryClass::deallocate},       LibraryRole{"deleter", &LibraryClass::deleter},
};

}  // namespace cudep::program
