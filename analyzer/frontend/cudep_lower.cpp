// Prints the host program of one file, to see what the frontend made of it.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "analyzer/frontend/lower.h"
#include "analyzer/program/text.h"
#include "analyzer/program/verify.h"

int main(int count, char** words) {
  if (count < 2) {
    fmt::print(stderr, "usage: cudep-lower FILE [-- CLANG ARGS]\n");
    return 2;
  }
  cudep::frontend::CompileCommand command{.directory = std::filesystem::current_path().string(), .file = words[1]};
  for (int position = 2; position < count; ++position) {
    if (position > 2 || std::string_view(words[position]) != "--") command.arguments.emplace_back(words[position]);
  }
  const char* cuda_path = std::getenv("CUDA_PATH");
  const auto lowered = cudep::frontend::lower(command, cuda_path != nullptr ? cuda_path : "/usr/local/cuda");
  if (!lowered) {
    fmt::print(stderr, "{}\n", lowered.error());
    return 2;
  }
  for (const auto& error : lowered->errors) {
    fmt::print(stderr, "{}:{}:{}: error: {}\n", error.site.file, error.site.line, error.site.column, error.message);
  }
  for (const std::string& fault : cudep::program::verify(lowered->program)) fmt::print(stderr, "unsound: {}\n", fault);
  fmt::print("{}", cudep::program::print(lowered->program));
  return lowered->errors.empty() ? 0 : 3;
}
