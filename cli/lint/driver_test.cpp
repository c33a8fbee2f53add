// `cudep lint` from its arguments to output and exit code, with a made-up analyzer behind the seam.
#include "cli/lint/driver.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "cli/lint/temporary_folder.h"
#include "cli/report/sample_findings.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

/// What the analyzer makes of a file, by its name.
UnitResult made_up(const UnitRequest& request) {
  UnitResult result;
  result.unit = {.roots = 1, .paths = 1, .operations = 5};
  const std::string& file = request.command.file;
  const auto has = [&](std::string_view word) { return file.find(word) != std::string::npos; };
  if (has("race")) {
    rules::Finding finding = report::samples::race();
    finding.primary.site.file = finding.later.frames[0].site.file = finding.earlier.frames[0].site.file = file;
    if (has("warning")) finding.severity = rules::Severity::Warning;
    if (has("possible")) finding.confidence = rules::Confidence::Possible;
    result.findings.push_back(finding);
  }
  if (has("broken"))
    for (std::uint32_t line = 1; line <= 7; ++line)
      result.unit.problems.push_back({.kind = ProblemKind::ParseError,
                                      .site = {.file = file, .line = line, .column = 2},
                                      .message = "expected ';'"});
  if (has("silent"))
    result.unit.problems.push_back({.kind = ProblemKind::NoOperations, .site = {.file = file}, .message = "nothing"});
  if (has("cut")) {
    result.unit.cut_roots = {
        {.name = "main", .site = {.file = file, .line = 3, .column = 1}, .reasons = {"128 paths"}}};
    result.unit.unknown_functions = {"vendor_copy"};
  }
  if (has("throws")) throw std::runtime_error("out of luck");
  return result;
}

class Lint : public testing::Test {
 protected:
  Lint() {
    for (const char* file : {"clean.cu", "race.cu", "race_warning.cu", "race_possible.cu", "broken.cu",
                             "broken_race.cu", "silent.cu", "cut.cu", "throws.cu"})
      TemporaryFolder::write(file, report::samples::kSource);
    TemporaryFolder::write("cuda/include/cuda_runtime.h", "");
  }

  Outcome lint(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "--cuda-path=cuda");
    std::ostringstream out;
    std::ostringstream err;
    const auto make_check = [](const std::string&) { return CheckUnit(made_up); };
    const ExitCode code = cudep::lint::lint(arguments, make_check, {.out = out, .err = err});
    return {code, out.str(), err.str()};
  }

  TemporaryFolder folder_;
};

TEST_F(Lint, CleanFileIsSilent) {
  const Outcome run = lint({"clean.cu"});
  EXPECT_EQ(run.code, ExitCode::Clean);
  EXPECT_EQ(run.out + run.err, "");
}

TEST_F(Lint, FindingsGoToStandardOutput) {
  const Outcome run = lint({"race.cu"});
  EXPECT_EQ(run.code, ExitCode::Findings);
  EXPECT_TRUE(run.out.starts_with("race.cu:10:3: error: kernel `add`")) << run.out;
  EXPECT_NE(run.out.find("   10 |   add<<<"), std::string::npos) << run.out;
  EXPECT_EQ(run.err, "");
}

TEST_F(Lint, FailOn) {
  EXPECT_EQ(lint({"race_warning.cu"}).code, ExitCode::Findings);
  EXPECT_EQ(lint({"race_warning.cu", "--fail-on=error"}).code, ExitCode::Clean);
  EXPECT_EQ(lint({"race.cu", "--fail-on=error"}).code, ExitCode::Findings);
  EXPECT_EQ(lint({"race.cu", "--fail-on=never"}).code, ExitCode::Clean);
}

TEST_F(Lint, RulesAndPossibleFindings) {
  EXPECT_EQ(lint({"race.cu", "--ignore=unordered-stream-access"}).out, "");
  EXPECT_EQ(lint({"race_possible.cu"}).code, ExitCode::Clean);
  EXPECT_EQ(lint({"race_possible.cu", "--show-possible"}).code, ExitCode::Findings);
}

TEST_F(Lint, FilesThatCannotBeLinted) {
  TemporaryFolder::write("binary.cu", std::string_view("\x7f"
                                                       "ELF\0\0",
                                                       6));
  TemporaryFolder::write("notes.txt", "text");
  std::filesystem::create_directory("src");
  const Outcome run = lint({"gone.cu", "src", "notes.txt", "binary.cu", "race.cu"});
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_NE(run.out.find("race.cu:10:3"), std::string::npos) << "the rest is linted";
  EXPECT_EQ(run.err,
            "gone.cu: error: no such file\n"
            "src: error: is a folder; name its files, or give its compile_commands.json with -p\n"
            "notes.txt: error: is not CUDA source by its name; cudep reads .cu, .cuh, .cpp, .cc, .cxx, .c, .h, .hpp, "
            ".hh, .hxx\n"
            "binary.cu: error: is not text: there are zero bytes in it\n");
}

