// The command line of `cudep lint`, right and wrong.
#include "cli/lint/options.h"

#include <gtest/gtest.h>

namespace cudep::lint {
namespace {

using Words = std::vector<std::string>;

Options parsed(const Words& words) {
  const auto options = parse_options(words);
  EXPECT_TRUE(options) << options.error().text;
  return options.value_or(Options{});
}

/// The first line of the message.
std::string error(const Words& words) {
  const auto options = parse_options(words);
  if (options) return "no error";
  EXPECT_EQ(options.error().code, ExitCode::Usage);
  return options.error().text.substr(0, options.error().text.find('\n'));
}

TEST(Options, WhereResultsAreKept) {
  EXPECT_EQ(parsed({"--no-cache", "a.cu"}).cache, "");
  EXPECT_EQ(parsed({"--cache-dir=/x/y/../z", "a.cu"}).cache, "/x/z");
  EXPECT_TRUE(parsed({"--cache-dir=y", "a.cu"}).cache.ends_with("/y"));
}

TEST(Options, Defaults) {
  const Options options = parsed({"a.cu"});
  EXPECT_EQ(options.files, Words{"a.cu"});
  EXPECT_EQ(options.fail_on, rules::Severity::Warning);
  EXPECT_EQ(options.outputs, std::vector<Output>{Output{}});
  EXPECT_GE(options.jobs, 1U);
  EXPECT_FALSE(options.has_clang_arguments);
}

TEST(Options, Everything) {
  const Options options = parsed({"-p",
                                  "build",
                                  "--select",
                                  "free-in-flight,event-recorded-early",
                                  "--ignore=event-recorded-early",
                                  "-j",
                                  "3",
                                  "--fail-on=error",
                                  "--cuda-path",
                                  "/opt/cuda",
                                  "--color=always",
                                  "--show-possible",
                                  "--verbose",
                                  "--statistics",
                                  "a.cu",
                                  "b.cu",
                                  "--",
                                  "-Iinclude",
                                  "--",
                                  "-DX"});
  EXPECT_EQ(options.files, (Words{"a.cu", "b.cu"}));
  EXPECT_EQ(options.database, "build");
  EXPECT_EQ(options.rules, RuleSet{"free-in-flight"});
  EXPECT_EQ(options.jobs, 3U);
  EXPECT_EQ(options.fail_on, rules::Severity::Error);
  EXPECT_EQ(options.cuda_path, "/opt/cuda");
  EXPECT_EQ(options.color, ColorChoice::Always);
  EXPECT_TRUE(options.show_possible && options.verbose && options.statistics);
  EXPECT_EQ(options.clang_arguments, (Words{"-Iinclude", "--", "-DX"}));
}

TEST(Options, ListsDoNotSwallowFiles) {
  EXPECT_EQ(parsed({"--select", "free-in-flight", "a.cu"}).files, Words{"a.cu"});
  EXPECT_EQ(parsed({"--format", "json", "a.cu"}).files, Words{"a.cu"});
}

TEST(Options, SeveralReports) {
  const Options options = parsed({"--format", "text", "--format=sarif:out/a:b.sarif", "a.cu"});
  ASSERT_EQ(options.outputs.size(), 2U);
  EXPECT_EQ(options.outputs[0], (Output{Format::Text, std::nullopt}));
  EXPECT_EQ(options.outputs[1], (Output{Format::Sarif, "out/a:b.sarif"}));
}

TEST(Options, FailOnNever) { EXPECT_EQ(parsed({"--fail-on=never", "a.cu"}).fail_on, std::nullopt); }

TEST(Options, DashesWithNothingAfterThemStillCount) { EXPECT_TRUE(parsed({"a.cu", "--"}).has_clang_arguments); }

TEST(Options, HelpIsNoError) {
  const auto options = parse_options(Words{"--help"});
  ASSERT_FALSE(options);
  EXPECT_EQ(options.error().code, ExitCode::Clean);
  for (const char* word : {"--select", "--fail-on", "--format", "-p", "--show-possible"})
    EXPECT_NE(options.error().text.find(word), std::string::npos) << word;
}

TEST(Options, Mistakes) {
  EXPECT_EQ(error({}), "cudep: error: no file is given; name CUDA sources, or a compile database with -p");
  EXPECT_EQ(error({"--fromat=json", "a.cu"}), "cudep: error: there is no option `--fromat`; did you mean `--format`?");
  EXPECT_EQ(
      error({"--format=jsn", "a.cu"}),
      "cudep: error: --format: `jsn` is not one of text, json, sarif, github, gitlab, junit; did you mean `json`?");
  EXPECT_EQ(error({"--format=json:", "a.cu"}), "cudep: error: --format: `json:` names no file after the colon");
  EXPECT_EQ(
      error({"--format=json", "--format=text", "a.cu"}),
      "cudep: error: --format: only one report can go to standard output; give the others a file, as in sarif:FILE");
  EXPECT_EQ(error({"--fail-on=errors", "a.cu"}),
            "cudep: error: --fail-on: `errors` is not one of note, warning, error, never; did you mean `error`?");
  EXPECT_EQ(error({"--color=no", "a.cu"}), "cudep: error: --color: `no` is not one of auto, always, never");
  EXPECT_EQ(error({"-j", "0", "a.cu"}), "cudep: error: -j: `0` is not a whole number from 1 to 1024");
  EXPECT_EQ(error({"-jmany", "a.cu"}), "cudep: error: -j: `many` is not a whole number from 1 to 1024");
  EXPECT_EQ(error({"a.cu", "--format"}), "cudep: error: --format has nothing after it; it takes F[:FILE]");
  EXPECT_EQ(error({"--since", "a", "--since=b"}), "cudep: error: --since is given more than once");
  EXPECT_EQ(error({"--verbose=maybe", "a.cu"}), "cudep: error: --verbose takes no value");
  EXPECT_EQ(error({"--diff=a", "--since=b"}), "cudep: error: --diff and --since are given; give one of them");
  EXPECT_EQ(error({"--depfile=a", "a.cu"}), "cudep: error: --depfile requires --facts-out");
}

}  // namespace
}  // namespace cudep::lint
