// cudep-lint: the program that `cudep lint` starts. It alone is linked with LLVM.
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/lint/check_unit.h"
#include "cli/lint/crash.h"
#include "cli/lint/driver.h"
#include "cli/report/finish_output.h"

int main(int argc, char** argv) {
  cudep::lint::report_crashes();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is then an error of output like others
  const cudep::lint::CrashStack stack;
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const cudep::lint::Destinations to = {.out = std::cout,
                                          .err = std::cerr,
                                          .out_is_terminal = isatty(STDOUT_FILENO) != 0,
                                          .err_is_terminal = isatty(STDERR_FILENO) != 0};
    const cudep::ExitCode code = cudep::lint::lint(arguments, cudep::lint::analyzer, to);
    return static_cast<int>(cudep::report::finish_output(code, "cudep lint", to.out, to.err));
  } catch (const std::exception& error) {
    std::cerr << "cudep lint: internal error: " << error.what() << "\n";
    return static_cast<int>(cudep::ExitCode::Internal);
  }
}
