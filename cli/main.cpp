// cudep: the front of the product. It needs neither LLVM nor CUDA and starts the programs that do.
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/front/commands.h"
#include "cli/report/message.h"

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // A closed pipe is then an error of output like others.
    if (!cudep::front::starts_programs(arguments)) std::signal(SIGPIPE, SIG_IGN);
    return static_cast<int>(cudep::front::run(arguments, std::cout, std::cerr));
  } catch (const std::exception& error) {
    std::cerr << cudep::report::error_message(std::string("internal error: ") + error.what());
    return static_cast<int>(cudep::ExitCode::Internal);
  }
}
