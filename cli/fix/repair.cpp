// Tries all edits at once, takes back those that are to blame, and goes on from there until nothing more is offered.
#include "cli/fix/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/report/offered_edits.h"
#include "cli/report/placed_edits.h"

namespace cudep::fix {
namespace {

using report::LineEdit;
using rules::Finding;

constexpr int kSteps = 8;     // a step is what can be done at once
constexpr int kAttempts = 6;  // at one step

constexpr std::string_view kAnother = "another edit is in its way; run --fix again";

std::vector<report::Problem> problems_of(const Outcome& outcome) {
  std::vector<report::Problem> all;
  for (const report::Unit& unit : outcome.units) all.insert(all.end(), unit.problems.begin(), unit.problems.end());
  return all;
}

struct Candidate {
  std::size_t wanted;  // the number of the finding
  FileEdits edits;
  std::string blame;
};

class Repairing {
 public:
  Repairing(const std::vector<Finding>& wanted, Outcome outcome, const Program& program)
      : program_(program), outcome_(std::move(outcome)) {
    for (const Finding& finding : wanted)
      repair_.findings.push_back({.finding = repair_.findings.size(), .now = key_of(finding), .why_not = {}});
    for (const Finding& finding : outcome_.findings) known_.insert(key_of(finding));
    for (const report::Problem& problem : problems_of(outcome_)) known_problems_.insert(name_of(problem));
  }

  Repair run() {
    for (int step = 0; step < kSteps; ++step) {
      std::vector<Candidate> candidates = offered();
      if (candidates.empty() || !try_all(candidates)) break;
    }
    std::erase_if(repair_.before, [&](const auto& entry) { return !repair_.after.contains(entry.first); });
    repair_.outcome = std::move(outcome_);
    return std::move(repair_);
  }

 private:
  static std::pair<std::string, std::string> name_of(const report::Problem& problem) {
    return {problem.site.file, problem.message};
  }

  /// What the findings that are left offer, as far as it can be done at once.
  std::vector<Candidate> offered() {
    std::vector<Candidate> candidates;
    FileEdits all;
    for (Repaired& entry : repair_.findings) {
      if (entry.fixed || !entry.now || refused_.contains(entry.finding)) continue;
      const auto finding = std::ranges::find(outcome_.findings, *entry.now, key_of);
      if (finding == outcome_.findings.end()) {
        entry.fixed = true;  // by what was done for another
        continue;
      }
      auto edits = allowed(*finding);
      if (!edits) {
        entry.why_not = edits.error();
        continue;
      }
      entry.why_not = kAnother;
      if (!fits(all, *edits)) continue;
      add(all, *edits);
      candidates.push_back({.wanted = entry.finding, .edits = *std::move(edits), .blame = {}});
    }
    return candidates;
  }

  std::expected<FileEdits, std::string> allowed(const Finding& finding) {
    auto edits = report::offered_edits(report::explain(finding, sources_), sources_);
    if (!edits) return edits;
    for (const auto& [file, list] : *edits) {
      if (auto reason = program_.why_not(file)) return std::unexpected(*std::move(reason));
      if (repair_.before.contains(file)) continue;
      auto text = program_.read(file);
      if (!text) return std::unexpected(fmt::format("{} cannot be read", file));
      sources_.provide(file, *text);
      repair_.before.emplace(file, *std::move(text));
    }
    return edits;
  }

  const std::string& text_of(const std::string& file) const {
    const auto edited = repair_.after.find(file);
    return edited == repair_.after.end() ? repair_.before.at(file) : edited->second;
  }

  Texts applied(const FileEdits& edits) const {
    Texts texts = repair_.after;
    for (const auto& [file, list] : edits) texts[file] = report::edited_text(text_of(file), list);
    return texts;
  }

  /// False when none of them holds.
  bool try_all(std::vector<Candidate>& candidates) {
    for (int attempt = 0; attempt < kAttempts && !candidates.empty(); ++attempt) {
      FileEdits edits;
      for (const Candidate& candidate : candidates) add(edits, candidate.edits);
      Texts texts = applied(edits);
      Outcome outcome = program_.check(texts);
      blame(outcome, edits, candidates);
      if (refuse_blamed(candidates)) continue;
      accept(candidates, edits, std::move(texts), std::move(outcome));
      return true;
    }
    for (Candidate& candidate : candidates) candidate.blame = "its effect could not be told from that of others";
    refuse_blamed(candidates);
    return false;
  }

