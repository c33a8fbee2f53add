// One pass over the words with the table's arities.
#include "analyzer/command/host_flags.h"

#include <deque>
#include <optional>
#include <utility>

#include "analyzer/command/host_flag_table.h"
#include "analyzer/command/options_file.h"
#include "analyzer/command/words.h"

namespace cudep::command {
namespace {

class HostFlagSorter {
 public:
  HostFlagSorter(std::span<const std::string> words, Compiler compiler, const std::string& directory)
      : rest_(words.begin(), words.end()), compiler_(compiler), directory_(directory) {}

  HostFlags sort() {
    while (!rest_.empty()) {
      const std::string word = next();
      if (word == "--") {
        sorted_.inputs.insert(sorted_.inputs.end(), rest_.begin(), rest_.end());
        break;
      }
      sort_word(word);
    }
    return std::move(sorted_);
  }

 private:
  std::string next() {
    std::string word = std::move(rest_.front());
    rest_.pop_front();
    return word;
  }

  void sort_word(const std::string& word) {
    if (word.starts_with('@') && expand(word)) return;
    if (!word.starts_with('-') || word == "-") {
      if (!word.empty()) sorted_.inputs.push_back(word);
      return;
    }
    const HostFlag* flag = find_host_flag(word);
    if (!flag) return put(HostUse::Drop, {word});
    if (!value_follows(*flag, word)) return put(flag->use, {word});
    if (rest_.empty()) return sorted_.dropped.push_back(word);  // lacks its value, which clang would refuse
    put(flag->use, {word, next()});
  }

  bool expand(const std::string& word) {
    if (files_left_ == 0) return false;
    const std::optional<std::string> text = read_options_file(directory_, std::string_view(word).substr(1));
    if (!text) return false;
    --files_left_;
    const std::vector<std::string> words = shell_words(*text);
    rest_.insert(rest_.begin(), words.begin(), words.end());
    return true;
  }

  void put(HostUse use, std::vector<std::string> words) {
    if (use == HostUse::Strip) return;
    if (use == HostUse::Keep || compiler_ == Compiler::Clang) {
      sorted_.arguments.insert(sorted_.arguments.end(), words.begin(), words.end());
      return;
    }
    sorted_.dropped.push_back(words.size() == 1 ? words[0] : words[0] + " " + words[1]);
  }

  std::deque<std::string> rest_;
  Compiler compiler_;
  const std::string& directory_;
  int files_left_ = kMaxOptionsFiles;
  HostFlags sorted_;
};

}  // namespace

HostFlags sort_host_flags(std::span<const std::string> words, Compiler compiler, const std::string& directory) {
  return HostFlagSorter(words, compiler, directory).sort();
}

}  // namespace cudep::command
