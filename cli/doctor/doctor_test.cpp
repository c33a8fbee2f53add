// What the doctor finds in set-ups with a fault each.
#include "cli/doctor/doctor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <sstream>

#include "cli/report/temporary_folder.h"

namespace cudep::doctor {
namespace {

using report::TemporaryFolder;

class Doctor : public testing::Test {
 protected:
  static lint::UnitFacts understood(const lint::UnitRequest&) { return {}; }
  static lint::UnitFacts not_understood(const lint::UnitRequest&) {
    lint::UnitFacts facts;
    facts.problems = {{.message = "'stddef.h' file not found"}};
    return facts;
  }

  static Check check(std::string_view subject, const Options& options = {.cuda_path = "bundled"},
                     const lint::LowerUnit& lower = understood) {
    const std::vector<Check> checks = lint_checks(options, lower);
    const auto found = std::ranges::find(checks, subject, &Check::subject);
    return found == checks.end() ? Check{} : *found;
  }

  report::TemporaryFolder folder_;
};

TEST_F(Doctor, SaysWhetherResultsAreKept) {
  setenv("XDG_CACHE_HOME", (folder_.path() + "/kept").c_str(), 1);
  report::TemporaryFolder::write("kept/cudep/ab/cd.facts", std::string(2'500'000, 'x'));
  EXPECT_EQ(check("cache").found, folder_.path() + "/kept/cudep, 2.5 MB, can be written to");
  report::TemporaryFolder::write("file", "");
  setenv("XDG_CACHE_HOME", (folder_.path() + "/file").c_str(), 1);
  EXPECT_EQ(check("cache").level, Level::Note);
  EXPECT_EQ(check("cache").found,
            fmt::format("nothing can be kept in {0}/file/cudep: {0}/file is no folder", folder_.path()));
  unsetenv("XDG_CACHE_HOME");
}

TEST_F(Doctor, SaysWhoseDeclarationsAreRead) {
  report::TemporaryFolder::write("cuda/include/cuda_runtime.h", "");
  EXPECT_EQ(check("declarations", {.cuda_path = "cuda"}).found, "the toolkit's, of " + folder_.path() + "/cuda");
  EXPECT_EQ(check("declarations").found, "those that come with cudep, as --cuda-path asks");
  EXPECT_EQ(check("declarations", {.cuda_path = "gone"}).level, Level::Fault);
}

TEST_F(Doctor, AParseThatFails) {
  EXPECT_EQ(check("parsing").level, Level::Fine);
  const Check failed = check("parsing", {.cuda_path = "bundled"}, not_understood);
  EXPECT_EQ(failed.level, Level::Fault);
  EXPECT_EQ(failed.found, "a small program is not understood: 'stddef.h' file not found");
  EXPECT_FALSE(failed.remedy.empty());
}

TEST_F(Doctor, NoDatabase) {
  EXPECT_EQ(check("database").level, Level::Note);
  EXPECT_NE(check("database").remedy.find("CMAKE_EXPORT_COMPILE_COMMANDS"), std::string::npos);
}

TEST_F(Doctor, ADatabaseThatIsBroken) {
  report::TemporaryFolder::write("compile_commands.json", "[{");
  EXPECT_EQ(check("database").level, Level::Fault);
}

TEST_F(Doctor, WhatADatabaseLacks) {
  report::TemporaryFolder::write("a.cu", "#include <cuda_runtime.h>\n");
  report::TemporaryFolder::write("compile_commands.json",
                                 R"([{"directory": ")" + folder_.path() +
                                     R"(", "file": "a.cu", "command": "nvcc -Igenerated --ptxas-options=-v -c a.cu"},
                             {"directory": ")" +
                                     folder_.path() + R"(", "file": "gone.cpp", "command": "g++ -c gone.cpp"}])");
  EXPECT_EQ(check("database").found, folder_.path() + "/compile_commands.json: 2 sources, of which 1 uses CUDA");
  EXPECT_NE(check("sources").found.find("gone.cpp"), std::string::npos);
  EXPECT_NE(check("include folders").found.find("/generated"), std::string::npos);
  EXPECT_NE(check("dropped flags").found.find("--ptxas-options"), std::string::npos);
}

TEST_F(Doctor, AConfigurationThatIsWrong) {
  EXPECT_EQ(check("configuration").level, Level::Fine);
  report::TemporaryFolder::write(".cudep.yaml", "rules:\n  no-such-rule: off\n");
  EXPECT_EQ(check("configuration").remedy, "cudep config verify .cudep.yaml");
}

TEST_F(Doctor, SaysWhatIsNeededToRecord) {
  std::vector<std::string> subjects;
  for (const Check& check : trace_checks()) {
    subjects.push_back(check.subject);
    EXPECT_EQ(check.remedy.empty(), check.level == Level::Fine) << check.found;
  }
  EXPECT_EQ(subjects, (std::vector<std::string>{"recorder", "GPU", "CUPTI"}));
}

TEST_F(Doctor, AFaultIsTheExitCode) {
  const auto run = [](const lint::LowerUnit& lower) {
    std::ostringstream out;
    const std::vector<std::string> arguments = {"--cuda-path=bundled"};
    return doctor(arguments, lower, {.out = out, .err = out});
  };
  EXPECT_EQ(run(not_understood), ExitCode::Usage);
}

}  // namespace
}  // namespace cudep::doctor
