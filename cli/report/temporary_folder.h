// A folder for one test, made the working directory and removed afterwards.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace cudep::report {

class TemporaryFolder {
 public:
  TemporaryFolder() : before_(std::filesystem::current_path()) {
    std::string name = (std::filesystem::temp_directory_path() / "cudep-XXXXXX").string();
    folder_ = std::filesystem::canonical(mkdtemp(name.data()));
    std::filesystem::current_path(folder_);
  }
  ~TemporaryFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  static void write(const std::filesystem::path& file, std::string_view text) {
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  static std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::string path() const { return folder_.string(); }

 private:
  std::filesystem::path before_;
  std::filesystem::path folder_;
};

}  // namespace cudep::report
