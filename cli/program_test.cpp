// The built programs, as a user runs them: what `cudep lint` prints and how it exits on good and bad input.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "cli/report/temporary_folder.h"

namespace cudep {
namespace {

using report::TemporaryFolder;

struct Outcome {
  int code;
  std::string text;  // standard output and standard error
};

Outcome run(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  Outcome outcome{.code = -1, .text = {}};
  std::array<char, 4096> bytes;
  while (const std::size_t read = fread(bytes.data(), 1, bytes.size(), pipe)) outcome.text.append(bytes.data(), read);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  return outcome;
}

Outcome cudep(const std::string& arguments) { return run(std::string(CUDEP_PROGRAM) + " " + arguments); }

constexpr std::string_view kRace = R"(#include <cuda_runtime.h>
__global__ void produce(int* data) { data[threadIdx.x] = 1; }
__global__ void consume(const int* data, int* sum) { atomicAdd(sum, data[threadIdx.x]); }
int main() {
  int *data, *sum;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  produce<<<1, 256, 0, first>>>(data);
  EDGE
  consume<<<1, 256, 0, second>>>(data, sum);
  cudaDeviceSynchronize();
}
)";

std::string race_with(std::string_view edge) {
  std::string text(kRace);
  return text.replace(text.find("EDGE"), 4, edge);
}

bool has_toolkit() { return cudep("lint clean.cu").text.find("include/cuda_runtime.h") == std::string::npos; }

class Program : public testing::Test {
 protected:
  Program() {
    report::TemporaryFolder::write("clean.cu", race_with("cudaStreamSynchronize(first);"));
    report::TemporaryFolder::write("race.cu", race_with(""));
  }
  report::TemporaryFolder folder_;
};

TEST_F(Program, WrongUsage) {
  EXPECT_EQ(cudep("").code, 2);
  EXPECT_EQ(cudep("lnit").code, 2);
  EXPECT_EQ(cudep("lint").code, 2);
  EXPECT_EQ(cudep("lint --no-such-option clean.cu").code, 2);
  EXPECT_EQ(cudep("lint --select=no-such-rule clean.cu").code, 2);
  EXPECT_EQ(cudep("lint --help").code, 0);
  EXPECT_EQ(cudep("help lint").text, cudep("lint --help").text);
}

TEST_F(Program, UnreadableInput) {
  report::TemporaryFolder::write("notes.txt", "text");
  report::TemporaryFolder::write("binary.cu", std::string_view("\0\1\2", 3));
  report::TemporaryFolder::write("build/compile_commands.json", "{");
  for (const char* arguments : {"gone.cu", "build", "notes.txt", "binary.cu", "-p gone clean.cu", "-p build clean.cu",
                                "--cuda-path=gone clean.cu"}) {
    const Outcome outcome = cudep(std::string("lint ") + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << "\n" << outcome.text;
    EXPECT_EQ(std::ranges::count(outcome.text, '\n'), 1) << "one line each:\n" << outcome.text;
  }
}

TEST_F(Program, CleanSource) {
  if (!has_toolkit()) GTEST_SKIP() << "no CUDA toolkit here";
  const Outcome outcome = cudep("lint clean.cu");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.text, "");
}

TEST_F(Program, OutputThatIsLostIsWrong) {
  EXPECT_EQ(cudep("lint --help > /dev/full").code, 2);
  EXPECT_EQ(cudep("rules > /dev/full").code, 2);
  if (!has_toolkit()) GTEST_SKIP() << "no CUDA toolkit here";
  EXPECT_EQ(cudep("lint race.cu > /dev/full").code, 2);
}

TEST_F(Program, AReaderThatIsGoneIsTold) {
  for (const char* command : {"rules", "lint --help"}) {
    run("{ sleep 0.3; " CUDEP_PROGRAM " " + std::string(command) + "; echo code $? >&2; } 2>told | true");
    const std::string told = report::TemporaryFolder::read("told");
    EXPECT_NE(told.find("standard output cannot be written"), std::string::npos) << told;
    EXPECT_TRUE(told.ends_with("code 2\n")) << told;
  }
}

TEST_F(Program, Race) {
  if (!has_toolkit()) GTEST_SKIP() << "no CUDA toolkit here";
  const Outcome outcome = cudep("lint race.cu");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(
      outcome.text.starts_with("race.cu:13:3: error: kernel `consume` on stream `second` reads `data` while kernel "
                               "`produce` on stream `first` may still be writing it (RAW) [unordered-stream-access]\n"))
      << outcome.text;
  EXPECT_EQ(cudep("lint --fail-on=never race.cu").code, 0);
  EXPECT_EQ(cudep("lint race.cu clean.cu -j2").text, outcome.text);
}

TEST_F(Program, SourceThatDoesNotParse) {
  if (!has_toolkit()) GTEST_SKIP() << "no CUDA toolkit here";
  report::TemporaryFolder::write("broken.cu", race_with("") + "int broken( { return }\n");
  const Outcome outcome = cudep("lint broken.cu race.cu");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.text.find("broken.cu:16:"), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("race.cu:13:3: error:"), std::string::npos) << outcome.text;
  report::TemporaryFolder::write("missing.cu", "#include \"no_such_file.h\"\n" + race_with(""));
  EXPECT_EQ(cudep("lint missing.cu").code, 3);
}

TEST_F(Program, ClangArguments) {
  if (!has_toolkit()) GTEST_SKIP() << "no CUDA toolkit here";
  report::TemporaryFolder::write("macro.cu", race_with("WAIT"));
  EXPECT_EQ(cudep("lint macro.cu -- -DWAIT='cudaStreamSynchronize(first);'").code, 0);
  EXPECT_EQ(cudep("lint macro.cu -- -DWAIT=").code, 1);
}

TEST_F(Program, TraceRunsTheProgramAndSaysWhenThereIsNoDriver) {
  const Outcome outcome = cudep("trace -o run.cudep -- sh -c 'exit 7'");
  EXPECT_EQ(outcome.code, 7);
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
  EXPECT_EQ(outcome.text.find("no CUDA driver (libcuda.so.1)") == std::string::npos, driver != nullptr) << outcome.text;
  EXPECT_EQ(cudep("trace -o run.cudep -- no_such_program").code, 127);
}

TEST_F(Program, AnAuditLintsTheSourceItIsGiven) {
  if (!has_toolkit()) GTEST_SKIP() << "no CUDA toolkit";
  const std::string testdata = CUDEP_SOURCE_DIR "/testdata/";
  const std::string audit = "audit " + testdata + "traces/recorded/wait_removed.cudep ";
  const Outcome outcome = cudep(audit + "--source " + testdata + "reference/wait_removed.cu");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.text.find("confirmed by the run"), std::string::npos) << outcome.text;
  EXPECT_EQ(cudep(audit + "--source no_such.cu").code, 2);
  EXPECT_EQ(cudep(audit + "-p .").code, 2);
}

}  // namespace
}  // namespace cudep
