// cudep-docs: writes the generated pages of docs/, or with --check says which of them are stale. Run in the
// repository's root, by `./dev docs`.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>

#include "cli/docs_generator/pages.h"

namespace {

namespace fs = std::filesystem;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool write(const cudep::docs::Page& page) {
  std::error_code failed;
  fs::create_directories(fs::path(page.path).parent_path(), failed);
  std::ofstream out(page.path, std::ios::binary | std::ios::trunc);
  out << page.text;
  out.close();
  if (!out) std::cerr << page.path << ": cannot be written\n";
  return out.good();
}

bool check(const cudep::docs::Page& page) {
  const bool fresh = read(page.path) == page.text;
  if (!fresh) std::cerr << page.path << ": stale; run ./dev docs\n";
  return fresh;
}

}  // namespace

int main(int argc, char** argv) {
  const bool checking = argc == 2 && std::string_view(argv[1]) == "--check";
  if (argc > 1 && !checking) {
    std::cerr << "usage: cudep-docs [--check]\n";
    return 2;
  }
  std::size_t failed = 0;
  const auto pages = cudep::docs::pages();
  for (const cudep::docs::Page& page : pages) failed += (checking ? check(page) : write(page)) ? 0 : 1;
  if (checking) std::cout << pages.size() - failed << " passed, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}
