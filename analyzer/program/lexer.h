// The text form of a host program as lines of tokens, and a reader that takes one line apart.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudep::program {

enum class TokenKind : std::uint8_t {
  Word,      // letters, digits, `_`, `.`
  Register,  // %3, without the sign; so are the next five
  Local,     // &x
  Global,    // $x
  Function,  // @x
  Layout,    // #x
  Class,     // ^x
  String,
  Integer,
  Float,
  Sign,  // one of ( ) { } [ ] , : = + * ? ->
  End,   // of the line
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  std::uint32_t column = 1;
};

struct Line {
  std::uint32_t number = 0;
  std::vector<Token> tokens;  // the last is End
};

struct TextError {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
};

/// The lines that hold something.
std::expected<std::vector<Line>, TextError> lex(std::string_view text);

/// Takes the tokens of one line in order. The first mistake is kept and everything after it yields nothing, so that
/// callers check once, at the end of the line.
class Reader {
 public:
  explicit Reader(const Line& line) : line_(&line) {}

  [[nodiscard]] const Token& peek() const;
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  [[nodiscard]] std::uint32_t line() const { return line_->number; }
  /// Of the first token.
  [[nodiscard]] std::uint32_t column() const { return line_->tokens.front().column; }
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const std::optional<TextError>& error() const { return error_; }

  /// Takes the next token when it is this word or sign.
  bool accept(std::string_view text);
  void expect(std::string_view text);
  /// The text of the next token, which must be of this kind; `what` names it in the error.
  std::string take(TokenKind kind, std::string_view what);
  std::int64_t integer();
  std::uint32_t count();
  double number();
  /// Nothing but the end of the line may follow.
  void finish();
  /// Notes a mistake at the next token.
  void fail(std::string message);
  /// Notes a mistake about the token taken last.
  void fail_before(std::string message);

 private:
  void fail_at(const Token& token, std::string message);

  const Line* line_;
  std::size_t position_ = 0;
  std::optional<TextError> error_;
};

}  // namespace cudep::program
