// The commands that `cudep` answers itself.
#include "cli/front/commands.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rules/check.h"

namespace cudep::front {
namespace {

struct Result {
  ExitCode code;
  std::string out;
  std::string err;
};

Result cudep(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = run(arguments, out, err);
  return {code, out.str(), err.str()};
}

TEST(Front, Version) {
  EXPECT_EQ(cudep({"--version"}).out, "cudep " CUDEP_VERSION "\n");
  EXPECT_EQ(cudep({"version"}).out, cudep({"--version"}).out);
}

TEST(Front, OutputThatIsLostIsTold) {
  for (const std::string command : {"version", "help", "rules"}) {
    std::ofstream out("/dev/full");
    std::ostringstream err;
    EXPECT_EQ(run(std::vector{command}, out, err), ExitCode::Usage) << command;
    EXPECT_TRUE(err.str().starts_with("cudep: error: standard output cannot be written")) << err.str();
  }
}

TEST(Front, WhatStartsProgramsIsKnown) {
  using Words = std::vector<std::string>;
  for (const char* command : {"trace", "provoke"}) EXPECT_TRUE(starts_programs(Words{command, "x"})) << command;
  for (const char* command : {"lint", "audit", "dump", "rules", "nothing"})
    EXPECT_FALSE(starts_programs(Words{command}));
  EXPECT_FALSE(starts_programs({}));
}

TEST(Front, HelpNamesEveryCommand) {
  for (const Command& command : commands())
    EXPECT_NE(cudep({"help"}).out.find(command.name), std::string::npos) << command.name;
  EXPECT_EQ(cudep({"help"}).code, ExitCode::Clean);
  EXPECT_EQ(cudep({"--help"}).out, cudep({"help"}).out);
  EXPECT_TRUE(cudep({"help", "rules"}).out.starts_with("usage: cudep rules"));
}

TEST(Front, NoCommandIsWrongUsage) {
  EXPECT_EQ(cudep({}).code, ExitCode::Usage);
  EXPECT_EQ(cudep({}).err, cudep({"help"}).out);
}

TEST(Front, EmptyWordsAreRefusedByEveryCommand) {
  for (const Command& command : commands()) {
    const Result result = cudep({std::string(command.name), "--since", "", "a.cu"});
    EXPECT_EQ(result.code, ExitCode::Usage) << command.name;
    EXPECT_EQ(result.err,
              fmt::format("cudep: error: an empty word follows `--since`; is a variable of the shell not set?\n"
                          "see `cudep help {}`\n",
                          command.name));
  }
  const auto error = [](const std::vector<std::string>& words) {
    const Result result = cudep(words);
    EXPECT_EQ(result.code, ExitCode::Usage);
    return result.err.substr(0, result.err.find(';'));
  };
  EXPECT_EQ(error({"lint", ""}), "cudep: error: an empty word follows `lint`");
  EXPECT_EQ(error({"lint", "a.cu", "--baseline="}), "cudep: error: nothing stands after `--baseline=`");
  EXPECT_EQ(error({"lint", "a.cu", "--format=json:"}),
            "cudep: error: --format: `json:` names no file after the colon\n"
            "see `cudep lint --help`\n");
}

TEST(Front, WordsOfAProgramMayBeEmpty) {
  EXPECT_EQ(cudep({"trace", "--", "app", ""}).err.substr(0, 59),
            "cudep: error: no file is given to record into: -o RUN.cudep");
}

TEST(Front, UnknownCommandGetsTheNearest) {
  const Result result = cudep({"lnit"});
  EXPECT_EQ(result.code, ExitCode::Usage);
  EXPECT_EQ(result.err, "cudep: error: there is no command `lnit`; did you mean `lint`?\nsee `cudep help`\n");
  EXPECT_EQ(cudep({"frobnicate"}).err, "cudep: error: there is no command `frobnicate`\nsee `cudep help`\n");
}

TEST(Front, RulesAsTextAndJson) {
  const auto json = nlohmann::json::parse(cudep({"rules", "--format=json"}).out);
  ASSERT_EQ(json["rules"].size(), rules::rules().size());
  const std::string text = cudep({"rules"}).out;
  for (const rules::Rule& rule : rules::rules()) EXPECT_NE(text.find(rule.id), std::string::npos) << rule.id;
  EXPECT_EQ(json["rules"][0]["id"], rules::rules()[0].id);
  EXPECT_EQ(cudep({"rules", "--format", "json"}).out, cudep({"rules", "--format=json"}).out);
  EXPECT_EQ(cudep({"rules", "--format=xml"}).code, ExitCode::Usage);
  EXPECT_EQ(cudep({"rules", "all"}).code, ExitCode::Usage);
}

TEST(Front, ExplainSaysAllThatTheRegistryKnows) {
  for (const rules::Rule& rule : rules::rules()) {
    const std::string text = cudep({"explain", std::string(rule.id)}).out;
    EXPECT_NE(text.find(rule.summary), std::string::npos) << rule.id;
    EXPECT_NE(text.find(rule.help), std::string::npos) << rule.id;
  }
}

TEST(Front, ExplainShowsTheFaultAndTheRightForm) {
  constexpr std::string_view kExample = "\n```cuda\n";
  for (const rules::Rule& rule : rules::rules()) {
    const std::string text = cudep({"explain", std::string(rule.id)}).out;
    const std::size_t first = text.find(kExample);
    ASSERT_NE(first, std::string::npos) << rule.id;
    EXPECT_NE(text.find(kExample, first + 1), std::string::npos) << rule.id;
  }
}

TEST(Front, ExplainOfAnUnknownRule) {
  const Result result = cudep({"explain", "free-in-fligt"});
  EXPECT_EQ(result.code, ExitCode::Usage);
  EXPECT_EQ(result.err,
            "cudep: error: explain: there is no rule `free-in-fligt`; did you mean `free-in-flight`? `cudep rules` "
            "lists them\n"
            "see `cudep help`\n");
  EXPECT_EQ(cudep({"explain"}).code, ExitCode::Usage);
}

}  // namespace
}  // namespace cudep::front
