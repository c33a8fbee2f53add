// Compares frames, counts braces.
#include "cli/report/scopes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "cli/report/edits.h"

namespace cudep::report {
namespace {

using rules::Place;
using rules::SourceFrame;

std::string_view class_of(std::string_view function) {
  const std::size_t colons = function.rfind("::");
  return colons == function.npos ? std::string_view() : function.substr(0, colons);
}

bool same_class(const std::string& a, const std::string& b) {
  return !class_of(a).empty() && class_of(a) == class_of(b);
}

std::span<const SourceFrame> callers(const Place& place, std::size_t frame) {
  return std::span(place.frames).subspan(frame + 1);
}

bool begins_with_word(std::string_view code, std::string_view word) {
  if (!code.starts_with(word)) return false;
  const std::string_view rest = code.substr(word.size());
  return rest.empty() || std::string_view(" \t({:").contains(rest.front());
}

std::string_view code_at(SourceLines& sources, const std::string& file, std::uint32_t line) {
  std::string_view code = sources.code_line(file, line).value_or("");
  code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
  return code.substr(0, code.find_last_not_of(" \t") + 1);
}

/// What is done at the end of a block has to be done before it is left.
LineRange before_return(SourceLines& sources, const std::string& file, const LineRange& lines) {
  if (!code_at(sources, file, lines.first).starts_with('}') || lines.first < 2) return lines;
  const LineRange above = statement_at(sources, file, lines.first - 1);
  return begins_with_word(code_at(sources, file, above.first), "return") ? above : lines;
}

std::string obstacle(SourceLines& sources, const std::string& file, const Edit& edit, const LineRange& lines) {
  const std::string_view first = code_at(sources, file, lines.first);
  if (first.empty()) return "the source cannot be read";
  if (is_in_macro(sources, file, lines)) return "the statement is in a macro";
  constexpr std::array<std::string_view, 3> kInside = {"else", "case", "default"};
  const std::string_view behind_brace = first.substr(first.starts_with('}') ? 1 : 0);
  const std::string_view word = behind_brace.substr(std::min(behind_brace.find_first_not_of(' '), behind_brace.size()));
  const bool inside = std::ranges::any_of(kInside, [&](std::string_view w) { return begins_with_word(word, w); });
  if (inside && edit.kind == Edit::Kind::InsertBefore) return "no statement can stand in front of this one";
  if (code_at(sources, file, lines.last).ends_with('{') && edit.kind != Edit::Kind::InsertBefore)
    return "a block begins there";
  return {};
}

}  // namespace

bool may_name(const Place& at, std::size_t frame, const Place& named) {
  const std::string& function = at.frames[frame].function;
  const std::string& own = named.frames.front().function;
  return own == function || (frame == 0 && same_class(own, function));
}

bool sees(const Place& at, std::size_t frame, const Place& named) {
  const bool calls = std::ranges::any_of(
      named.frames, [&](const SourceFrame& caller) { return caller.function == at.frames[frame].function; });
  return calls || may_name(at, frame, named);
}

std::optional<std::pair<std::size_t, std::size_t>> common_frames(const Place& a, const Place& b) {
  for (std::size_t i = 0; i < a.frames.size(); ++i)
    for (std::size_t j = 0; j < b.frames.size(); ++j)
      if (a.frames[i].function == b.frames[j].function && a.frames[i].site.file == b.frames[j].site.file &&
          std::ranges::equal(callers(a, i), callers(b, j)))
        return std::pair(i, j);
  return std::nullopt;
}

bool share_block(SourceLines& sources, const model::Site& a, const model::Site& b) {
  if (a.file != b.file) return false;
  const auto& [from, to] = std::minmax(a, b);
  int depth = 0;
  for (std::uint32_t line = from.line; line < to.line; ++line)
    for (const char c : sources.code_line(from.file, line).value_or("")) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth < 0) return false;
    }
  return true;
}

void move_to_call(Advice& advice, const Place& place, std::size_t frame) {
  advice.site = place.frames[frame].site;
  const std::string operation = fmt::format("this {}", noun(place));
  if (advice.text.ends_with(operation))
    advice.text.replace(advice.text.size() - operation.size(), operation.size(), "this call");
}

void place_edit(SourceLines& sources, Advice& advice, const LineRange& statement) {
  Edit& edit = *advice.edit;
  const bool after = edit.kind == Edit::Kind::InsertAfter;
  const LineRange lines = after ? with_checks(sources, advice.site->file, statement) : statement;
  edit.line = lines.first;
  edit.lines = lines.last - lines.first + 1;
  if (edit.undecided.empty()) edit.undecided = obstacle(sources, advice.site->file, edit, lines);
}

void place_edit(SourceLines& sources, Advice& advice) {
  const LineRange lines = statement_at(sources, advice.site->file, advice.site->line);
  const bool before = advice.edit->kind == Edit::Kind::InsertBefore;
  place_edit(sources, advice, before ? before_return(sources, advice.site->file, lines) : lines);
}

}  // namespace cudep::report
