// Writes and reads facts files.
#include "cli/lint/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "analyzer/program/text.h"
#include "analyzer/program/verify.h"

namespace cudep::lint {
namespace {

using nlohmann::json;
using report::ProblemKind;

constexpr std::string_view kHead = "cudep-facts 1 " CUDEP_VERSION;

constexpr std::array<std::pair<ProblemKind, std::string_view>, 5> kKinds = {{
    {ProblemKind::Unreadable, "unreadable"},
    {ProblemKind::NotParsed, "not-parsed"},
    {ProblemKind::ParseError, "parse-error"},
    {ProblemKind::NoOperations, "no-operations"},
    {ProblemKind::Internal, "internal"},
}};

json to_json(const model::Site& site, const std::string& message) {
  return {{"file", site.file}, {"line", site.line}, {"column", site.column}, {"message", message}};
}

json to_json(const report::Problem& problem) {
  const auto kind = std::ranges::find(kKinds, problem.kind, &std::pair<ProblemKind, std::string_view>::first);
  json value = to_json(problem.site, problem.message);
  value["kind"] = kind->second;
  return value;
}

report::Remark remark_of(const json& value) {
  return {.site = {value.at("file"), value.at("line"), value.at("column")}, .message = value.at("message")};
}

report::Problem problem_of(const json& value) {
  const auto word = value.at("kind").get<std::string>();
  const auto kind = std::ranges::find(kKinds, word, &std::pair<ProblemKind, std::string_view>::second);
  const report::Remark note = remark_of(value);
  return {
      .kind = kind == kKinds.end() ? ProblemKind::Internal : kind->first, .site = note.site, .message = note.message};
}

/// Takes lines from a text.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t number() const { return number_; }  // of the last line taken
  std::string_view take() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    ++number_;
    return line;
  }
  /// Several at once; nothing when there are not as many.
  std::optional<std::string_view> take(std::size_t count) {
    const std::string_view before = rest_;
    for (std::size_t i = 0; i < count; ++i) {
      if (at_end()) return std::nullopt;
      take();
    }
    return before.substr(0, before.size() - rest_.size());
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

using Error = std::unexpected<std::string>;

Error error_at(const std::string& name, std::size_t line, std::string_view what) {
  return Error(fmt::format("{}:{}: {}; write it again with `cudep lint --facts-out`", name, line, what));
}

std::expected<UnitFacts, std::string> take_unit(Lines& lines, const std::string& name) {
  const std::string_view head = lines.take();
  UnitFacts facts;
  std::size_t count = 0;
  json value;
  try {
    value = json::parse(head);
    facts.file = value.at("file");
    facts.arguments = value.at("arguments").get<std::vector<std::string>>();
    for (const json& problem : value.at("problems")) facts.problems.push_back(problem_of(problem));
    for (const json& note : value.at("remarks")) facts.remarks.push_back(remark_of(note));
    facts.seconds = value.at("seconds");
    count = value.at("lines");
  } catch (const json::exception&) {
    return error_at(name, lines.number(), "expected the head of a unit");
  }
  const std::size_t first = lines.number() + 1;
  const auto text = lines.take(count);
  if (!text) return error_at(name, lines.number(), "the file ends too early");
  auto program = program::parse(*text, name);
  if (!program) return error_at(name, first, fmt::format("not the host program of a unit ({})", program.error()));
  if (const auto faults = program::verify(*program); !faults.empty())
    return error_at(name, first, fmt::format("an unsound host program ({})", faults.front()));
  facts.program = *std::move(program);
  value.erase("seconds");
  facts.hash = inputs::hash_of(value.dump() + std::string(*text));
  return facts;
}

}  // namespace

std::string print_facts(const std::vector<UnitFacts>& units) {
  std::string text = fmt::format("{}\n", kHead);
  for (const UnitFacts& facts : units) {
    const std::string program = program::print(facts.program);
    json problems = json::array();
    for (const report::Problem& problem : facts.problems) problems.push_back(to_json(problem));
    json notes = json::array();
    for (const report::Remark& note : facts.remarks) notes.push_back(to_json(note.site, note.message));
    const json head = {
        {"file", facts.file},          {"arguments", facts.arguments}, {"problems", std::move(problems)},
        {"remarks", std::move(notes)}, {"seconds", facts.seconds},     {"lines", std::ranges::count(program, '\n')}};
    text += head.dump(-1, ' ', false, json::error_handler_t::replace) + "\n" + program;
  }
  return text;
}

std::expected<std::vector<UnitFacts>, std::string> parse_facts(std::string_view text, const std::string& name) {
  Lines lines(text);
  const std::string_view head = lines.take();
  if (head != kHead) {
    const bool is_facts = head.starts_with("cudep-facts ");
    return error_at(name, 1, is_facts ? "facts of another version of cudep" : "not a facts file");
  }
  std::vector<UnitFacts> units;
  while (!lines.at_end()) {
    auto facts = take_unit(lines, name);
    if (!facts) return Error(std::move(facts.error()));
    units.push_back(*std::move(facts));
  }
  return units;
}

}  // namespace cudep::lint
