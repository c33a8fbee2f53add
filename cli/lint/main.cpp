// cudep-lint: the program that `cudep lint` starts. It alone is linked with LLVM.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/lint/check_unit.h"
#include "cli/lint/crash.h"
#include "cli/lint/driver.h"
#include "cli/lint/input.h"
#include "cli/lint/options.h"

namespace {

using cudep::ExitCode;

ExitCode lint(const std::vector<std::string>& arguments) {
  const auto options = cudep::lint::parse_options(arguments);
  if (!options) {
    (options.error().code == ExitCode::Clean ? std::cout : std::cerr) << options.error().text;
    return options.error().code;
  }
  const auto inputs = cudep::lint::inputs(*options);
  if (!inputs) {
    std::cerr << "cudep lint: " << inputs.error() << "\n";
    return ExitCode::Usage;
  }
  return cudep::lint::run(*options, *inputs, cudep::lint::analyzer(inputs->cuda_path),
                          {.out = std::cout,
                           .err = std::cerr,
                           .out_is_terminal = isatty(STDOUT_FILENO) != 0,
                           .err_is_terminal = isatty(STDERR_FILENO) != 0});
}

}  // namespace

int main(int argc, char** argv) {
  cudep::lint::report_crashes();
  const cudep::lint::CrashStack stack;
  try {
    return static_cast<int>(lint(std::vector<std::string>(argv + 1, argv + argc)));
  } catch (const std::exception& error) {
    std::cerr << "cudep lint: internal error: " << error.what() << "\n";
    return static_cast<int>(ExitCode::Internal);
  }
}
