// Reads stream and event arguments from source lines.
#include "cli/report/written_names.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "cli/report/phrases.h"
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
std::optional<std::string> argument_of_call(std::string_view line, const Place& place, Role role) {
  const std::size_t name = line.find(place.label + "(");
  if (place.label.empty() || name == std::string_view::npos) return std::nullopt;
  const std::vector<std::string> all = arguments(line.substr(name + place.label.size() + 1), ")");
  const model::Call* call = model::find_call(place.label, all.size());
  const auto position = call ? model::argument(*call, role) : std::nullopt;
  return position ? argument_at(all, *position) : std::nullopt;
}

/// Replaces the argument `name` of the call in `code`.
void replace_argument(std::string& code, std::string_view name, std::string_view written) {
  const auto at_edge = [&](std::size_t i) {
    return i >= code.size() || std::string_view("(), ").find(code[i]) != std::string_view::npos;
  };
  for (std::size_t at = code.find(name); !name.empty() && at != std::string::npos; at = code.find(name, at + 1)) {
    if (at == 0 || !at_edge(at - 1) || !at_edge(at + name.size())) continue;
    code.replace(at, name.size(), written);
    return;
  }
}

std::string_view function_of(const Place& place) {
  return place.frames.empty() ? std::string_view() : std::string_view(place.frames.front().function);
}

std::vector<const Place*> places_of(const rules::Finding& finding) {
  std::vector<const Place*> places = {&finding.earlier, &finding.later};
  if (finding.evidence) places.push_back(&*finding.evidence);
  if (finding.counterpart) places.push_back(&*finding.counterpart);
  return places;
}

class Respelling {
 public:
  Respelling(const rules::Finding& finding, SourceLines& sources) : places_(places_of(finding)), sources_(sources) {}

  void apply(const model::Site& site, Edit& edit) {
    const auto here = std::ranges::find(places_, site, [](const Place* place) { return site_of(*place); });
    if (here == places_.end()) return;
    for (const Place* place : places_) {
      if (function_of(*place) != function_of(**here)) continue;
      // An index may differ from one line to the next: a stream keeps its spelling only on its own line.
      if (site_of(*place) == site && !is_default_stream(*place)) respell(edit, place->agent, stream(*place));
      const auto event = this->event(*place);
      if (event && (event->find('[') == std::string::npos || is_open_at(site_of(*place), site)))
        respell(edit, place->event, event);
    }
  }

 private:
  /// The innermost block around `from` reaches to `to`, so that an index is the same in both places.
  bool is_open_at(const model::Site& from, const model::Site& to) {
    if (from.file != to.file || from.line > to.line) return false;
    int depth = 0;
    for (std::uint32_t line = from.line; line < to.line; ++line)
      for (const char c : sources_.line(from.file, line).value_or("")) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth < 0) return false;
      }
    return true;
  }
  static void respell(Edit& edit, std::string_view name, const std::optional<std::string>& written) {
    if (written) replace_argument(edit.code, name, *written);
  }
  std::string_view line(const Place& place) {
    return sources_.line(site_of(place).file, site_of(place).line).value_or("");
  }
  std::optional<std::string> stream(const Place& place) { return stream_as_written(line(place), place); }
  std::optional<std::string> event(const Place& place) { return event_as_written(line(place), place); }

  std::vector<const Place*> places_;
  SourceLines& sources_;
};

}  // namespace

std::optional<std::string> stream_as_written(std::string_view line, const Place& place) {
  if (!place.label.starts_with("kernel")) return argument_of_call(line, place, Role::Stream);
  const std::size_t open = line.find("<<<");
  if (open == std::string_view::npos || line.find("<<<", open + 1) != std::string_view::npos) return std::nullopt;
  return argument_at(arguments(line.substr(open + 3), ">>>"), kStreamOfLaunch);
}

std::optional<std::string> event_as_written(std::string_view line, const Place& place) {
  return argument_of_call(line, place, Role::Event);
}

Explanation explain(const rules::Finding& finding, SourceLines& sources) {
  Explanation explanation = explain(finding);
  Respelling respelling(finding, sources);
  for (Advice& advice : explanation.advice)
    if (advice.edit && advice.site) {
      respelling.apply(*advice.site, *advice.edit);
      advice.edit->lines = sources.statement_lines(advice.site->file, advice.site->line);
    }
  return explanation;
}

}  // namespace cudep::report
