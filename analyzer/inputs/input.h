// What a result was made from: files that were read, and places where none was found. As long as all of it is as it
// was, the result still holds.
//
//   const std::vector<Input> inputs = ...;       // recorded while reading
//   if (Inspection().are_unchanged(inputs)) ...  // later, by another process
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/inputs/hash.h"

namespace cudep::inputs {

/// What the file system says of a file without reading it: when all of it is the same, so is the content.
struct Look {
  std::uint64_t bytes = 0;
  std::uint64_t inode = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::int64_t changed = 0;   // likewise: the content or anything else about the file
  bool operator==(const Look&) const = default;
};

std::optional<Look> look(const std::string& path);

struct Input {
  enum class Kind : std::uint8_t {
    Content,  // was read: `hash` is that of what was read
    State,    // counts by its look alone: a folder that was listed, a program
    Present,  // something was there
    Absent,   // nothing was
  };
  Kind kind = Kind::Content;
  std::string path;  // absolute
  Look look;         // Content, State
  Hash hash;         // Content
  bool operator==(const Input&) const = default;
};

/// A program, a library or a folder that was listed: it is the same while its size and time of modification are.
Input state_of(const std::string& path);

/// A look that was taken a moment after the file changed may stand for two contents, for clocks of file systems are
/// coarse. It is then made one that no file has, so that the content decides.
void distrust_recent_looks(std::vector<Input>& inputs);

/// Sorts them by path. Of several for one path the one that says most is left.
void unify(std::vector<Input>& inputs);

/// One line each; nothing for paths that do not fit into a line.
std::optional<std::string> print(const std::vector<Input>& inputs);
std::optional<std::vector<Input>> parse(std::string_view text);

/// Compares inputs with the files that are there. Each path is looked at once, however many results depend on it. May
/// be used by several threads.
class Inspection {
 public:
  bool are_unchanged(const std::vector<Input>& inputs);

 private:
  bool is_unchanged(const Input& input);
  std::optional<Look> look_at(const std::string& path);
  std::optional<Hash> content_of(const std::string& path);

  std::mutex mutex_;
  std::map<std::string, std::optional<Look>, std::less<>> looks_;
  std::map<std::string, std::optional<Hash>, std::less<>> contents_;
};

}  // namespace cudep::inputs
