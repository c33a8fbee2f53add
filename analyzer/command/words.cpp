// One scanner for words between white space; the flavours differ in which quotes group and which backslashes escape.
#include "analyzer/command/words.h"

#include <algorithm>
#include <utility>

namespace cudep::command {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

struct Flavour {
  std::string_view quotes;          // characters that open and close a group
  bool keep_quotes = false;         // the quotes stay part of the word
  bool escapes = false;             // a backslash takes the next character literally
  std::string_view escaped_inside;  // within double quotes only before these; empty: before every character
};

constexpr Flavour kShell{.quotes = "\"'", .escapes = true, .escaped_inside = "\"\\$`\n"};
constexpr Flavour kOptionsFile{.quotes = "\"", .escapes = true};
constexpr Flavour kEnvironment{.quotes = "\"", .keep_quotes = true};

/// Whether the backslash before `next` escapes it, in a group opened by `quote` (0: in none).
bool escapes(const Flavour& flavour, char quote, char next) {
  if (!flavour.escapes || quote == '\'') return false;
  return quote == 0 || flavour.escaped_inside.empty() || flavour.escaped_inside.contains(next);
}

std::vector<std::string> split(std::string_view text, const Flavour& flavour) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && escapes(flavour, quote, text[i + 1])) {
      ++i;
      if (text[i] != '\n') word += text[i];  // a continued line is joined
      in_word = in_word || text[i] != '\n';
    } else if (quote != 0 ? c == quote : flavour.quotes.contains(c)) {
      quote = quote != 0 ? 0 : c;
      in_word = true;
      if (flavour.keep_quotes) word += c;
    } else if (quote == 0 && kWhiteSpace.contains(c)) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

}  // namespace

std::vector<std::string> shell_words(std::string_view text) { return split(text, kShell); }

std::vector<std::string> options_file_words(std::string_view text) { return split(text, kOptionsFile); }

std::vector<std::string> environment_words(std::string_view text) { return split(text, kEnvironment); }

std::vector<std::string> list_items(std::string_view value) {
  std::vector<std::string> items(1);
  bool quoted = false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '\\' && i + 1 < value.size() && std::string_view(",\"\\").contains(value[i + 1])) {
      items.back() += value[++i];
    } else if (c == ',' && !quoted) {
      items.emplace_back();
    } else {
      quoted = quoted != (c == '"');
      items.back() += c;
    }
  }
  std::erase(items, "");
  return items;
}

std::string without_quotes(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '"');
  return plain;
}

}  // namespace cudep::command
