// Notes what a parse read of the machine's files, and what it looked for and did not find: a header that appears later
// in an earlier folder is read instead.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/inputs/input.h"

namespace cudep::frontend {

class ReadFiles {
 public:
  void note_content(const std::string& path, const inputs::Look& look, std::string_view content);
  void note_listed(const std::string& folder);
  void note_present(const std::string& path);
  void note_absent(const std::string& path);

  /// Sorted by path.
  [[nodiscard]] std::vector<inputs::Input> inputs() const;
  /// No file was read twice with different contents, or was there at one time only.
  [[nodiscard]] bool is_steady() const { return is_steady_; }

 private:
  void note(inputs::Input input);

  std::map<std::string, inputs::Input> by_path_;
  bool is_steady_ = true;
};

}  // namespace cudep::frontend
