// The statements that advice proposes.
#include "cli/report/edits.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "cli/report/phrases.h"

namespace cudep::report {
namespace {

bool is_driver_call(const rules::Place& place) {
  return place.label.size() > 2 && place.label.starts_with("cu") &&
         std::isupper(static_cast<unsigned char>(place.label[2])) != 0;
}

bool uses_driver_api(const rules::Finding& finding) {
  const bool pair = is_driver_call(finding.earlier) || is_driver_call(finding.later);
  return pair || (finding.evidence && is_driver_call(*finding.evidence)) ||
         (finding.counterpart && is_driver_call(*finding.counterpart));
}

/// As the source would name it: without the count of several that a run shows under one name (`copy #2`).
std::string stream_expression(const rules::Place& place) {
  if (!is_default_stream(place)) return place.agent.empty() ? "stream" : place.agent.substr(0, place.agent.find(" #"));
  const bool per_thread = place.agent.find("hread") != std::string::npos;
  return per_thread ? "cudaStreamPerThread" : "0";
}

Advice with_code(const rules::Place& place, std::string text, Edit::Kind kind, std::string code) {
  return {.site = site_of(place),
          .text = std::move(text),
          .edit = Edit{.kind = kind, .code = std::move(code), .undecided = {}}};
}

Advice with_event(const rules::Place& place, std::string_view event, std::string text, Edit::Kind kind,
                  std::string code) {
  Advice advice = with_code(place, std::move(text), kind, std::move(code));
  if (event.empty()) advice.edit->undecided = kWhichEvent;
  return advice;
}

std::string_view name_of(std::string_view event) { return event.empty() ? "event" : event; }

}  // namespace

std::string_view noun(const rules::Place& place) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNouns = {{
      {"GraphLaunch", "graph launch"},
      {"graph launch", "graph launch"},
      {"kernel", "launch"},
      {"host function", "host function"},
      {"emcpy", "copy"},
      {"emset", "memset"},
      {"Free", "free"},
  }};
  for (const auto& [part, noun] : kNouns)
    if (place.label.find(part) != std::string::npos) return noun;
  return place.on_host ? "access" : "operation";
}

Advice record_after(const rules::Finding& finding, const rules::Place& place, std::string_view event,
                    std::string text) {
  const std::string_view call = uses_driver_api(finding) ? "cuEventRecord" : "cudaEventRecord";
  return with_event(place, event, std::move(text), Edit::Kind::InsertAfter,
                    fmt::format("{}({}, {});", call, name_of(event), stream_expression(place)));
}

Advice wait_before(const rules::Finding& finding, const rules::Place& place, std::string_view event, std::string text) {
  const std::string stream = stream_expression(place);
  return with_event(place, event, std::move(text), Edit::Kind::InsertBefore,
                    uses_driver_api(finding) ? fmt::format("cuStreamWaitEvent({}, {}, 0);", stream, name_of(event))
                                             : fmt::format("cudaStreamWaitEvent({}, {});", stream, name_of(event)));
}

Advice synchronize_before(const rules::Finding& finding, const rules::Place& place, std::string text) {
  const std::string_view call = uses_driver_api(finding) ? "cuStreamSynchronize" : "cudaStreamSynchronize";
  return with_code(place, std::move(text), Edit::Kind::InsertBefore,
                   fmt::format("{}({});", call, stream_expression(finding.earlier)));
}

Advice synchronize_event_before(const rules::Finding& finding, const rules::Place& place, std::string_view event,
                                std::string text) {
  const std::string_view call = uses_driver_api(finding) ? "cuEventSynchronize" : "cudaEventSynchronize";
  return with_event(place, event, std::move(text), Edit::Kind::InsertBefore,
                    fmt::format("{}({});", call, name_of(event)));
}

Advice remove(const rules::Place& place, std::string text) {
  return with_code(place, std::move(text), Edit::Kind::Remove, "");
}

Advice advise(const rules::Place& place, std::string text) {
  return {.site = site_of(place), .text = std::move(text), .edit = std::nullopt};
}

}  // namespace cudep::report
