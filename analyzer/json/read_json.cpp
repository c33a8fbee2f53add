// Turns offsets into places, and the exceptions of the library into words.
#include "analyzer/json/read_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudep::json {
namespace {

using nlohmann::json;

/// `byte` counts from 1, as in the errors of the library.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("{}:{}", lines + 1, before.size() - line_start + 1);
}

std::string_view after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? text : text.substr(at + mark.size());
}

/// "unexpected ']'; expected string literal", of "[…] parse error at line 1, column 5: … - unexpected ']'; last read:
/// '[1,]'; expected string literal".
std::string what_was_expected(std::string_view told) {
  std::string text(after(told, " - "));
  const std::size_t last_read = text.find("; last read: ");
  if (last_read == std::string::npos) return text;
  const std::size_t expected = text.rfind("; expected ");
  return text.substr(0, last_read) +
         (expected == std::string::npos || expected < last_read ? "" : text.substr(expected));
}

/// "list" for array: the words of people who do not read specifications.
std::string_view word_for(const json& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "keys and values";
  return value.type_name();
}

}  // namespace

std::string refusal(const Expected& file, std::string_view why) {
  return fmt::format("{}: not {}: {}; {}", file.name, file.what, why, file.remedy);
}

std::expected<json, std::string> parse(std::string_view text, const Expected& file) {
  constexpr std::string_view kSpace = " \t\r\n";
  if (text.find_first_not_of(kSpace) == std::string_view::npos) return std::unexpected(refusal(file, "it is empty"));
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    return std::unexpected(fmt::format("{}:{}: not valid JSON: {}; {}", file.name, line_and_column(text, error.byte),
                                       what_was_expected(error.what()), file.remedy));
  }
}

std::string in_words(const std::exception& error) {
  const std::string_view told = error.what();
  if (!told.starts_with("[json.exception.")) return std::string(told);
  const std::string_view text = after(told, "] ");
  if (text.starts_with("key '")) {
    const std::string_view key = after(text, "key '");
    return fmt::format("`{}` is missing", key.substr(0, key.rfind('\'')));
  }
  const std::string_view kind = after(text, "cannot use at() with ");
  return kind == text ? std::string(text) : fmt::format("expected keys and values, not {}", kind);
}

std::optional<std::string> wrong_version(const json& document, int version, const Expected& file) {
  if (!document.is_object()) return refusal(file, fmt::format("it holds {}", word_for(document)));
  const auto written = document.find("version");
  if (written == document.end()) return refusal(file, "`version` is missing");
  if (!written->is_number_integer()) return refusal(file, "`version` is no number");
  if (*written == version) return std::nullopt;
  return fmt::format("{}: {} of format {}, which this cudep cannot read; {}", file.name, file.what, written->dump(),
                     file.remedy);
}

}  // namespace cudep::json
