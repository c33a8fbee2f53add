// A folder of its own for one test, gone when the test ends.
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cudep::command {

class TestFolder {
 public:
  TestFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cudep-command-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    root_ = std::filesystem::canonical(pattern);
  }
  ~TestFolder() { std::filesystem::remove_all(root_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  std::string path() const { return root_.string(); }
  std::filesystem::path operator/(std::string_view name) const { return root_ / name; }

  void write(std::string_view name, std::string_view text) const {
    const std::filesystem::path file = root_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace cudep::command
