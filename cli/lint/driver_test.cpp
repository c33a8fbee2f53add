// `cudep lint` from its arguments to output and exit code, with a made-up analyzer behind the seam.
#include "cli/lint/driver.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "analyzer/program/text.h"
#include "cli/report/sample_findings.h"
#include "cli/report/temporary_folder.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

constexpr std::string_view kDeclarations = R"(
option launches_in_source 2
declare @cudaMalloc (ptr, u64) -> i32 system_header
declare @cudaStreamCreate (ptr) -> i32 system_header
declare @cudaEventCreate (ptr) -> i32 system_header
declare @cudaStreamWaitEvent (ptr, ptr, u32) -> i32 system_header
declare @cudaDeviceSynchronize () -> i32 system_header
declare @vendor_copy (ptr) -> void
function @add "add" (x: ptr) -> void kernel {
entry:
  %0 = load ptr, &x
  store i32 1 -> %0
  return
}
)";

/// Two launches on two streams that write one buffer, with `between` them.
std::string two_launches(std::string_view between) {
  return std::string(kDeclarations) + R"(
function @main "main" () -> i32 at 1:1 {
  local &a 8
  local &b 8
  local &e 8
  local &data 8
  local &shape 12
entry:
  %0 = call i32 @cudaStreamCreate(&a) at 4:3
  %1 = call i32 @cudaStreamCreate(&b) at 4:3
  %2 = call i32 @cudaEventCreate(&e) at 4:3
  %3 = call i32 @cudaMalloc(&data, 64) at 5:3
  %4 = load ptr, &a
  %5 = load ptr, &b
  %6 = load ptr, &e
  %7 = load ptr, &data
  launch @add grid=&shape block=&shape shared=0 stream=%4 (%7) at 9:3
)" + std::string(between) +
         R"(  launch @add grid=&shape block=&shape shared=0 stream=%5 (%7) at 10:3
  %9 = call i32 @cudaDeviceSynchronize() at 11:3
  return 0
}
)";
}

constexpr std::string_view kSynchronize = "  %8 = call i32 @cudaDeviceSynchronize() at 9:9\n";
constexpr std::string_view kNoOpWait = "  %8 = call i32 @cudaStreamWaitEvent(%5, %6, 0) at 9:9\n";
constexpr std::string_view kUnknown = "  call void @vendor_copy(%4) at 9:9\n";

/// What the compiler makes of a file, by its name.
UnitFacts made_up(const UnitRequest& request) {
  const std::string& file = request.command.file;
  const auto has = [&](std::string_view word) { return file.find(word) != std::string::npos; };
  if (has("throws")) throw std::runtime_error("out of luck");
  std::string text = two_launches(kSynchronize);
  if (has("race")) text = two_launches(has("warning") ? kNoOpWait : has("possible") ? kUnknown : "");
  if (has("unknown")) text = two_launches(std::string(kUnknown) + std::string(kSynchronize));
  if (has("silent")) text = "option launches_in_source 2\n";
  UnitFacts facts;
  facts.program = *program::parse(text, request.shown);
  if (has("broken"))
    for (std::uint32_t line = 1; line <= 7; ++line)
      facts.problems.push_back({.kind = ProblemKind::ParseError,
                                .site = {.file = file, .line = line, .column = 2},
                                .message = "expected ';'"});
  return facts;
}

class Lint : public testing::Test {
 protected:
  Lint() {
    for (const char* file : {"clean.cu", "race.cu", "race_warning.cu", "race_possible.cu", "broken.cu",
                             "broken_race.cu", "silent.cu", "unknown.cu", "throws.cu"})
      report::TemporaryFolder::write(file, report::samples::kSource);
    report::TemporaryFolder::write("cuda/include/cuda_runtime.h", "");
  }

  Outcome lint(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "--cuda-path=cuda");
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = cudep::lint::lint(arguments, made_up, {.out = out, .err = err});
    return {code, out.str(), err.str()};
  }

  [[nodiscard]] std::string database(const std::vector<std::string>& files) const {
    nlohmann::json entries = nlohmann::json::array();
    for (const std::string& file : files)
      entries.push_back({{"directory", folder_.path()}, {"file", file}, {"command", "nvcc -c " + file}});
    return entries.dump();
  }

  static Outcome link(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    const ExitCode code = cudep::lint::link(arguments, {.out = out, .err = err});
    return {code, out.str(), err.str()};
  }

  report::TemporaryFolder folder_;
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
  report::TemporaryFolder::write("binary.cu", std::string_view("\x7f"
                                                               "ELF\0\0",
                                                               6));
  report::TemporaryFolder::write("notes.txt", "text");
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
  const ExitCode code = cudep::lint::lint(arguments, made_up, {.out = out, .err = err});
  EXPECT_EQ(code, ExitCode::Usage);
  EXPECT_NE(err.str().find("nowhere"), std::string::npos) << err.str();
}

