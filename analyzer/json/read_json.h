// Reads JSON that a user names, and says what is wrong with it in words: the file, the place, what was expected and
// what to do.
//
//   const auto entries = json::read(text, {.name = file, .what = "a baseline", .remedy = "write one with …"},
//                                   [](const nlohmann::json& document) { return entries_of(document); });
#pragma once
#include <cstddef>
#include <exception>
#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cudep::json {

/// A file of ours, or of a tool, for errors.
struct Expected {
  std::string name;         // of the file
  std::string_view what;    // "a baseline"
  std::string_view remedy;  // "write one with --write-baseline"
};

/// "NAME: not WHAT: WHY; REMEDY".
std::string refusal(const Expected& file, std::string_view why);

/// Any JSON; an error names line and column.
std::expected<nlohmann::json, std::string> parse(std::string_view text, const Expected& file);

/// What is wrong, without the numbers of the library: "`line` is missing".
std::string in_words(const std::exception& error);

/// What is wrong with a document of ours whose `version` is not `version`; nothing when it is.
std::optional<std::string> wrong_version(const nlohmann::json& document, int version, const Expected& file);

/// Calls `read(entry)` for the entries of a list; what it throws gets the number of the entry: "finding 3: …".
template <class Read>
void for_each_entry(const nlohmann::json& list, std::string_view noun, Read read) {
  std::size_t number = 0;
  for (const auto& [key, entry] : list.items()) {
    ++number;
    try {
      read(key, entry);
    } catch (const std::exception& error) {
      const std::string which = list.is_object() ? "`" + key + "`" : std::to_string(number);
      throw std::invalid_argument(std::string(noun) + " " + which + ": " + in_words(error));
    }
  }
}

/// What `read` makes of a document of ours, format 1. It may throw what does not fit.
template <class Read>
auto read(std::string_view text, const Expected& file, Read read)
    -> std::expected<decltype(read(nlohmann::json())), std::string> {
  constexpr int kVersion = 1;
  const auto document = parse(text, file);
  if (!document) return std::unexpected(document.error());
  if (auto wrong = wrong_version(*document, kVersion, file)) return std::unexpected(*std::move(wrong));
  try {
    return read(*document);
  } catch (const std::exception& error) {
    return std::unexpected(refusal(file, in_words(error)));
  }
}

}  // namespace cudep::json
