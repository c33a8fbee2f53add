// Records of inputs as text, and their comparison with what is there now.
#include "analyzer/inputs/input.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>
#include <tuple>
#include <utility>

namespace cudep::inputs {
namespace {

using Kind = Input::Kind;

constexpr std::int64_t kNanoseconds = 1'000'000'000;  // of a second
constexpr std::int64_t kCoarsest = 2 * kNanoseconds;  // the step of the coarsest clock of a file system, FAT's

constexpr std::array<std::pair<Kind, std::string_view>, 4> kWords = {{
    {Kind::Content, "content"},
    {Kind::State, "state"},
    {Kind::Present, "present"},
    {Kind::Absent, "absent"},
}};

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kNanoseconds + time.tv_nsec; }

std::int64_t now() { return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count(); }

bool is_recent(const Look& look, std::int64_t now) {
  return look.modified > now - kCoarsest || look.changed > now - kCoarsest;
}

bool has_look(Kind kind) { return kind == Kind::Content || kind == Kind::State; }

std::string print(const Input& input) {
  std::string line(std::ranges::find(kWords, input.kind, &std::pair<Kind, std::string_view>::first)->second);
  if (has_look(input.kind))
    line += fmt::format(" {} {} {} {}", input.look.bytes, input.look.inode, input.look.modified, input.look.changed);
  if (input.kind == Kind::Content) line += " " + to_text(input.hash);
  return line + " " + input.path + "\n";
}

/// The words of a line, one by one.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view word() {
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(std::min(rest_.size(), word.size() + 1));
    return word;
  }
  template <typename Number>
  bool number(Number& into) {
    const std::string_view digits = word();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), into);
    return error == std::errc{} && end == digits.data() + digits.size();
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

std::optional<Input> parse_line(std::string_view line) {
  Words words(line);
  const auto kind = std::ranges::find(kWords, words.word(), &std::pair<Kind, std::string_view>::second);
  if (kind == kWords.end()) return std::nullopt;
  Input input{.kind = kind->first};
  Look& look = input.look;
  if (has_look(input.kind) && !(words.number(look.bytes) && words.number(look.inode) && words.number(look.modified) &&
                                words.number(look.changed)))
    return std::nullopt;
  if (input.kind == Kind::Content) {
    const auto hash = parse_hash(words.word());
    if (!hash) return std::nullopt;
    input.hash = *hash;
  }
  input.path = words.rest();
  return input;
}

/// The value that `find` yields for a path, asked for once.
template <typename Value, typename Find>
Value remembered(std::map<std::string, Value, std::less<>>& known, std::mutex& mutex, const std::string& path,
                 const Find& find) {
  {
    const std::scoped_lock lock(mutex);
    if (const auto entry = known.find(path); entry != known.end()) return entry->second;
  }
  Value value = find(path);
  const std::scoped_lock lock(mutex);
  return known.try_emplace(path, std::move(value)).first->second;
}

std::optional<Hash> hash_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  const std::string text(std::istreambuf_iterator<char>(in), {});
  return hash_of(text);
}

}  // namespace

std::optional<Look> look(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return Look{.bytes = static_cast<std::uint64_t>(status.st_size),
              .inode = status.st_ino,
              .modified = nanoseconds(status.st_mtim),
              .changed = nanoseconds(status.st_ctim)};
}

Input state_of(const std::string& path) {
  return {.kind = Kind::State, .path = path, .look = look(path).value_or(Look{})};
}

void distrust_recent_looks(std::vector<Input>& inputs) {
  const std::int64_t moment = now();
  for (Input& input : inputs)
    if (has_look(input.kind) && is_recent(input.look, moment)) input.look = {};
}

void unify(std::vector<Input>& inputs) {
  // Kinds are declared in this order: those that say more come first.
  std::ranges::stable_sort(inputs, {}, [](const Input& input) { return std::tie(input.path, input.kind); });
  const auto repeated = std::ranges::unique(inputs, {}, &Input::path);
  inputs.erase(repeated.begin(), repeated.end());
}

std::optional<std::string> print(const std::vector<Input>& inputs) {
  std::string text;
  for (const Input& input : inputs) {
    if (input.path.contains('\n')) return std::nullopt;
    text += print(input);
  }
  return text;
}

std::optional<std::vector<Input>> parse(std::string_view text) {
  std::vector<Input> inputs;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    auto input = parse_line(line);
    if (!input) return std::nullopt;
    inputs.push_back(*std::move(input));
  }
  return inputs;
}

bool Inspection::are_unchanged(const std::vector<Input>& inputs) {
  return std::ranges::all_of(inputs, [this](const Input& input) { return is_unchanged(input); });
}

bool Inspection::is_unchanged(const Input& input) {
  const std::optional<Look> now = look_at(input.path);
  switch (input.kind) {
    case Kind::Absent:
      return !now;
    case Kind::Present:
      return now.has_value();
    case Kind::State:
      return now && now->bytes == input.look.bytes && now->modified == input.look.modified;
    case Kind::Content:
      return now && (*now == input.look || content_of(input.path) == input.hash);
  }
  return false;
}

std::optional<Look> Inspection::look_at(const std::string& path) { return remembered(looks_, mutex_, path, look); }

std::optional<Hash> Inspection::content_of(const std::string& path) {
  return remembered(contents_, mutex_, path, hash_of_file);
}

}  // namespace cudep::inputs
