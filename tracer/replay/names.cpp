// Takes demangled names apart.
#include "tracer/replay/names.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace cudep::replay {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Where the last parameter list begins; npos without one.
std::size_t parameter_list(std::string_view signature) {
  const std::size_t end = signature.rfind(')');
  if (end == signature.npos) return end;
  int depth = 0;
  for (std::size_t i = end + 1; i-- > 0;) {
    if (signature[i] == ')') ++depth;
    if (signature[i] == '(' && --depth == 0) return signature.substr(i).starts_with(kAnonymous) ? signature.npos : i;
  }
  return signature.npos;
}

/// The pieces between commas that stand in no brackets.
std::vector<std::string_view> pieces(std::string_view list) {
  std::vector<std::string_view> result;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    depth += (c == '(' || c == '<' || c == '[' || c == '{') ? 1 : 0;
    depth -= (c == ')' || c == '>' || c == ']' || c == '}') ? 1 : 0;
    if (c != ',' || depth != 0) continue;
    result.push_back(trimmed(list.substr(begin, i - begin)));
    begin = i + 1;
  }
  result.push_back(trimmed(list.substr(begin)));
  return result;
}

bool is_scalar(std::string_view type) {
  constexpr std::array<std::string_view, 14> kScalars = {
      "bool",         "char", "signed char",   "unsigned char", "short", "unsigned short",     "int",
      "unsigned int", "long", "unsigned long", "long long",     "float", "unsigned long long", "double"};
  return std::ranges::find(kScalars, type) != kScalars.end();
}

ParameterKind kind_of(std::string_view type) {
  if (is_scalar(type)) return ParameterKind::Scalar;
  if (type.ends_with("__restrict")) type = trimmed(type.substr(0, type.size() - 10));
  if (type.ends_with(')')) return ParameterKind::Scalar;  // a function, by pointer
  if (!type.ends_with('*') && !type.ends_with('&')) return ParameterKind::Object;
  const std::string_view pointee = trimmed(type.substr(0, type.size() - 1));
  return pointee.ends_with("const") ? ParameterKind::ConstPointer : ParameterKind::Pointer;
}

/// Without what stands in angle brackets; `operator<` and its like keep theirs.
std::string without_template_arguments(std::string_view name) {
  std::string text;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool of_operator = text.ends_with("operator") || text.ends_with("operator<") || text.ends_with("operator-");
    if (name[i] == '<' && !of_operator) ++depth;
    if (depth == 0) text += name[i];
    if (name[i] == '>' && depth > 0) --depth;
  }
  return text;
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? text.get() : name;
}

std::string function_of(std::string_view signature) {
  const std::size_t list = parameter_list(signature);
  std::string name = without_template_arguments(signature.substr(0, std::min(list, signature.size())));
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(') --depth;
    const bool of_operator = i >= 8 && name.compare(i - 8, 8, "operator") == 0;
    if (name[i] == ' ' && depth == 0 && !of_operator) return name.substr(i + 1);
  }
  return name;
}

std::optional<std::vector<std::string>> parameter_types(std::string_view signature) {
  const std::size_t begin = parameter_list(signature);
  if (begin == signature.npos) return std::nullopt;
  const std::string_view list = trimmed(signature.substr(begin + 1, signature.rfind(')') - begin - 1));
  std::vector<std::string> types;
  if (list.empty() || list == "void") return types;
  for (const std::string_view type : pieces(list)) types.emplace_back(type);
  return types;
}

std::optional<std::vector<ParameterKind>> parameters_of(std::string_view signature) {
  const auto types = parameter_types(signature);
  if (!types) return std::nullopt;
  std::vector<ParameterKind> kinds;
  for (const std::string& type : *types) kinds.push_back(kind_of(type));
  return kinds;
}

std::string common_kernel_name(const std::string& mangled) {
  const std::size_t unit = mangled.rfind(":_Z");  // `src/scale.cu:_ZL5scalePf`
  std::string signature = demangled(unit == mangled.npos ? mangled : mangled.substr(unit + 1));
  for (std::size_t at = signature.find(kAnonymous); at != signature.npos; at = signature.find(kAnonymous))
    signature.erase(at, kAnonymous.size() + 2);
  const std::size_t list = parameter_list(signature);
  if (list == signature.npos) return signature;
  // nvcc: `__nv_static_31__0a1b_8_scale_cu_0a1b__scale(float*)`, namespaces `_GLOBAL__N__0a1b…::`.
  const std::size_t name = signature.rfind("::", list);
  std::size_t begin = name == signature.npos ? 0 : name + 2;
  if (const std::size_t marked = signature.find("__nv_static_"); marked < list) {
    const std::size_t inner = signature.rfind("__", list);
    if (inner != signature.npos && inner > marked) begin = inner + 2;
  }
  return signature.substr(begin);
}

std::optional<std::string> first_argument(std::string_view line, std::string_view function) {
  std::size_t at = line.find(function);
  while (at != line.npos && at > 0 && is_word(line[at - 1])) at = line.find(function, at + 1);
  const std::size_t open = at == line.npos ? at : line.find('(', at);
  if (open == line.npos) return std::nullopt;
  const std::string_view rest = line.substr(open + 1);
  int depth = 0;
  std::size_t end = 0;
  for (; end < rest.size() && (depth > 0 || (rest[end] != ',' && rest[end] != ')')); ++end) {
    depth += (rest[end] == '(' || rest[end] == '[') ? 1 : 0;
    depth -= (rest[end] == ')' || rest[end] == ']') ? 1 : 0;
  }
  if (end == rest.size()) return std::nullopt;
  std::string_view argument = trimmed(rest.substr(0, end));
  if (const std::size_t address = argument.find('&'); address != argument.npos) argument = argument.substr(address + 1);
  argument = trimmed(argument);
  const bool plain = !argument.empty() && std::ranges::all_of(argument, [](char c) {
    return is_word(c) || c == '.' || c == '[' || c == ']' || c == '-' || c == '>' || c == ':';
  });
  return plain ? std::optional(std::string(argument)) : std::nullopt;
}

}  // namespace cudep::replay
