// Finds a block and a name.
#include "cli/report/new_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/report/edits.h"
#include "cli/report/phrases.h"
#include "cli/report/scopes.h"
#include "cli/report/statements.h"
#include "cli/report/words.h"
#include "cli/report/written_names.h"

namespace cudep::report {
namespace {

using rules::Place;

bool has_word(std::string_view code, std::string_view word) {
  for (std::size_t at = code.find(word); at != code.npos; at = code.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(code[at - 1])) && (end == code.size() || !in_word(code[end]))) return true;
  }
  return false;
}

bool is_used(SourceLines& sources, const std::string& file, std::string_view word) {
  for (std::uint32_t line = 1; const auto code = sources.code_line(file, line); ++line)
    if (has_word(*code, word)) return true;
  return false;
}

/// "fill_done" of kernel `ns::fill<float>`.
std::string base_name(const Place& place) {
  std::string_view label = place.label;
  if (!label.starts_with("kernel `")) return label.contains("emcpy") ? "copied" : "submitted";
  label.remove_prefix(std::string_view("kernel `").size());
  label = label.substr(0, label.find_first_of("<`"));
  if (const std::size_t colons = label.rfind("::"); colons != label.npos) label.remove_prefix(colons + 2);
  return std::ranges::all_of(label, in_word) ? std::string(label) + "_done" : "submitted";
}

/// A label, a case or a condition of the preprocessor between two lines: the second may run without the first.
bool may_be_entered_between(SourceLines& sources, const std::string& file, std::uint32_t first, std::uint32_t second) {
  for (std::uint32_t line = first + 1; line < second; ++line) {
    std::string_view code = sources.code_line(file, line).value_or("");
    code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
    const std::string_view word = code.substr(0, std::ranges::find_if_not(code, in_word) - code.begin());
    const std::string_view rest = code.substr(word.size());
    const bool is_label = !word.empty() && rest.starts_with(':') && !rest.starts_with("::");
    if (is_label || word == "case" || word == "default" || code.starts_with('#')) return true;
  }
  return false;
}

std::string new_name(const Place& place, SourceLines& sources, const std::string& file) {
  const std::string base = base_name(place);
  std::string name = base;
  for (int number = 2; is_used(sources, file, name); ++number) name = fmt::format("{}_{}", base, number);
  return name;
}

/// A call of the same API as `code`: "cudaEvent" and "cudaEventCreate" as beside cudaEventRecord.
void surround(Edit& record, Edit& wait, std::string_view name) {
  const bool is_driver = !record.code.starts_with("cuda");
  replace_argument(record.code, "event", name);
  replace_argument(wait.code, "event", name);
  record.code = is_driver
                    ? fmt::format("CUevent {0};\ncuEventCreate(&{0}, CU_EVENT_DISABLE_TIMING);\n{1}", name, record.code)
                    : fmt::format("cudaEvent_t {0};\ncudaEventCreateWithFlags(&{0}, cudaEventDisableTiming);\n{1}",
                                  name, record.code);
  wait.code += fmt::format("\n{}({});", is_driver ? "cuEventDestroy" : "cudaEventDestroy", name);
}

}  // namespace

bool needs_event(const std::vector<Advice>& advice) {
  return advice.size() == 2 && std::ranges::all_of(advice, [](const Advice& one) {
           return one.edit && one.site && one.edit->undecided == kWhichEvent;
         });
}

void make_event(const rules::Finding& finding, SourceLines& sources, std::vector<Advice>& advice) {
  const auto frames = common_frames(finding.earlier, finding.later);
  if (!frames) return;
  const model::Site& first = finding.earlier.frames[frames->first].site;
  const model::Site& second = finding.later.frames[frames->second].site;
  const auto statements = in_common_block(sources, first.file, first.line, second.line);
  if (!statements || may_be_entered_between(sources, first.file, statements->first.last, statements->second.first))
    return;
  std::array<Advice, 2> moved = {advice[0], advice[1]};
  if (frames->first > 0) move_to_call(moved[0], finding.earlier, frames->first);
  if (frames->second > 0) move_to_call(moved[1], finding.later, frames->second);
  surround(*moved[0].edit, *moved[1].edit, new_name(finding.earlier, sources, first.file));
  for (Advice& one : moved) one.edit->undecided.clear();
  place_edit(sources, moved[0], statements->first);
  place_edit(sources, moved[1], statements->second);
  if (moved[0].edit->undecided.empty() && moved[1].edit->undecided.empty()) std::ranges::copy(moved, advice.begin());
}

}  // namespace cudep::report