  bool refuse_blamed(std::vector<Candidate>& candidates) {
    for (const Candidate& candidate : candidates) {
      if (candidate.blame.empty()) continue;
      refused_.insert(candidate.wanted);
      repair_.findings[candidate.wanted].why_not = candidate.blame;
    }
    return std::erase_if(candidates, [](const Candidate& candidate) { return !candidate.blame.empty(); }) > 0;
  }

  void accept(const std::vector<Candidate>& candidates, const FileEdits& edits, Texts texts, Outcome outcome) {
    for (const Candidate& candidate : candidates) {
      Repaired& entry = repair_.findings[candidate.wanted];
      entry = {.finding = entry.finding, .now = std::nullopt, .fixed = true, .why_not = {}};
    }
    for (Repaired& entry : repair_.findings)
      if (entry.now) entry.now = moved(*entry.now, edits);
    known_ = moved(known_, edits);
    for (const auto& [file, list] : edits) {
      sources_.provide(file, texts.at(file));
      repair_.edits[file].push_back(list);
    }
    repair_.after = std::move(texts);
    outcome_ = std::move(outcome);
  }

  static std::optional<Key> moved(const Key& key, const FileEdits& edits) {
    const auto of_file = edits.find(key.file);
    if (of_file == edits.end()) return key;
    const auto line = report::line_after(key.line, of_file->second);
    return line ? std::optional(Key{.rule = key.rule, .file = key.file, .line = *line}) : std::nullopt;
  }

  static std::set<Key> moved(const std::set<Key>& keys, const FileEdits& edits) {
    std::set<Key> all;
    for (const Key& key : keys)
      if (const auto now = moved(key, edits)) all.insert(*now);
    return all;
  }

  void blame(const Outcome& outcome, const FileEdits& edits, std::vector<Candidate>& candidates) const {
    bool parses = true;
    for (const report::Problem& problem : problems_of(outcome)) {
      if (known_problems_.contains(name_of(problem))) continue;
      parses = false;
      blame_for(problem.site, fmt::format("its edit does not hold there: {}", problem.message), edits, candidates);
    }
    if (!parses) return;
    const std::set<Key> before = moved(known_, edits);
    for (const Finding& finding : outcome.findings) {
      const Key key = key_of(finding);
      if (before.contains(key)) {
        for (Candidate& candidate : candidates)
          if (moved(*repair_.findings[candidate.wanted].now, edits) == key)
            candidate.blame = "its edit does not suffice";
        continue;
      }
      blame_for(finding.primary.site,
                fmt::format("its edit leads to another finding, {} at line {}", finding.rule, key.line), edits,
                candidates);
    }
  }

  /// Whose lines the site is on; else who changes its file; else all.
  static void blame_for(const model::Site& site, const std::string& why, const FileEdits& edits,
                        std::vector<Candidate>& candidates) {
    const auto blame_if = [&](auto is_guilty) {
      bool any = false;
      for (Candidate& candidate : candidates) {
        if (!is_guilty(candidate)) continue;
        if (candidate.blame.empty()) candidate.blame = why;
        any = true;
      }
      return any;
    };
    if (blame_if([&](const Candidate& candidate) { return is_on_lines_of(candidate, site, edits); })) return;
    if (blame_if([&](const Candidate& candidate) { return candidate.edits.contains(site.file); })) return;
    blame_if([](const Candidate&) { return true; });
  }

  static bool is_on_lines_of(const Candidate& candidate, const model::Site& site, const FileEdits& all) {
    const auto own = candidate.edits.find(site.file);
    if (own == candidate.edits.end()) return false;
    std::uint32_t shift = 0;
    for (const LineEdit& edit : all.at(site.file)) {
      const std::uint32_t first = edit.first + shift;
      const bool inside = site.line >= first && site.line < first + edit.inserted.size();
      if (inside && std::ranges::find(own->second, edit) != own->second.end()) return true;
      shift += static_cast<std::uint32_t>(edit.inserted.size()) - edit.removed;
    }
    return false;
  }

  const Program& program_;
  Outcome outcome_;
  Repair repair_;
  report::SourceLines sources_;
  std::set<Key> known_;
  std::set<std::pair<std::string, std::string>> known_problems_;
  std::set<std::size_t> refused_;
};

}  // namespace

Key key_of(const Finding& finding) {
  return {.rule = std::string(finding.rule), .file = finding.primary.site.file, .line = finding.primary.site.line};
}

Repair repair(const std::vector<Finding>& wanted, Outcome outcome, const Program& program) {
  return Repairing(wanted, std::move(outcome), program).run();
}

}  // namespace cudep::fix