TEST_F(Lint, BrokenDatabase) {
  report::TemporaryFolder::write("build/compile_commands.json", "[{");
  const Outcome run = lint({"-p", "build", "clean.cu"});
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_NE(run.err.find("compile_commands.json"), std::string::npos) << run.err;
}

TEST_F(Lint, EveryCudaSourceOfADatabase) {
  report::TemporaryFolder::write("build/compile_commands.json",
                                 R"([{"directory": ")" + folder_.path() +
                                     R"(/build", "file": "../race.cu", "command": "nvcc -c ../race.cu"},
                             {"directory": ")" +
                                     folder_.path() + R"(/build", "file": "../x.cpp", "command": "g++ -c ../x.cpp"}])");
  const Outcome run = lint({"-p", "build"});
  EXPECT_EQ(run.code, ExitCode::Findings);
  EXPECT_TRUE(run.out.starts_with("race.cu:10:3: error:")) << run.out;
  EXPECT_EQ(run.err, "");
}

TEST_F(Lint, SourcesInCppThatUseCudaCount) {
  report::TemporaryFolder::write("race.cpp", "#include \"streams.h\"\n");
  report::TemporaryFolder::write("race_other.cpp", "int other();\n");
  report::TemporaryFolder::write("streams.h", "void f(cudaStream_t);\n");
  report::TemporaryFolder::write("build/compile_commands.json", database({"race.cpp", "race_other.cpp"}));
  const Outcome run = lint({"-p", "build", "--verbose"});
  EXPECT_TRUE(run.out.starts_with("race.cpp:10:3: error:")) << run.out;
  EXPECT_EQ(run.out.find("race_other.cpp"), std::string::npos) << run.out;
}

TEST_F(Lint, AHeaderStandsForTheSourcesThatIncludeIt) {
  report::TemporaryFolder::write("race.cu", "#include \"streams.h\"\n");
  report::TemporaryFolder::write("streams.h", "void f(cudaStream_t);\n");
  report::TemporaryFolder::write("alone_race.h", "void f(cudaStream_t);\n");
  report::TemporaryFolder::write("build/compile_commands.json", database({"race.cu", "clean.cu"}));
  EXPECT_TRUE(lint({"streams.h"}).out.starts_with("race.cu:10:3: error:"));
  EXPECT_EQ(lint({"streams.h", "race.cu"}).out, lint({"race.cu"}).out);
  EXPECT_TRUE(lint({"alone_race.h"}).out.starts_with("alone_race.h:10:3: error:")) << "nothing includes it";
}

TEST_F(Lint, FilesWithoutCudaArePassedOverOnRequest) {
  report::TemporaryFolder::write("race.cpp", "int main() {}\n");
  EXPECT_EQ(lint({"race.cpp"}).code, ExitCode::Findings);
  EXPECT_EQ(lint({"race.cpp", "--if-cuda"}).code, ExitCode::Clean);
  EXPECT_EQ(lint({"race.cu", "--if-cuda"}).code, ExitCode::Findings);
}

TEST_F(Lint, AFileGivenTwiceIsLintedOnce) { EXPECT_EQ(lint({"race.cu", "./race.cu"}).out, lint({"race.cu"}).out); }

TEST_F(Lint, OutputDoesNotDependOnTheNumberOfThreads) {
  const std::vector<std::string> files = {"race.cu", "unknown.cu", "broken.cu", "race_warning.cu", "--verbose"};
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
  EXPECT_EQ(lint({"unknown.cu", "--verbose"}).err,
            "unknown.cu: note: the body of `vendor_copy` is not known; it may order or use what it is given\n");
  EXPECT_EQ(lint({"unknown.cu"}).err, "");
}

TEST_F(Lint, TheOrderOfFilesChangesNothing) {
  const Outcome forwards = lint({"race.cu", "unknown.cu", "broken.cu", "race_warning.cu", "--verbose"});
  const Outcome backwards = lint({"race_warning.cu", "broken.cu", "unknown.cu", "race.cu", "--verbose"});
  EXPECT_EQ(forwards.out, backwards.out);
  EXPECT_EQ(forwards.err, backwards.err);
}

