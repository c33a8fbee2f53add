// Reads stream and event arguments from source lines.
#include "cli/report/written_names.h"

#include <cctype>
#include <vector>

#include "rules/model/cuda_api.h"

namespace cudep::report {
namespace {

using model::Role;
using rules::Place;

constexpr std::size_t kStreamOfLaunch = 3;  // <<<grid, block, shared, stream>>>

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
}

/// The arguments at the start of `text`, up to `end` outside all brackets; none when it does not come.
std::vector<std::string> arguments(std::string_view text, std::string_view end) {
  std::vector<std::string> found;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends = depth == 0 && text.substr(i).starts_with(end);
    if (ends || (depth == 0 && text[i] == ',')) {
      found.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
    if (ends) return found;
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
  }
  return {};
}

std::optional<std::string> argument_at(const std::vector<std::string>& arguments, std::size_t position) {
  if (position >= arguments.size() || arguments[position].empty()) return std::nullopt;
  return arguments[position];
}

/// The argument of the CUDA call on `line` that has this role.
std::optional<std::string> argument_of_call(std::string_view statement, const Place& place, Role role) {
  const std::size_t name = statement.find(place.label + "(");
  if (place.label.empty() || name == std::string_view::npos) return std::nullopt;
  const std::vector<std::string> all = arguments(statement.substr(name + place.label.size() + 1), ")");
  const model::Call* call = model::find_call(place.label, all.size());
  const auto position = call ? model::argument(*call, role) : std::nullopt;
  return position ? argument_at(all, *position) : std::nullopt;
}

/// Where `name` stands between what separates arguments.
std::size_t find_argument(std::string_view code, std::string_view name) {
  const auto at_edge = [&](std::size_t i) { return i >= code.size() || std::string_view("(), ").contains(code[i]); };
  for (std::size_t at = code.find(name); !name.empty() && at != code.npos; at = code.find(name, at + 1))
    if (at != 0 && at_edge(at - 1) && at_edge(at + name.size())) return at;
  return code.npos;
}

}  // namespace

std::optional<std::string> stream_as_written(std::string_view statement, const Place& place) {
  if (!place.label.starts_with("kernel")) return argument_of_call(statement, place, Role::Stream);
  const std::size_t open = statement.find("<<<");
  if (open == std::string_view::npos || statement.find("<<<", open + 1) != std::string_view::npos) return std::nullopt;
  return argument_at(arguments(statement.substr(open + 3), ">>>"), kStreamOfLaunch);
}

std::optional<std::string> event_as_written(std::string_view statement, const Place& place) {
  return argument_of_call(statement, place, Role::Event);
}

bool has_argument(std::string_view code, std::string_view name) { return find_argument(code, name) != code.npos; }

void replace_argument(std::string& code, std::string_view name, std::string_view written) {
  if (const std::size_t at = find_argument(code, name); at != code.npos) code.replace(at, name.size(), written);
}

}  // namespace cudep::report
