// Chooses the frame of an edit, spells its names, finds its lines.
#include "cli/report/placed_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/report/checked_calls.h"
#include "cli/report/edits.h"
#include "cli/report/new_events.h"
#include "cli/report/phrases.h"
#include "cli/report/scopes.h"
#include "cli/report/statements.h"
#include "cli/report/written_names.h"

namespace cudep::report {
namespace {

using rules::Finding;
using rules::Place;

std::vector<const Place*> places_of(const Finding& finding) {
  std::vector<const Place*> places = {&finding.earlier, &finding.later};
  if (finding.evidence) places.push_back(&*finding.evidence);
  if (finding.counterpart) places.push_back(&*finding.counterpart);
  std::erase_if(places, [](const Place* place) { return place->frames.empty(); });
  return places;
}

bool is_expression(std::string_view name) { return name.find(' ') == name.npos; }

class Fitting {
 public:
  Fitting(const Finding& finding, SourceLines& sources) : places_(places_of(finding)), sources_(sources) {}

  void fit(Advice& advice) {
    const Place* const at = place_of(advice);
    if (!at) return undecide(advice, "nothing is known of the code there");
    const std::size_t frame = frame_that_sees_the_names(*at, advice.edit->code);
    if (frame > 0) move_to_call(advice, *at, frame);
    spell(*advice.edit, *at, frame);
    place_edit(sources_, advice);
  }

  /// The statement that is taken out, put in again elsewhere as it is.
  void move(Advice& removed, Advice& inserted) {
    const LineRange lines = {.first = removed.edit->line, .last = removed.edit->line + removed.edit->lines - 1};
    if (!is_plain_call(sources_, removed.site->file, lines)) {
      undecide(removed, "the statement does more than to call");
      return undecide(inserted, removed.edit->undecided);
    }
    const std::string text = statement_text(sources_, removed.site->file, lines);
    const Place* const moved = place_of(removed);
    if (!moved) return;
    const std::string& code = inserted.edit->code;
    if (event_as_written(text, *moved) == event_as_written(code, *moved) &&
        stream_as_written(text, *moved) == stream_as_written(code, *moved))
      inserted.edit->code = text;
  }

  /// Another event in the statement that stands there; all else of it stays.
  void replace(Advice& advice) {
    const LineRange lines = {.first = advice.edit->line, .last = advice.edit->line + advice.edit->lines - 1};
    std::string text = statement_text(sources_, advice.site->file, lines);
    const Place* const at = place_of(advice);
    const auto old_event = at ? event_as_written(text, *at) : std::nullopt;
    const auto new_event = at ? event_as_written(advice.edit->code, *at) : std::nullopt;
    if (!old_event || !new_event) return undecide(advice, "the event is not named in the statement");
    replace_argument(text, *old_event, *new_event);
    advice.edit->code = text;
  }

 private:
  static void undecide(Advice& advice, std::string_view why) {
    if (advice.edit->undecided.empty()) advice.edit->undecided = why;
  }

  /// One statement may submit both operations: what goes in front of it is for the later one.
  const Place* place_of(const Advice& advice) const {
    const auto is_there = [&](const Place* place) { return site_of(*place) == *advice.site; };
    const Place* const later = places_.size() > 1 ? places_[1] : nullptr;
    if (later && advice.edit->kind == Edit::Kind::InsertBefore && is_there(later)) return later;
    const auto at = std::ranges::find_if(places_, is_there);
    return at == places_.end() ? nullptr : *at;
  }

  /// 0 is the operation's own, 1 that of the call which led to it, and so on.
  std::size_t frame_that_sees_the_names(const Place& at, std::string_view code) const {
    for (std::size_t frame = 0; frame < at.frames.size(); ++frame)
      if (std::ranges::all_of(places_, [&](const Place* named) {
            return !(has_argument(code, named->agent) || has_argument(code, named->event)) || sees(at, frame, *named);
          }))
        return frame;
    return 0;
  }

  void spell(Edit& edit, const Place& at, std::size_t frame) {
    for (const Place* place : places_) {
      const bool known = may_name(at, frame, *place);
      if (!is_default_stream(*place)) spell(edit, place->agent, known ? stream(*place, at) : std::nullopt);
      spell(edit, place->event, known ? event(*place, at) : std::nullopt);
    }
  }

  void spell(Edit& edit, std::string_view name, const std::optional<std::string>& written) {
    if (written) return replace_argument(edit.code, name, *written);
    const bool is_used = is_expression(name) ? has_argument(edit.code, name) : edit.code.find(name) != edit.code.npos;
    if (!is_used || !edit.undecided.empty()) return;
    if (!is_expression(name)) edit.undecided = fmt::format("`{}` has no name there", name);
    // A number that the source does not write is one of those that an index has in turn.
    if (name.contains('[') && !is_written(name)) edit.undecided = fmt::format("`{}` is chosen by an index", name);
  }

  bool is_written(std::string_view name) {
    return std::ranges::any_of(places_, [&](const Place* place) {
      const std::string& file = site_of(*place).file;
      for (std::uint32_t line = 1; const auto code = sources_.code_line(file, line); ++line)
        if (code->contains(name)) return true;
      return false;
    });
  }

  /// What the place calls it, if that means the same at `at`: an index or a call may mean something else there.
  std::optional<std::string> if_same(std::optional<std::string> written, const Place& place, const Place& at) {
    if (!written || site_of(place) == site_of(at)) return written;
    const bool varies = written->find_first_of("[(") != std::string::npos;
    return varies && !share_block(sources_, site_of(place), site_of(at)) ? std::nullopt : written;
  }
  std::string statement(const Place& place) {
    const std::string& file = site_of(place).file;
    return statement_text(sources_, file, statement_at(sources_, file, site_of(place).line));
  }
  std::optional<std::string> stream(const Place& place, const Place& at) {
    return if_same(stream_as_written(statement(place), place), place, at);
  }
  std::optional<std::string> event(const Place& place, const Place& at) {
    return if_same(event_as_written(statement(place), place), place, at);
  }

  std::vector<const Place*> places_;
  SourceLines& sources_;
};

bool is_kind(const Advice& advice, Edit::Kind kind) { return advice.edit && advice.site && advice.edit->kind == kind; }

}  // namespace

Explanation explain(const Finding& finding, SourceLines& sources) {
  Explanation explanation = explain(finding);
  std::vector<Advice>& all = explanation.advice;
  Fitting fitting(finding, sources);
  for (Advice& advice : all)
    if (advice.edit && advice.site) fitting.fit(advice);
  if (needs_event(all)) make_event(finding, sources, all);
  if (all.size() == 2 && is_kind(all.front(), Edit::Kind::Remove)) fitting.move(all.front(), all.back());
  if (all.size() == 1 && is_kind(all.front(), Edit::Kind::Replace)) fitting.replace(all.front());
  for (Advice& advice : all)
    if (advice.edit && advice.site) check_like_neighbours(sources, advice.site->file, *advice.edit);
  return explanation;
}

}  // namespace cudep::report
