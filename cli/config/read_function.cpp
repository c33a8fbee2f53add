// Reads what a configuration says of one function.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "cli/config/reading.h"
#include "rules/model/nearest_word.h"

namespace cudep::config {
namespace {

using model::ArgumentPlace;
using model::Effect;
using model::EffectWords;

constexpr std::string_view kName = "name";
constexpr int kMostArguments = 64;

bool is_name(std::string_view word) {
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '*'; };
  return !word.empty() && std::ranges::all_of(word, fits) && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
}

std::optional<ArgumentPlace> read_place(const YAML::Node& node, const std::string& word, Reader& reader) {
  if (word == "this") return model::kReceiver;
  if (word == "result") return model::kResult;
  if (word == "current") return model::kCurrent;
  if (is_name(word)) return ArgumentPlace(word.c_str());
  int position = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), position);
  if (error == std::errc() && end == word.data() + word.size() && position >= 0 && position < kMostArguments)
    return ArgumentPlace(position);
  reader.fail(node, fmt::format("`{}` is no argument; write its position from 0 on, the name of the parameter, `this`, "
                                "`result` or `current`",
                                word));
  return std::nullopt;
}

std::string how_many(const EffectWords& words) {
  if (words.least == words.most) return fmt::format("{} argument{}", words.least, words.least == 1 ? "" : "s");
  if (words.most == 2) return "one argument or two";
  return words.least == 1 ? "arguments" : fmt::format("at least {} arguments", words.least);
}

/// `nothing: true`, `synchronizes: stream`: words that name no argument.
bool is_plain_word(const EffectWords& words, const YAML::Node& value) {
  if (!value.IsScalar()) return false;
  if (words.most == 0) return value.Scalar() == "true";
  return words.effect == Effect::Synchronize && (value.Scalar() == "stream" || value.Scalar() == "host");
}

std::optional<model::LibraryEffect> read_effect(const EffectWords& words, const YAML::Node& value, Reader& reader) {
  model::LibraryEffect effect{.effect = words.effect, .places = {}};
  if (words.effect == Effect::Synchronize && value.IsScalar() && value.Scalar() == "device")
    return model::LibraryEffect{.effect = Effect::SynchronizeDevice, .places = {}};
  if (is_plain_word(words, value)) return effect;
  if (words.most == 0) {
    reader.fail(value, fmt::format("`{}` is `true`, or left out", words.word));
    return std::nullopt;
  }
  const std::vector<YAML::Node> entries = reader.list(value, fmt::format("`{}`", words.word));
  for (const YAML::Node& entry : entries) {
    const auto word = reader.scalar(entry, fmt::format("an argument of `{}`", words.word));
    const auto place = word ? read_place(entry, *word, reader) : std::nullopt;
    if (!place) return std::nullopt;
    effect.places.push_back(*place);
  }
  if (entries.empty() && !value.IsSequence()) return std::nullopt;  // told already
  if (effect.places.size() >= std::max<std::size_t>(words.least, 1) && effect.places.size() <= words.most)
    return effect;
  reader.fail(value, fmt::format("`{}` takes {}: {}", words.word, how_many(words), words.meaning));
  return std::nullopt;
}

void unknown_word(const YAML::Node& at, const std::string& word, Reader& reader) {
  std::vector<std::string_view> known = {kName};
  for (const EffectWords& words : model::effect_words()) known.push_back(words.word);
  const std::string nearest = model::suggestion(word, known);
  reader.fail(at, fmt::format("there is no word `{}` for what a function does{}", word,
                              nearest.empty() ? fmt::format("; known are {}", fmt::join(known, ", ")) : nearest));
}

void read_entry(const std::pair<YAML::Node, YAML::Node>& entry, Reader& reader, model::LibraryCall& into) {
  const auto key = reader.scalar(entry.first, "a key of a function");
  if (!key) return;
  if (*key == kName) {
    if (auto name = reader.scalar(entry.second, "`name`")) into.name = *std::move(name);
    return;
  }
  const auto words = std::ranges::find(model::effect_words(), *key, &EffectWords::word);
  if (words == model::effect_words().end()) return unknown_word(entry.first, *key, reader);
  if (auto effect = read_effect(*words, entry.second, reader)) into.effects.push_back(*std::move(effect));
}

}  // namespace

std::optional<model::LibraryCall> read_function(const YAML::Node& node, Reader& reader) {
  model::LibraryCall call;
  if (!node.IsMap()) {
    reader.fail(node, "a function has keys: its `name`, and what it does");
    return std::nullopt;
  }
  const std::size_t errors = reader.errors.size();
  for (const auto& entry : reader.entries(node)) read_entry(entry, reader, call);
  if (reader.errors.size() != errors) return std::nullopt;
  if (call.name.empty()) {
    reader.fail(node, "a function without a `name`; write it as in `my::upload`, without template arguments");
    return std::nullopt;
  }
  if (call.effects.empty()) {
    reader.fail(node, fmt::format("nothing is said of `{}`; if it does nothing, write `nothing: true`", call.name));
    return std::nullopt;
  }
  return call;
}

}  // namespace cudep::config
