// Output that arrives, and output that does not.
#include "cli/report/finish_output.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace cudep::report {
namespace {

TEST(FinishOutput, WhatArrivedLeavesTheCode) {
  std::ostringstream out;
  std::ostringstream err;
  out << "report";
  EXPECT_EQ(finish_output(ExitCode::Findings, out, err), ExitCode::Findings);
  EXPECT_EQ(err.str(), "");
}

TEST(FinishOutput, AFullDeviceIsTold) {
  std::ofstream out("/dev/full");
  std::ostringstream err;
  out << "report";
  EXPECT_EQ(finish_output(ExitCode::Clean, out, err), ExitCode::Usage);
  EXPECT_TRUE(err.str().starts_with("cudep: error: standard output cannot be written")) << err.str();
  EXPECT_EQ(finish_output(ExitCode::Internal, out, err), ExitCode::Internal);
}

}  // namespace
}  // namespace cudep::report
