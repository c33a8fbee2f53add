// Reading tokens of a `.ops` text.
#include "rules/model/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace cudep::model {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_word(char c) { return begins_word(c) || is_digit(c); }
bool in_function(char c) { return in_word(c) || c == ':' || c == '~'; }
bool in_site(char c) { return in_word(c) || c == '.' || c == '/' || c == '+' || c == '-' || c == ':'; }

}  // namespace

TextCursor::TextCursor(std::string_view text, std::string_view file) : text_(text), file_(file), line_starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') line_starts_.push_back(i + 1);
  }
}

template <class Predicate>
std::string_view TextCursor::run(Predicate belongs) const {
  const std::string_view rest = text_.substr(at_);
  const auto end = std::ranges::find_if_not(rest, belongs);
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

void TextCursor::skip_blanks() {
  at_ += run([](char c) { return c == ' ' || c == '\t' || c == '\r'; }).size();
  if (at_ < text_.size() && text_[at_] == '#') at_ += run([](char c) { return c != '\n'; }).size();
}

bool TextCursor::at_statement_end() {
  skip_blanks();
  return failed() || at_ == text_.size() || text_[at_] == '\n' || text_[at_] == ';';
}

bool TextCursor::next_statement() {
  while (!failed() && at_statement_end() && at_ < text_.size()) ++at_;
  return !failed() && at_ < text_.size();
}

bool TextCursor::accept(std::string_view sign) {
  skip_blanks();
  if (failed() || !text_.substr(at_).starts_with(sign)) return false;
  at_ += sign.size();
  return true;
}

std::string_view TextCursor::peek_word() {
  skip_blanks();
  if (failed() || at_ == text_.size() || !begins_word(text_[at_])) return {};
  std::size_t end = at_ + run(in_word).size();
  while (end + 1 < text_.size() && text_[end] == '-' && begins_word(text_[end + 1])) {
    ++end;
    while (end < text_.size() && in_word(text_[end])) ++end;
  }
  return text_.substr(at_, end - at_);
}

bool TextCursor::accept_word(std::string_view word) {
  if (peek_word() != word) return false;
  at_ += word.size();
  return true;
}

std::string_view TextCursor::read_identifier() {
  skip_blanks();
  if (failed() || at_ == text_.size() || !begins_word(text_[at_])) return {};
  const std::string_view word = run(in_word);
  at_ += word.size();
  return word;
}

bool TextCursor::at_number() {
  skip_blanks();
  return !failed() && at_ < text_.size() && is_digit(text_[at_]);
}

std::optional<std::int64_t> TextCursor::read_number() {
  if (!at_number()) return std::nullopt;
  const std::string_view digits = run(is_digit);
  std::uint64_t value = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) + 1;
  if (status != std::errc() || value > kMost) {
    fail(fmt::format("the number {} does not fit into 64 bits", digits));
    return std::nullopt;
  }
  at_ += digits.size();
  return static_cast<std::int64_t>(value);
}

std::optional<std::string> TextCursor::read_quoted() {
  skip_blanks();
  if (failed() || at_ == text_.size() || text_[at_] != '"') return std::nullopt;
  std::string result;
  for (std::size_t i = at_ + 1; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == '"') {
      at_ = i + 1;
      return result;
    }
    const bool escaped = text_[i] == '\\' && i + 1 < text_.size();
    if (escaped) ++i;
    result += escaped && text_[i] == 'n' ? '\n' : text_[i];
  }
  fail("the quote is not closed on its line");
  return std::nullopt;
}

std::uint32_t TextCursor::read_position() {
  if (!accept(":") || !at_number()) {
    fail(fmt::format("expected a site, `file:line:column`, got {}", found()));
    return 0;
  }
  return static_cast<std::uint32_t>(read_number().value_or(0));
}

Site TextCursor::read_site() {
  if (auto file = read_quoted()) {
    const std::uint32_t line = read_position();
    return {.file = *std::move(file), .line = line, .column = read_position()};
  }
  const std::string_view all = run(in_site);
  const std::size_t column = all.rfind(':');
  const std::size_t line = column == std::string_view::npos ? column : all.substr(0, column).rfind(':');
  if (line == std::string_view::npos) {
    fail(fmt::format("expected a site, `file:line:column`, got {}", found()));
    return {};
  }
  Site site{.file = std::string(all.substr(0, line))};
  at_ += line;
  site.line = read_position();
  site.column = read_position();
  return site;
}

std::string TextCursor::read_function() {
  if (auto quoted = read_quoted()) return *std::move(quoted);
  const std::string_view name = run(in_function);
  if (name.empty()) fail(fmt::format("expected the name of a function, got {}", found()));
  at_ += failed() ? 0 : name.size();
  return std::string(name);
}

Site TextCursor::here() {
  skip_blanks();
  const auto after = std::ranges::upper_bound(line_starts_, at_);
  const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
  const auto column = static_cast<std::uint32_t>(at_ - line_starts_[line - 1] + 1);
  return {.file = std::string(file_), .line = line, .column = column};
}

std::string TextCursor::found() {
  if (const std::string_view word = peek_word(); !word.empty()) return fmt::format("`{}`", word);
  if (at_statement_end()) return "the end of the statement";
  return fmt::format("`{}`", text_.substr(at_, 1));
}

void TextCursor::fail(std::string_view message) {
  if (failed()) return;
  const Site site = here();
  error_ = fmt::format("{}:{}:{}: {}", site.file, site.line, site.column, message);
}

}  // namespace cudep::model
