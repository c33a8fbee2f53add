// Cutting the text form into tokens.
#include "analyzer/program/lexer.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "analyzer/program/spelling.h"

namespace cudep::program {
namespace {

constexpr std::string_view kSigils = "%&$@#^";
constexpr std::string_view kSigns = "(){}[],:=+*?";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// One line of the text, cut from left to right.
class LineLexer {
 public:
  explicit LineLexer(std::string_view text) : text_(text) {}

  std::expected<std::vector<Token>, TextError> run() {
    std::vector<Token> tokens;
    for (skip_blanks(); !at_end(); skip_blanks()) {
      const auto column = static_cast<std::uint32_t>(position_ + 1);
      auto token = next();
      if (!token) return std::unexpected(TextError{.column = column, .message = std::move(token.error())});
      token->column = column;
      tokens.push_back(*std::move(token));
    }
    tokens.push_back({TokenKind::End, "", static_cast<std::uint32_t>(text_.size() + 1)});
    return tokens;
  }

 private:
  using Result = std::expected<Token, std::string>;

  [[nodiscard]] char current() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  [[nodiscard]] bool starts(std::string_view what) const { return text_.substr(position_).starts_with(what); }
  [[nodiscard]] bool at_end() const { return position_ >= text_.size() || starts("//"); }
  void skip_blanks() {
    while (current() == ' ' || current() == '\t' || current() == '\r') ++position_;
  }

  template <class Predicate>
  std::string take_while(Predicate predicate) {
    const std::size_t start = position_;
    while (position_ < text_.size() && predicate(text_[position_])) ++position_;
    return std::string(text_.substr(start, position_ - start));
  }

  Result next() {
    const char c = current();
    if (c == '"') return string();
    if (const auto sigil = kSigils.find(c); sigil != std::string_view::npos) return name(sigil);
    if (starts("->")) return position_ += 2, Token{TokenKind::Sign, "->"};
    if (is_digit(c) || c == '-') return number();
    if (is_name_character(c)) return Token{TokenKind::Word, take_while(is_name_character)};
    if (kSigns.find(c) != std::string_view::npos) return ++position_, Token{TokenKind::Sign, std::string(1, c)};
    return std::unexpected(fmt::format("unexpected character '{}'", c));
  }

  Result name(std::size_t sigil) {
    ++position_;
    const auto kind = static_cast<TokenKind>(static_cast<std::size_t>(TokenKind::Register) + sigil);
    if (current() == '"') {
      Result text = string();
      if (text) text->kind = kind;
      return text;
    }
    std::string text = take_while(is_name_character);
    if (text.empty()) return std::unexpected(fmt::format("a name must follow '{}'", kSigils[sigil]));
    return Token{kind, std::move(text)};
  }

  Result string() {
    std::string text;
    for (++position_; position_ < text_.size(); ++position_) {
      char c = text_[position_];
      if (c == '"') return ++position_, Token{TokenKind::String, std::move(text)};
      if (c == '\\' && position_ + 1 < text_.size()) {
        c = text_[++position_];
        if (c == 'n') c = '\n';
      }
      text += c;
    }
    return std::unexpected("the string has no end");
  }

  Result number() {
    const std::size_t start = position_++;
    if (starts("inf") || starts("nan")) position_ += 3;
    bool exponent = false;
    take_while([&](char c) {
      const bool sign_of_exponent = exponent && (c == '+' || c == '-');
      exponent = c == 'e';
      return is_digit(c) || c == '.' || c == 'e' || sign_of_exponent;
    });
    std::string text(text_.substr(start, position_ - start));
    const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return Token{whole ? TokenKind::Integer : TokenKind::Float, std::move(text)};
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace

std::expected<std::vector<Line>, TextError> lex(std::string_view text) {
  std::vector<Line> lines;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    auto tokens = LineLexer(text.substr(0, length)).run();
    text.remove_prefix(std::min(length + 1, text.size()));
    if (!tokens) return std::unexpected(TextError{number, tokens.error().column, tokens.error().message});
    if (tokens->size() > 1) lines.push_back({number, *std::move(tokens)});
  }
  return lines;
}

const Token& Reader::peek() const { return failed() ? line_->tokens.back() : line_->tokens[position_]; }

bool Reader::accept(std::string_view text) {
  const Token& token = peek();
  const bool fits = (token.kind == TokenKind::Word || token.kind == TokenKind::Sign) && token.text == text;
  if (fits) ++position_;
  return fits;
}

void Reader::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("expected '{}'", text));
}

std::string Reader::take(TokenKind kind, std::string_view what) {
  if (!at(kind) || kind == TokenKind::End) {
    fail(fmt::format("expected {}", what));
    return {};
  }
  return line_->tokens[position_++].text;
}

std::int64_t Reader::integer() {
  const std::string text = take(TokenKind::Integer, "an integer");
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) fail_before("not a 64-bit integer");
  return value;
}

std::uint32_t Reader::count() {
  const std::int64_t value = integer();
  if (value < 0 || value > UINT32_MAX) fail_before("not a 32-bit count");
  return static_cast<std::uint32_t>(value);
}

double Reader::number() {
  const std::string text = take(TokenKind::Float, "a number");
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) fail_before("not a number");
  return value;
}

void Reader::finish() {
  if (!at(TokenKind::End)) fail("nothing may follow here");
}

void Reader::fail(std::string message) {
  if (failed()) return;
  const Token& token = peek();
  const bool at_end = token.kind == TokenKind::End;
  fail_at(token, at_end ? message + " before the end of the line" : message + " at '" + token.text + "'");
}

void Reader::fail_before(std::string message) {
  if (failed()) return;
  const Token& token = line_->tokens[position_ == 0 ? 0 : position_ - 1];
  fail_at(token, fmt::format("'{}': {}", token.text, message));
}

void Reader::fail_at(const Token& token, std::string message) {
  error_ = TextError{line_->number, token.column, std::move(message)};
}

}  // namespace cudep::program
