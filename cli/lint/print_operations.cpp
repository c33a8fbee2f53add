// cudep-operations FILE [CLANG ARGS]: the operations that cudep lint judges, path by path, in the text form of
// rules/model/operation_text.h. For working on cudep.
#include <fmt/format.h>

#include <cstdio>

#include "analyzer/execution/execute.h"
#include "analyzer/frontend/lower.h"
#include "rules/model/operation_text.h"

int main(int argc, char** argv) {
  using namespace cudep;
  if (argc < 2) {
    fmt::print(stderr, "usage: cudep-operations FILE [CLANG ARGS]\n");
    return 2;
  }
  const auto lowered =
      frontend::lower({.directory = ".", .file = argv[1], .arguments = {argv + 2, argv + argc}}, "/usr/local/cuda");
  if (!lowered) {
    fmt::print(stderr, "{}\n", lowered.error());
    return 2;
  }
  for (const execution::Root& root : execution::execute(lowered->program))
    for (std::size_t p = 0; p < root.paths.size(); ++p)
      fmt::print("# {}, path {} of {}\n{}\n", root.name, p + 1, root.paths.size(), model::print(root.paths[p]));
  return 0;
}
