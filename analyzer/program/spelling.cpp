// The tables behind spelling.h.
#include "analyzer/program/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace cudep::program {
namespace {

constexpr std::array<std::string_view, 21> kArithmetic = {
    "add",     "subtract",      "multiply",    "divide",     "remainder",   "and",     "or",
    "xor",     "shift_left",    "shift_right", "equal",      "not_equal",   "less",    "less_equal",
    "greater", "greater_equal", "negate",      "complement", "logical_not", "convert", "pointer_difference"};
constexpr std::array<std::string_view, 12> kLaunchValues = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",
                                                            "blockIdx.y",  "blockIdx.z",  "blockDim.x",  "blockDim.y",
                                                            "blockDim.z",  "gridDim.x",   "gridDim.y",   "gridDim.z"};
constexpr std::array<std::string_view, 3> kStops = {"throw", "no_return", "unreachable"};
constexpr std::array<std::string_view, 4> kFunctionKinds = {"free", "method", "constructor", "destructor"};
constexpr std::array<std::string_view, 4> kMemories = {"host", "device", "constant", "managed"};

template <class Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

template <std::size_t N, class Enum>
std::string_view word_of(const std::array<std::string_view, N>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

std::optional<std::uint32_t> parse_count(std::string_view digits) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

constexpr std::uint32_t kPointerBytes = 8;

}  // namespace

std::string_view spelling(Arithmetic operation) { return word_of(kArithmetic, operation); }
std::string_view spelling(LaunchValue value) { return word_of(kLaunchValues, value); }
std::string_view spelling(Stop::Kind kind) { return word_of(kStops, kind); }
std::string_view spelling(FunctionKind kind) { return word_of(kFunctionKinds, kind); }
std::string_view spelling(Global::Memory memory) { return word_of(kMemories, memory); }

std::optional<Arithmetic> find_arithmetic(std::string_view word) { return find<Arithmetic>(kArithmetic, word); }
std::optional<LaunchValue> find_launch_value(std::string_view word) { return find<LaunchValue>(kLaunchValues, word); }
std::optional<Stop::Kind> find_stop(std::string_view word) { return find<Stop::Kind>(kStops, word); }
std::optional<FunctionKind> find_function_kind(std::string_view word) {
  return find<FunctionKind>(kFunctionKinds, word);
}
std::optional<Global::Memory> find_memory(std::string_view word) { return find<Global::Memory>(kMemories, word); }

std::string spelling(const Type& type) {
  switch (type.kind) {
    case TypeKind::Void:
      return "void";
    case TypeKind::Integer:
      return fmt::format("{}{}", type.is_signed ? 'i' : 'u', type.bytes * 8);
    case TypeKind::Float:
      return fmt::format("f{}", type.bytes * 8);
    case TypeKind::Pointer:
      return type.bytes == kPointerBytes ? "ptr" : fmt::format("ptr{}", type.bytes * 8);
    case TypeKind::Aggregate:
      return fmt::format("aggregate{}", type.bytes);
  }
  return "void";
}

std::optional<Type> find_type(std::string_view word) {
  if (word == "void") return Type{};
  if (word == "ptr") return Type{TypeKind::Pointer, kPointerBytes};
  const std::size_t letters = std::min(word.find_first_of("0123456789"), word.size());
  const auto count = parse_count(word.substr(letters));
  if (!count) return std::nullopt;
  const std::string_view kind = word.substr(0, letters);
  if (kind == "aggregate") return Type{TypeKind::Aggregate, *count};
  if (*count % 8 != 0) return std::nullopt;
  if (kind == "i" || kind == "u") return Type{TypeKind::Integer, *count / 8, kind == "i"};
  if (kind == "f") return Type{TypeKind::Float, *count / 8};
  if (kind == "ptr") return Type{TypeKind::Pointer, *count / 8};
  return std::nullopt;
}

bool is_unary(Arithmetic operation) {
  return operation == Arithmetic::Negate || operation == Arithmetic::Complement ||
         operation == Arithmetic::LogicalNot || operation == Arithmetic::Convert;
}

bool is_comparison(Arithmetic operation) {
  return (operation >= Arithmetic::Equal && operation <= Arithmetic::GreaterEqual) ||
         operation == Arithmetic::LogicalNot;
}

Type usual_result(Arithmetic operation, const Type& operand_type) {
  if (is_comparison(operation)) return {TypeKind::Integer, 1};
  if (operation == Arithmetic::PointerDifference) return {TypeKind::Integer, 8, true};
  return operand_type;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

bool is_plain_name(std::string_view name) { return !name.empty() && std::ranges::all_of(name, is_name_character); }

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

}  // namespace cudep::program
