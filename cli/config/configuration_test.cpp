// Configurations: what is read, what is wrong and where, what counts for which file.
#include "cli/config/configuration.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/config/command.h"

namespace cudep::config {
namespace {

using model::Effect;
using model::LibraryCall;

std::string errors(const std::string& text) {
  const auto configuration = parse(text, "c.yaml");
  return configuration ? "" : to_text(configuration.error());
}

Configuration parsed(const std::string& text) {
  const auto configuration = parse(text, "c.yaml");
  EXPECT_TRUE(configuration) << to_text(configuration.error());
  return configuration.value_or(Configuration{});
}

TEST(Configuration, SaysWhatFunctionsDo) {
  const Configuration configuration = parsed(R"(
functions:
  - name: my::upload
    stream: 2
    writes: [0, target]
    binds: [this, result]
    synchronizes: stream
)");
  ASSERT_EQ(configuration.functions.size(), 1U);
  EXPECT_EQ(configuration.functions.front(),
            (LibraryCall{.name = "my::upload",
                         .effects = {{Effect::Stream, {2}},
                                     {Effect::Write, {0, "target"}},
                                     {Effect::Bind, {model::kReceiver, model::kResult}},
                                     {Effect::Synchronize, {}}}}));
}

TEST(Configuration, SaysWhatCountsOfRulesAndFiles) {
  const Configuration configuration =
      parsed("rules: {free-in-flight: off, wait-without-record: error}\nexclude: [a/*]\n");
  EXPECT_EQ(configuration.rules.at("free-in-flight"), std::nullopt);
  EXPECT_EQ(configuration.rules.at("wait-without-record"), rules::Severity::Error);
  EXPECT_EQ(configuration.exclude, std::vector<std::string>{"a/*"});
}

TEST(Configuration, AnEmptyOneSaysNothing) { EXPECT_EQ(parsed("# nothing\n"), Configuration{.file = "c.yaml"}); }

TEST(Configuration, WhatItPrintsReadsTheSame) {
  const std::string text = R"(
functions:
  - name: my::*
    stream: s
    synchronizes: device
  - {name: my::f, nothing: true, returns: 0}
  - {name: my::g, synchronizes: 1, writes: [0, 2]}
rules: {free-in-flight: note}
exclude: ["gen/*.cu"]
)";
  EXPECT_EQ(parsed(to_yaml(parsed(text))), parsed(text));
}

TEST(Configuration, EveryWrongWordIsToldAtItsPlace) {
  EXPECT_EQ(errors("functions:\n  - name: f\n    strem: 2\n  - name: g\n    writes: [0, 2x]\n"),
            "c.yaml:3:5: error: there is no word `strem` for what a function does; did you mean `stream`?\n"
            "c.yaml:5:17: error: `2x` is no argument; write its position from 0 on, the name of the parameter, `this`, "
            "`result` or `current`\n");
  EXPECT_EQ(errors("rule: 1\n"),
            "c.yaml:1:1: error: there is no key `rule`; known are functions, rules, exclude; did you mean `rules`?\n");
  EXPECT_EQ(errors("rules:\n  free-in-fligt: error\n"),
            "c.yaml:2:3: error: there is no rule `free-in-fligt`; did you mean `free-in-flight`?\n");
}

TEST(Configuration, WrongTypesAreTold) {
  EXPECT_EQ(errors("functions: 3\n"), "c.yaml:1:12: error: `functions` is a list of functions, each with a `name`\n");
  EXPECT_EQ(errors("functions:\n  - {name: f, binds: 0}\n"),
            "c.yaml:2:22: error: `binds` takes 2 arguments: later work of the handle goes to the stream\n");
  EXPECT_EQ(errors("functions:\n  - {name: f, reads: }\n"), "c.yaml:2:22: error: `reads` is a list, not nothing\n");
  EXPECT_EQ(errors("functions:\n  - {name: f}\n"),
            "c.yaml:2:5: error: nothing is said of `f`; if it does nothing, write `nothing: true`\n");
  EXPECT_EQ(errors("exclude: a/*\n"),
            "c.yaml:1:10: error: `exclude` is a list of paths, as in `exclude: [third_party/*]`\n");
  EXPECT_TRUE(errors("functions: [\n").starts_with("c.yaml:2:1: error: not YAML: "));
}

TEST(Configuration, AKeyStandsOnce) {
  EXPECT_EQ(errors("exclude: [a]\nrules: {free-in-flight: off, free-in-flight: error}\nexclude: [b]\n"),
            "c.yaml:2:30: error: `free-in-flight` is there already, in line 2\n"
            "c.yaml:3:1: error: `exclude` is there already, in line 1\n");
  EXPECT_EQ(errors("functions:\n  - {name: f, stream: 0, stream: 1}\n"),
            "c.yaml:2:26: error: `stream` is there already, in line 2\n");
}

TEST(Configuration, OtherEncodingsAreTold) {
  EXPECT_EQ(errors("rules:\n  # caf\xe9\n  free-in-flight: off\n"), "c.yaml:2:8: error: not UTF-8; save it as that\n");
  EXPECT_EQ(errors(std::string("\xff\xfe"
                               "r\0",
                               4)),
            "c.yaml:1:1: error: not UTF-8; save it as that\n");
  EXPECT_EQ(errors("# caf\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x8e\x89\n"), "");
}

TEST(Configuration, AFileThatIsNotThereIsAnError) {
  const auto configuration = read("/nowhere/c.yaml");
  ASSERT_FALSE(configuration);
  EXPECT_EQ(to_text(configuration.error()),
            "/nowhere/c.yaml: error: no such file; it should be a configuration, as `cudep config dump` prints one\n");
  const auto folder = read("/");
  ASSERT_FALSE(folder);
  EXPECT_EQ(to_text(folder.error()),
            "/: error: is a folder, not a file; it should be a configuration, as `cudep config dump` prints one\n");
}

class Folders : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(root_ + "/a/b");
    std::ofstream(root_ + "/.cudep.yaml") << "rules: {free-in-flight: off}\nexclude: [a/b/*]\n";
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  std::string root_ = testing::TempDir() + "cudep_configuration_" + std::to_string(getpid());
};

