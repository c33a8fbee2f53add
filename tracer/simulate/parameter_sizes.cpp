// Sizes by type names, and from kernel summaries.
#include "tracer/simulate/parameter_sizes.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "tracer/replay/names.h"

namespace cudep::simulate {
namespace {

constexpr std::uint32_t kPointerBytes = 8;

constexpr auto kScalars = std::to_array<std::pair<std::string_view, std::uint32_t>>({
    {"bool", 1},    {"char", 1},           {"signed char", 1}, {"unsigned char", 1},  {"short", 2},
    {"wchar_t", 4}, {"unsigned short", 2}, {"int", 4},         {"unsigned int", 4},   {"long", 8},
    {"float", 4},   {"unsigned long", 8},  {"long long", 8},   {"double", 8},         {"unsigned long long", 8},
    {"__half", 2},  {"__nv_bfloat16", 2},  {"__half2", 4},     {"__nv_bfloat162", 4}, {"dim3", 12},
});
/// `float` of `float4`: CUDA C++ Programming Guide, "Built-in Vector Types".
constexpr auto kVectorElements = std::to_array<std::pair<std::string_view, std::uint32_t>>({
    {"char", 1},
    {"uchar", 1},
    {"short", 2},
    {"ushort", 2},
    {"int", 4},
    {"uint", 4},
    {"long", 8},
    {"ulong", 8},
    {"longlong", 8},
    {"ulonglong", 8},
    {"float", 4},
    {"double", 8},
});

template <std::size_t Count>
std::uint32_t look_up(const std::array<std::pair<std::string_view, std::uint32_t>, Count>& table,
                      std::string_view name) {
  const auto found = std::ranges::find(table, name, &std::pair<std::string_view, std::uint32_t>::first);
  return found == table.end() ? 0 : found->second;
}

std::uint32_t bytes_of(std::string_view type) {
  if (type.ends_with("__restrict")) type.remove_suffix(10);
  while (type.ends_with(' ')) type.remove_suffix(1);
  if (type.ends_with('*') || type.ends_with('&') || type.ends_with(')')) return kPointerBytes;
  if (const std::uint32_t bytes = look_up(kScalars, type)) return bytes;
  const char count = type.empty() ? '\0' : type.back();
  if (count < '1' || count > '4') return 0;
  return look_up(kVectorElements, type.substr(0, type.size() - 1)) * static_cast<std::uint32_t>(count - '0');
}

}  // namespace

std::vector<std::uint32_t> sizes_by_signature(const std::string& mangled) {
  std::vector<std::uint32_t> sizes;
  const auto types = replay::parameter_types(replay::demangled(mangled));
  for (const std::string& type : types.value_or(std::vector<std::string>{})) sizes.push_back(bytes_of(type));
  return sizes;
}

std::expected<std::map<std::string, std::vector<std::uint32_t>>, std::string> sizes_in_summaries(
    const std::string& path) {
  std::ifstream in(path);
  const auto document = nlohmann::json::parse(in, nullptr, false);
  if (document.is_discarded() || !document.is_object() || !document.contains("kernels")) {
    return std::unexpected(path + ": not a file of kernel summaries, as `cudep lint --kernels-out` writes them");
  }
  std::map<std::string, std::vector<std::uint32_t>> sizes;
  for (const auto& [name, summary] : document["kernels"].items()) {
    if (!summary.is_object() || !summary.contains("parameters")) continue;
    for (const auto& bytes : summary["parameters"]) {
      sizes[name].push_back(bytes.is_number_unsigned() ? bytes.get<std::uint32_t>() : 0);
    }
  }
  return sizes;
}

}  // namespace cudep::simulate