TEST_F(Lint, ParseErrorsAreToldAndTheRestIsLinted) {
  const Outcome run = lint({"broken_race.cu"});
  EXPECT_EQ(run.code, ExitCode::Incomplete);
  EXPECT_NE(run.out.find("broken_race.cu:10:3: error:"), std::string::npos);
  EXPECT_TRUE(run.err.starts_with("broken_race.cu:1:2: error: expected ';'\n"));
  EXPECT_TRUE(run.err.ends_with("broken_race.cu: note: 2 more errors; --verbose shows them all\n")) << run.err;
}

TEST_F(Lint, LaunchesWithoutOperations) { EXPECT_EQ(lint({"silent.cu"}).code, ExitCode::Incomplete); }

TEST_F(Lint, ErrorsOfItsOwn) {
  const Outcome run = lint({"throws.cu", "race.cu"});
  EXPECT_EQ(run.code, ExitCode::Internal);
  EXPECT_EQ(run.err, "throws.cu: error: internal error: out of luck; please report it with this file\n");
  EXPECT_NE(run.out.find("race.cu:10:3"), std::string::npos);
}

TEST_F(Lint, NoToolkit) {
  std::ostringstream out;
  std::ostringstream err;
  const std::vector<std::string> arguments = {"--cuda-path=nowhere", "clean.cu"};
  const ExitCode code =
      cudep::lint::lint(arguments, [](const std::string&) { return CheckUnit(made_up); }, {.out = out, .err = err});
  EXPECT_EQ(code, ExitCode::Usage);
  EXPECT_NE(err.str().find("nowhere"), std::string::npos) << err.str();
}

TEST_F(Lint, BrokenDatabase) {
  TemporaryFolder::write("build/compile_commands.json", "[{");
  const Outcome run = lint({"-p", "build", "clean.cu"});
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_NE(run.err.find("compile_commands.json"), std::string::npos) << run.err;
}

TEST_F(Lint, EveryCudaSourceOfADatabase) {
  TemporaryFolder::write("build/compile_commands.json",
                         R"([{"directory": ")" + folder_.path() +
                             R"(/build", "file": "../race.cu", "command": "nvcc -c ../race.cu"},
                             {"directory": ")" +
                             folder_.path() + R"(/build", "file": "../x.cpp", "command": "g++ -c ../x.cpp"}])");
  const Outcome run = lint({"-p", "build"});
  EXPECT_EQ(run.code, ExitCode::Findings);
  EXPECT_TRUE(run.out.starts_with("race.cu:10:3: error:")) << run.out;
  EXPECT_EQ(run.err, "");
}

TEST_F(Lint, AFileGivenTwiceIsLintedOnce) { EXPECT_EQ(lint({"race.cu", "./race.cu"}).out, lint({"race.cu"}).out); }

TEST_F(Lint, OutputDoesNotDependOnTheNumberOfThreads) {
  const std::vector<std::string> files = {"race.cu", "cut.cu", "broken.cu", "race_warning.cu", "--verbose"};
  std::vector<std::string> parallel = files;
  parallel.insert(parallel.end(), {"-j", "4"});
  std::vector<std::string> serial = files;
  serial.insert(serial.end(), {"-j", "1"});
  const Outcome one = lint(serial);
  const Outcome four = lint(parallel);
  EXPECT_EQ(one.out, four.out);
  EXPECT_EQ(one.err, four.err);
}

TEST_F(Lint, VerboseTellsWhatWasLeftOut) {
  EXPECT_EQ(lint({"cut.cu", "--verbose"}).err,
            "cut.cu:3:1: note: not all of `main` was followed: 128 paths\n"
            "cut.cu: note: the body of `vendor_copy` is not known; it may order or use what it is given\n");
  EXPECT_EQ(lint({"cut.cu"}).err, "");
}

TEST_F(Lint, StatisticsGoToStandardError) {
  EXPECT_TRUE(lint({"clean.cu", "--statistics"}).err.starts_with("units              1\n"));
}

TEST_F(Lint, SeveralReports) {
  const Outcome run = lint({"race.cu", "--format=text", "--format=json:a.json", "--format=sarif:a.sarif"});
  EXPECT_EQ(run.code, ExitCode::Findings);
  const auto json = nlohmann::json::parse(TemporaryFolder::read("a.json"));
  EXPECT_EQ(json["findings"][0]["primary"]["file"], "race.cu");
  const auto sarif = nlohmann::json::parse(TemporaryFolder::read("a.sarif"));
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["exitCode"], 1);
}

TEST_F(Lint, ReportThatCannotBeWritten) {
  const Outcome run = lint({"race.cu", "--format=json:no/such/folder/a.json"});
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_EQ(run.err,
            "no/such/folder/a.json: error: cannot be written; check that its folder exists and may be written to\n");
}

TEST_F(Lint, Color) {
  EXPECT_NE(lint({"race.cu", "--color=always"}).out.find('\033'), std::string::npos);
  EXPECT_EQ(lint({"race.cu"}).out.find('\033'), std::string::npos);
}

}  // namespace
}  // namespace cudep::lint
