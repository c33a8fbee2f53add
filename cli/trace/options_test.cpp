// Command lines of `cudep trace`.
#include "cli/trace/options.h"

#include <gtest/gtest.h>

namespace cudep::trace {
namespace {

using Words = std::vector<std::string>;

TEST(TraceOptions, TheProgramKeepsItsOwnOptions) {
  const auto options =
      parse_options(Words{"-o", "run.cudep", "--timeline", "--watch-host", "--", "./app", "-o", "x", "--", "--help"});
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->output, "run.cudep");
  EXPECT_TRUE(options->timeline);
  EXPECT_TRUE(options->watch_host);
  EXPECT_TRUE(options->stacks);
  EXPECT_EQ(options->command, (Words{"./app", "-o", "x", "--", "--help"}));
}

TEST(TraceOptions, StacksCanBeLeftOut) {
  const auto options = parse_options(Words{"--no-stacks", "--output=a", "--", "app"});
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_FALSE(options->stacks);
  EXPECT_FALSE(options->timeline);
}

TEST(TraceOptions, ASimulatedRunHasKernelsAndALimit) {
  const auto options =
      parse_options(Words{"-o", "run.cudep", "--simulate", "--kernels", "k.json", "--timeout", "2.5", "--", "./app"});
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_TRUE(options->simulate);
  EXPECT_EQ(options->kernels, "k.json");
  EXPECT_EQ(options->timeout, 2.5);
  EXPECT_FALSE(parse_options(Words{"-o", "a", "--kernels", "k.json", "--", "app"}).has_value());
  EXPECT_FALSE(parse_options(Words{"-o", "a", "--simulate", "--timeout", "-1", "--", "app"}).has_value());
}

TEST(TraceOptions, WhatIsMissingIsSaid) {
  const auto error = [](const Words& words) {
    const auto options = parse_options(words);
    return options ? "none" : options.error().text.substr(0, options.error().text.find('\n'));
  };
  EXPECT_EQ(error({"-o", "a", "./app"}),
            "cudep: error: write `--` before the program: cudep trace -o RUN.cudep -- PROGRAM");
  EXPECT_EQ(error({"-o", "a"}), "cudep: error: no program is given; it stands after `--`");
  EXPECT_EQ(error({"-o", "a", "--"}), "cudep: error: no program is given; it stands after `--`");
  EXPECT_EQ(error({"--", "./app"}), "cudep: error: no file is given to record into: -o RUN.cudep");
  EXPECT_EQ(parse_options(Words{"--help"}).error().code, ExitCode::Clean);
  EXPECT_EQ(parse_options(Words{"--nothing", "--", "app"}).error().code, ExitCode::Usage);
}

}  // namespace
}  // namespace cudep::trace
