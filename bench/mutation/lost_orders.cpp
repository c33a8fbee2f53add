// Which calls of a right program its order hangs on: reads the paths that cudep-operations prints, and takes away one
// wait or synchronize, or moves one record before the submission ahead of it, wherever the source has that call. Prints
// a line for each call: what is done to it, where it stands, and whether the program then has a race.
//
//   remove app.cu:12:9 loses
//   remove app.cu:30:9 keeps              some other call gives the same order
//   move app.cu:15:9 before app.cu:13:3 loses
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/check.h"
#include "rules/model/operation_text.h"

namespace {

using namespace cudep;
using model::Operation;
using model::OperationList;
using model::Site;
using model::Verb;

struct Change {
  std::string what;
  bool loses = false;
};
using Changes = std::map<Site, Change>;

std::string text(const Site& site) { return fmt::format("{}:{}:{}", site.file, site.line, site.column); }

std::optional<Site> site_of(const OperationList& path, const Operation& op) {
  if (op.frames.empty()) return std::nullopt;
  return path.entities.sites[index(op.frames.front().site)];
}

bool makes_wait(Verb verb) {
  return verb == Verb::StreamWait || verb == Verb::StreamSynchronize || verb == Verb::EventSynchronize ||
         verb == Verb::DeviceSynchronize;
}

bool is_work(Verb verb) {
  return verb == Verb::Launch || verb == Verb::Copy || verb == Verb::Memset || verb == Verb::HostFunction ||
         verb == Verb::GraphLaunch;
}

bool has_race(const OperationList& path) {
  return std::ranges::any_of(rules::check(path), [](const rules::Finding& finding) {
    return finding.confidence != rules::Confidence::Possible;
  });
}

OperationList without(const OperationList& path, const Site& site) {
  OperationList changed{path.entities, {}};
  std::ranges::copy_if(path.operations, std::back_inserter(changed.operations),
                       [&](const Operation& op) { return !makes_wait(op.verb) || site_of(path, op) != site; });
  return changed;
}

/// The work that was submitted to the stream of the record at `position` right before it, by the same function.
std::optional<std::size_t> work_before(const OperationList& path, std::size_t position) {
  const Operation& record = path.operations[position];
  for (std::size_t p = position; p-- > 0;) {
    const Operation& op = path.operations[p];
    if (op.stream != record.stream || !is_work(op.verb)) continue;
    if (op.frames.empty() || op.frames.front().function != record.frames.front().function) return std::nullopt;
    const bool stands_before = site_of(path, op) < site_of(path, record);
    return stands_before ? std::optional(p) : std::nullopt;
  }
  return std::nullopt;
}

/// Moves every record of the site; the last work that one was moved before is told.
OperationList moved_up(const OperationList& path, const Site& site, std::optional<Site>& before) {
  OperationList changed = path;
  for (std::size_t p = 0; p < changed.operations.size(); ++p) {
    const Operation& op = changed.operations[p];
    if (op.verb != Verb::Record || site_of(changed, op) != site) continue;
    const auto work = work_before(changed, p);
    if (!work) continue;
    before = site_of(changed, changed.operations[*work]);
    const auto begin = changed.operations.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(*work), begin + static_cast<std::ptrdiff_t>(p),
                begin + static_cast<std::ptrdiff_t>(p) + 1);
  }
  return changed;
}

void try_changes(const OperationList& path, Changes& removed, Changes& moved) {
  for (const Operation& op : path.operations) {
    const auto site = site_of(path, op);
    if (!site) continue;
    if (makes_wait(op.verb)) {
      Change& change = removed[*site];
      change.what = "remove " + text(*site);
      change.loses = change.loses || has_race(without(path, *site));
    }
    if (op.verb != Verb::Record) continue;
    std::optional<Site> before;
    const OperationList changed = moved_up(path, *site, before);
    if (!before) continue;
    Change& change = moved[*site];
    change.what = fmt::format("move {} before {}", text(*site), text(*before));
    change.loses = change.loses || has_race(changed);
  }
}

void print(const Changes& changes) {
  for (const auto& [site, change] : changes) fmt::print("{} {}\n", change.what, change.loses ? "loses" : "keeps");
}

/// The texts between the headings that cudep-operations prints.
std::vector<std::string> split(const std::string& all) {
  std::vector<std::string> paths;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t next = all.find("\n# ", at + 1);
    paths.push_back(all.substr(at, next == std::string::npos ? next : next + 1 - at));
    at = next == std::string::npos ? all.size() : next + 1;
  }
  return paths;
}

}  // namespace

int main() {
  const std::string all{std::istreambuf_iterator<char>(std::cin), {}};
  Changes removed, moved;
  for (const std::string& text : split(all)) {
    const auto path = model::parse(text, "operations");
    if (!path) {
      fmt::print(stderr, "{}\n", path.error());
      return 2;
    }
    if (has_race(*path)) {
      fmt::print(stderr, "a path has a race already: {}\n", text.substr(0, text.find('\n')));
      return 1;
    }
    try_changes(*path, removed, moved);
  }
  print(removed);
  print(moved);
  return 0;
}
