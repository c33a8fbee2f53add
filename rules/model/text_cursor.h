// A place in a `.ops` text, and the tokens that can be read from there. Keeps the first error: after it every read
// answers with nothing, so that the reader checks once for each statement.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/model/operation.h"

namespace cudep::model {

class TextCursor {
 public:
  TextCursor(std::string_view text, std::string_view file);

  /// Moves past separators, blank lines and comments; false at the end of the text.
  bool next_statement();
  bool at_statement_end();

  /// Reads exactly this sign, if it comes next.
  bool accept(std::string_view sign);
  /// Reads exactly this word, if it comes next.
  bool accept_word(std::string_view word);
  /// The word that comes next, read later; empty when none does. `may-write` is one word.
  std::string_view peek_word();
  /// A word without signs, for ids inside forms, where `-` subtracts.
  std::string_view read_identifier();
  /// Without its sign; wraps at 2^63.
  std::optional<std::int64_t> read_number();
  bool at_number();
  /// Text in double quotes, `\"`, `\\` and `\n` read as in C.
  std::optional<std::string> read_quoted();
  /// `file:line:column`.
  Site read_site();
  /// A name in quotes, or one of letters, digits, `_`, `:` and `~`.
  std::string read_function();

  /// The next token's place in this text.
  Site here();
  /// Records the error at the next token, unless there is one already.
  void fail(std::string_view message);
  /// What comes next, as messages quote it.
  std::string found();
  [[nodiscard]] bool failed() const { return !error_.empty(); }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  void skip_blanks();
  /// The characters from here that satisfy the predicate.
  template <class Predicate>
  std::string_view run(Predicate belongs) const;
  std::uint32_t read_position();

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  std::vector<std::size_t> line_starts_;
  std::string error_;
};

}  // namespace cudep::model