TEST_F(Folders, TheNearestAboveCounts) {
  EXPECT_EQ(find(root_ + "/a/b/x.cu"), root_ + "/.cudep.yaml");
  std::ofstream(root_ + "/a/.cudep.yaml") << "exclude: []\n";
  EXPECT_EQ(find(root_ + "/a/b/x.cu"), root_ + "/a/.cudep.yaml");
}

TEST_F(Folders, AFolderOfThatNameIsNoConfiguration) {
  std::filesystem::create_directories(root_ + "/a/.cudep.yaml");
  Configurations all;
  const auto added = all.add(root_ + "/a/x.cu");
  ASSERT_FALSE(added);
  EXPECT_TRUE(to_text(added.error()).starts_with(root_ + "/a/.cudep.yaml: error: is a folder"))
      << to_text(added.error());
}

TEST_F(Folders, DumpWantsASourceThatIsThere) {
  const auto code = [](const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    return command(arguments, out, err);
  };
  EXPECT_EQ(code({"dump", root_ + "/a/gone.cu"}), ExitCode::Usage);
  EXPECT_EQ(code({"dump", root_ + "/a/b"}), ExitCode::Clean);
}

TEST_F(Folders, FindingsGetTheLevelsOfTheirFiles) {
  Configurations all;
  ASSERT_TRUE(all.add(root_ + "/a/x.cu"));
  const auto finding = [&](const char* rule, const std::string& file) {
    return rules::Finding{.rule = rule, .primary = {.site = {.file = root_ + file}}};
  };
  const std::vector<rules::Finding> findings = {finding("free-in-flight", "/a/x.cu"),
                                                finding("host-read-before-sync", "/a/x.cu"),
                                                finding("host-read-before-sync", "/a/b/x.cu")};
  const auto left = all.apply(findings, {"free-in-flight", "host-read-before-sync"}, false);
  EXPECT_EQ(left, std::vector{findings[1]});
  EXPECT_EQ(all.apply(findings, {"free-in-flight"}, true), std::vector{findings[0]});
}

}  // namespace
}  // namespace cudep::config
