// The known word that a wrong one most likely stands for: the "did you mean" of messages.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cudep::model {

/// The candidate with the fewest letters inserted, removed or replaced, when these are few for the length of `word`;
/// the first of several.
std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean `launch`?", as the end of a message; empty when no candidate is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cudep::model
