// cudep: the front of the product. It needs neither LLVM nor CUDA and starts the programs that do.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/front/commands.h"

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return static_cast<int>(cudep::front::run(arguments, std::cout, std::cerr));
  } catch (const std::exception& error) {
    std::cerr << "cudep: internal error: " << error.what() << "\n";
    return static_cast<int>(cudep::ExitCode::Internal);
  }
}
