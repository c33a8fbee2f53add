// Compares places of static findings with operations of a run.
#include "tracer/replay/matching.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cudep::replay {
namespace {

using model::Verb;

enum class Deed : std::uint8_t { Launch, Copy, Memset, Free, Allocate, Graph, HostFunction, HostAccess, Other };

Deed deed_of(Verb verb) {
  switch (verb) {
    case Verb::Launch:
      return Deed::Launch;
    case Verb::Copy:
      return Deed::Copy;
    case Verb::Memset:
      return Deed::Memset;
    case Verb::HostFunction:
      return Deed::HostFunction;
    case Verb::AllocateAsync:
    case Verb::Allocate:
      return Deed::Allocate;
    case Verb::FreeAsync:
    case Verb::FreeDevice:
    case Verb::FreePinned:
    case Verb::Unregister:
      return Deed::Free;
    case Verb::GraphLaunch:
      return Deed::Graph;
    case Verb::HostAccess:
      return Deed::HostAccess;
    default:
      return Deed::Other;
  }
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// What a label of a static finding says; none when it may be anything (a call of a library).
std::optional<Deed> deed_of(std::string_view label) {
  if (label.starts_with("read of ") || label.starts_with("write to ")) return Deed::HostAccess;
  struct Word {
    std::string_view word;
    Deed deed;
  };
  constexpr std::array kWords = {Word{"GraphLaunch", Deed::Graph},
                                 Word{"kernel", Deed::Launch},
                                 Word{"LaunchKernel", Deed::Launch},
                                 Word{"emcpy", Deed::Copy},
                                 Word{"emset", Deed::Memset},
                                 Word{"HostFunc", Deed::HostFunction},
                                 Word{"AddCallback", Deed::HostFunction},
                                 Word{"Free", Deed::Free},
                                 Word{"Unregister", Deed::Free},
                                 Word{"Malloc", Deed::Allocate},
                                 Word{"MemAlloc", Deed::Allocate}};
  for (const Word& word : kWords)
    if (contains(label, word.word)) return word.deed;
  return std::nullopt;
}

/// A call of the user's, which the line that frees or allocates may well be hidden in.
bool agrees(const rules::Place& place, const model::Operation& op) {
  const auto meant = deed_of(place.label);
  return !meant || *meant == deed_of(op.verb);
}

bool is_called(std::string_view a, std::string_view b) {
  const auto last = [](std::string_view name) {
    name = name.substr(0, name.find('('));
    const std::size_t colons = name.rfind("::");
    return colons == name.npos ? name : name.substr(colons + 2);
  };
  return !a.empty() && last(a) == last(b);
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

bool same_file(std::string_view a, std::string_view b) {
  while (a.starts_with("../") || a.starts_with("./")) a.remove_prefix(a.find('/') + 1);
  while (b.starts_with("../") || b.starts_with("./")) b.remove_prefix(b.find('/') + 1);
  if (a.size() < b.size()) std::swap(a, b);
  if (file_name(a) != file_name(b)) return false;
  return b.starts_with('/') ? a == b : a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

Match match(const rules::Place& place, const model::Operation& op, const model::Entities& entities) {
  if (place.frames.empty() || !agrees(place, op)) return Match::None;
  const rules::SourceFrame& meant = place.frames.front();
  bool has_lines = false;
  bool in_function = false;
  for (const model::Frame& frame : op.frames) {
    const model::Site& site = entities.sites[index(frame.site)];
    has_lines = has_lines || site.line != 0;
    if (site.line == meant.site.line && site.line != 0 && same_file(site.file, meant.site.file)) return Match::ByLine;
    in_function = in_function || is_called(meant.function, entities.functions[index(frame.function)]);
  }
  return in_function && !has_lines ? Match::ByFunction : Match::None;
}

bool is_unrecorded(const rules::Place& place) {
  const auto deed = deed_of(place.label);
  if (deed == Deed::HostFunction) return true;
  if (!place.on_host) return false;
  return !deed || *deed == Deed::HostAccess || (*deed == Deed::Free && !contains(place.label, "cu"));
}

}  // namespace cudep::replay