TEST_F(Lint, FactsAreLinkedToTheSameReport) {
  const Outcome together = lint({"race.cu", "broken_race.cu", "race_warning.cu", "--format=json"});
  for (const std::string unit : {"race", "broken_race", "race_warning"})
    EXPECT_EQ(lint({unit + ".cu", "--facts-out=" + unit + ".facts"}).out, "");
  const Outcome apart = link({"race_warning.facts", "race.facts", "broken_race.facts", "--format=json"});
  EXPECT_EQ(apart.out, together.out);
  EXPECT_EQ(apart.err, together.err);
  EXPECT_EQ(apart.code, together.code);
}

TEST_F(Lint, FactsOfSeveralUnitsInOneFile) {
  EXPECT_EQ(lint({"race.cu", "race_warning.cu", "--facts-out=all.facts"}).code, ExitCode::Clean);
  EXPECT_EQ(link({"all.facts"}).out, lint({"race.cu", "race_warning.cu"}).out);
}

TEST_F(Lint, FactsTellTheProblemsOfTheirUnits) {
  const Outcome run = lint({"broken.cu", "--facts-out=broken.facts"});
  EXPECT_EQ(run.code, ExitCode::Incomplete);
  EXPECT_TRUE(run.err.starts_with("broken.cu:1:2: error: expected ';'\n")) << run.err;
}

TEST_F(Lint, FactsThatCannotBeReadOrWritten) {
  EXPECT_EQ(link({"gone.facts"}).err,
            "cudep: error: gone.facts: no such file; name files that `cudep lint --facts-out` wrote\n");
  EXPECT_EQ(link({"race.cu"}).code, ExitCode::Usage);
  EXPECT_EQ(link({}).code, ExitCode::Usage);
  EXPECT_EQ(lint({"race.cu", "--facts-out=no/such/folder/a"}).code, ExitCode::Usage);
}

TEST_F(Lint, ACacheThatIsOfNoUseIsTold) {
  report::TemporaryFolder::write("file", "");
  const Outcome run = lint({"clean.cu", "--cache-dir=file/cache"});
  EXPECT_EQ(run.code, ExitCode::Clean);
  EXPECT_EQ(run.err,
            fmt::format("cudep: warning: nothing can be kept in the cache {0}/file/cache: {0}/file is no folder\n",
                        folder_.path()));
}

TEST_F(Lint, InputsAreNotWrittenOver) {
  for (const char* output :
       {"--format=json:race.cu", "--write-baseline=./race.cu", "--kernels-out=race.cu", "--facts-out=race.cu"}) {
    const Outcome run = lint({"clean.cu", "race.cu", output});
    EXPECT_EQ(run.code, ExitCode::Usage) << output;
    EXPECT_NE(run.err.find("and would be overwritten"), std::string::npos) << run.err;
    EXPECT_EQ(report::TemporaryFolder::read("race.cu"), report::samples::kSource);
  }
}

TEST_F(Lint, ABaselineThatCannotBeWrittenSuppressesNothing) {
  const Outcome run = lint({"race.cu", "--write-baseline=no/such/folder/b.json"});
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
}

TEST_F(Lint, StatisticsGoToStandardError) {
  EXPECT_TRUE(lint({"clean.cu", "--statistics"}).err.starts_with("units              1\n"));
}

TEST_F(Lint, SeveralReports) {
  const Outcome run = lint({"race.cu", "--format=text", "--format=json:a.json", "--format=sarif:a.sarif"});
  EXPECT_EQ(run.code, ExitCode::Findings);
  const auto json = nlohmann::json::parse(report::TemporaryFolder::read("a.json"));
  EXPECT_EQ(json["findings"][0]["primary"]["file"], "race.cu");
  const auto sarif = nlohmann::json::parse(report::TemporaryFolder::read("a.sarif"));
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["exitCode"], 1);
}

TEST_F(Lint, ReportThatCannotBeWritten) {
  const Outcome run = lint({"race.cu", "--format=json:no/such/folder/a.json"});
  EXPECT_EQ(run.code, ExitCode::Usage);
  EXPECT_EQ(
      run.err,
      "cudep: error: no/such/folder/a.json: cannot be written; check that its folder exists and may be written to\n");
}

TEST_F(Lint, Color) {
  EXPECT_NE(lint({"race.cu", "--color=always"}).out.find('\033'), std::string::npos);
  EXPECT_EQ(lint({"race.cu"}).out.find('\033'), std::string::npos);
}

}  // namespace
}  // namespace cudep::lint
