// Runs every program of testdata/ordering. A line says what is found there; the head says which facts the answer rests
// on, and taking one of them away must change it.
//
//   # fact: stream-wait-follows-record
//   copy on consumer reads dev       # EXPECT: unordered-stream-access, recorded-not-waited-for
//   copy on consumer reads dev       # EXPECT possible a.cu:20: unordered-stream-access
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "rules/check.h"
#include "rules/model/operation_text.h"

namespace cudep::rules {
namespace {

const std::filesystem::path kPrograms = std::filesystem::path(CUDEP_SOURCE_DIR) / "testdata" / "ordering";

std::string name_of(Reason reason) {
  static const std::map<Reason, std::string> names = {
      {Reason::NothingOrders, "nothing-orders"},
      {Reason::RecordedBeforeProducer, "recorded-before-producer"},
      {Reason::WaitAfterConsumer, "wait-after-consumer"},
      {Reason::WaitBeforeRecord, "wait-before-record"},
      {Reason::NeverRecorded, "never-recorded"},
      {Reason::ReRecordedBeforeWait, "re-recorded-before-wait"},
      {Reason::OtherEventWaitedFor, "other-event-waited-for"},
      {Reason::RecordedNotWaitedFor, "recorded-not-waited-for"},
      {Reason::OtherStreamSynchronized, "other-stream-synchronized"},
      {Reason::NonBlockingStream, "non-blocking-stream"},
      {Reason::LifeEnded, "life-ended"},
      {Reason::UsedAfterEnd, "used-after-end"},
      {Reason::CapturedPointerEnded, "captured-pointer-ended"},
  };
  return names.at(reason);
}

std::string name_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::Possible:
      return "possible";
    case Confidence::Likely:
      return "likely";
    case Confidence::Certain:
      return "certain";
  }
  return {};
}

/// One finding as the programs write it: "FILE:LINE confidence rule", and the reason apart.
struct Line {
  std::string finding;
  std::string reason;
};

struct Program {
  model::OperationList path;
  std::vector<Line> expected;  // an empty reason: any
  std::vector<std::string> facts;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Program program_of(const std::filesystem::path& file) {
  static const std::regex expectation(R"(# EXPECT ?(possible|likely)? ?([^ ]*): ([a-z-]+)(?:, ([a-z-]+))?)");
  static const std::regex fact(R"(^# fact: ([a-z-]+))");
  const std::string text = text_of(file);
  auto path = model::parse(text, file.filename().string());
  EXPECT_TRUE(path.has_value()) << path.error();
  Program program{path.value_or(model::OperationList{}), {}, {}};
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (std::smatch match; std::regex_search(line, match, fact)) program.facts.push_back(match[1]);
    std::smatch match;
    if (!std::regex_search(line, match, expectation)) continue;
    const std::string place =
        match[2].length() > 0 ? match[2].str() : file.filename().string() + ":" + std::to_string(number);
    const std::string confidence = match[1].matched ? match[1].str() : "certain";
    program.expected.push_back({place + " " + confidence + " " + match[3].str(), match[4]});
  }
  return program;
}

std::vector<Line> findings_of(const model::OperationList& path, const CheckOptions& options = {}) {
  std::vector<Line> lines;
  for (const Finding& finding : merge(check(path, options))) {
    const model::Site& site = finding.primary.site;
    lines.push_back({site.file + ":" + std::to_string(site.line) + " " + name_of(finding.confidence) + " " +
                         std::string(finding.rule),
                     name_of(finding.reason)});
  }
  return lines;
}

std::vector<std::string> sorted_findings(const std::vector<Line>& lines) {
  std::vector<std::string> sorted;
  for (const Line& line : lines) sorted.push_back(line.finding);
  std::ranges::sort(sorted);
  return sorted;
}

std::optional<engine::Fact> fact_named(std::string_view id) {
  const auto found = std::ranges::find(engine::ordering_facts(), id, &engine::FactRow::id);
  return found == engine::ordering_facts().end() ? std::nullopt : found->fact;
}

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms))
    if (entry.path().extension() == ".ops") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class OrderingPrograms : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(OrderingPrograms, FindsWhatTheLinesSay) {
  const Program program = program_of(GetParam());
  const std::vector<Line> found = findings_of(program.path);
  EXPECT_EQ(sorted_findings(found), sorted_findings(program.expected));
  for (const Line& expected : program.expected) {
    const auto same = std::ranges::find(found, expected.finding, &Line::finding);
    if (!expected.reason.empty() && same != found.end()) {
      EXPECT_EQ(same->reason, expected.reason) << expected.finding;
    }
  }
}

TEST_P(OrderingPrograms, RestsOnTheFactsItNames) {
  const Program program = program_of(GetParam());
  const std::vector<std::string> complete = sorted_findings(findings_of(program.path));
  for (const std::string& id : program.facts) {
    const auto fact = fact_named(id);
    ASSERT_TRUE(fact) << "no encoded fact " << id;
    EXPECT_NE(sorted_findings(findings_of(program.path, {.facts = engine::FactSet().without(*fact)})), complete) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Testdata, OrderingPrograms, testing::ValuesIn(programs()),
                         [](const auto& info) { return info.param.stem().string(); });

TEST(OrderingFacts, EveryEncodedFactIsNamedByAProgram) {
  std::set<std::string> named;
  for (const auto& file : programs())
    for (const std::string& id : program_of(file).facts) named.insert(id);
  for (const engine::FactRow& row : engine::ordering_facts())
    EXPECT_TRUE(named.contains(std::string(row.id))) << row.id;
}

TEST(OrderingFacts, IdsAreUnique) {
  std::set<std::string_view> ids;
  for (const auto rows : {engine::ordering_facts(), engine::facts_not_encoded(), engine::facts_without_edge()})
    for (const engine::FactRow& row : rows) EXPECT_TRUE(ids.insert(row.id).second) << row.id;
}

}  // namespace
}  // namespace cudep::rules
