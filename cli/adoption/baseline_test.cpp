// Baselines read what they wrote, and say what is wrong with one.
#include "cli/adoption/baseline.h"

#include <gtest/gtest.h>

namespace cudep::adoption {
namespace {

const BaselineEntry kFirst = {"07a4e119b7201a37", "free-in-flight", "a.cu", "one"};
const BaselineEntry kSecond = {"17a4e119b7201a37", "free-in-flight", "b.cu", "two"};

TEST(Baseline, ReadsWhatItWrote) {
  EXPECT_EQ(parse_baseline(print_baseline({kSecond, kFirst}), "b.json"), (std::vector{kFirst, kSecond}));
  EXPECT_EQ(print_baseline({kSecond, kFirst}), print_baseline({kFirst, kSecond}));
}

TEST(Baseline, WhatIsNone) {
  EXPECT_TRUE(parse_baseline("[", "b.json").error().starts_with("b.json:1:2: not valid JSON: unexpected end of input"));
  EXPECT_TRUE(parse_baseline("{}", "b.json").error().ends_with("; write a baseline with --write-baseline"));
  EXPECT_EQ(parse_baseline(R"({"version": 2, "findings": []})", "b.json").error(),
            "b.json: a baseline of format 2, which this cudep cannot read; write a baseline with --write-baseline");
  EXPECT_EQ(read_baseline("gone.json").error(), "gone.json: no such file; write a baseline with --write-baseline");
}

}  // namespace
}  // namespace cudep::adoption
