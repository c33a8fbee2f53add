// Asking another program.
#include "tracer/process/exchange.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

namespace cudep::process {
namespace {

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(Exchange, InputGoesInAndOutputComesBack) {
  const std::string large(1'000'000, 'x');
  const auto answer = exchange(std::vector<std::string>{"/bin/cat"}, large);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->output, large);
  EXPECT_EQ(answer->exit_code, 0);
}

TEST(Exchange, TheEndOfTheProgramIsTold) {
  EXPECT_EQ(exchange(shell("exit 7"), "")->exit_code, 7);
  EXPECT_EQ(exchange(shell("kill -SEGV $$"), "")->signal, SIGSEGV);
}

TEST(Exchange, InputThatNobodyReadsIsNoFault) {
  const auto answer = exchange(shell("exec 0<&-; echo done"), std::string(1'000'000, 'x'));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->output, "done\n");
}

TEST(Exchange, NoSuchProgram) { EXPECT_EQ(exchange(std::vector<std::string>{"/no/such"}, "").error(), ENOENT); }

}  // namespace
}  // namespace cudep::process
