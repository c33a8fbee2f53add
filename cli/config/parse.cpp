// Reads a configuration.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "cli/config/reading.h"
#include "cli/report/read_file.h"
#include "rules/check.h"
#include "rules/model/nearest_word.h"

namespace cudep::config {
namespace {

constexpr std::array<std::string_view, 3> kKeys = {"functions", "rules", "exclude"};
constexpr std::array<std::string_view, 4> kLevels = {"note", "warning", "error", "off"};

model::Site site_of(const std::string& file, const YAML::Mark& mark) {
  if (mark.is_null()) return {.file = file};
  return {.file = file,
          .line = static_cast<std::uint32_t>(mark.line + 1),
          .column = static_cast<std::uint32_t>(mark.column + 1)};
}

model::Site site_of(const std::string& file, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {.file = file,
          .line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
          .column = static_cast<std::uint32_t>(byte - line_start + 1)};
}

/// The bytes of the letter that begins with `lead`; 0: none does.
std::size_t length_of_letter(unsigned char lead) {
  if (lead == 0) return 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/// Where the text ceases to be UTF-8; its size when it does not.
std::size_t wrong_byte(std::string_view text) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_letter(static_cast<unsigned char>(text[at]));
    if (length == 0 || length > text.size() - at) return at;
    if (!std::ranges::all_of(text.substr(at + 1, length - 1), continues)) return at;
    at += length;
  }
  return text.size();
}

void read_rule(const std::pair<YAML::Node, YAML::Node>& entry, Reader& reader, Configuration& into) {
  const auto id = reader.scalar(entry.first, "a rule");
  if (!id) return;
  std::vector<std::string_view> ids;
  for (const rules::Rule& rule : rules::rules()) ids.push_back(rule.id);
  if (std::ranges::find(ids, *id) == ids.end())
    return reader.fail(entry.first, fmt::format("there is no rule `{}`{}", *id, model::suggestion(*id, ids)));
  const auto word = reader.scalar(entry.second, fmt::format("the level of `{}`", *id));
  if (!word) return;
  const auto level = std::ranges::find(kLevels, *word);
  if (level == kLevels.end())
    return reader.fail(entry.second, fmt::format("`{}` is no level; it is one of {}{}", *word, fmt::join(kLevels, ", "),
                                                 model::suggestion(*word, kLevels)));
  const auto position = static_cast<std::size_t>(level - kLevels.begin());
  into.rules[*id] = position < 3 ? std::optional(static_cast<rules::Severity>(position)) : std::nullopt;
}

void read_rules(const YAML::Node& node, Reader& reader, Configuration& into) {
  if (!node.IsMap())
    return reader.fail(node, "`rules` has ids as keys and levels as values, as in `fragile-order: off`");
  for (const auto& entry : reader.entries(node)) read_rule(entry, reader, into);
}

void read_functions(const YAML::Node& node, Reader& reader, Configuration& into) {
  if (!node.IsSequence()) return reader.fail(node, "`functions` is a list of functions, each with a `name`");
  for (const YAML::Node& entry : node)
    if (auto function = read_function(entry, reader)) into.functions.push_back(*std::move(function));
}

void read_exclude(const YAML::Node& node, Reader& reader, Configuration& into) {
  if (!node.IsSequence()) return reader.fail(node, "`exclude` is a list of paths, as in `exclude: [third_party/*]`");
  for (const YAML::Node& entry : node)
    if (auto path = reader.scalar(entry, "a path of `exclude`")) into.exclude.push_back(*std::move(path));
}

void read_key(const std::pair<YAML::Node, YAML::Node>& entry, Reader& reader, Configuration& into) {
  const auto key = reader.scalar(entry.first, "a key");
  if (!key) return;
  if (*key == "functions") return read_functions(entry.second, reader, into);
  if (*key == "rules") return read_rules(entry.second, reader, into);
  if (*key == "exclude") return read_exclude(entry.second, reader, into);
  reader.fail(entry.first, fmt::format("there is no key `{}`; known are {}{}", *key, fmt::join(kKeys, ", "),
                                       model::suggestion(*key, kKeys)));
}

}  // namespace

void Reader::fail(const YAML::Node& at, std::string message) {
  errors.push_back({.site = site_of(file, at.Mark()), .message = std::move(message)});
}

std::optional<std::string> Reader::scalar(const YAML::Node& node, const std::string& what) {
  if (node.IsScalar()) return node.Scalar();
  fail(node, fmt::format("{} is a single word, not {}", what,
                         node.IsMap()        ? "keys and values"
                         : node.IsSequence() ? "a list"
                                             : "nothing"));
  return std::nullopt;
}

std::vector<std::pair<YAML::Node, YAML::Node>> Reader::entries(const YAML::Node& node) {
  std::map<std::string, int> lines;
  std::vector<std::pair<YAML::Node, YAML::Node>> all;
  for (const auto& entry : node) {
    const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "";
    const auto [first, is_new] = lines.try_emplace(key, entry.first.Mark().line + 1);
    if (!is_new && !key.empty())
      fail(entry.first, fmt::format("`{}` is there already, in line {}", key, first->second));
    else
      all.emplace_back(entry.first, entry.second);
  }
  return all;
}

std::vector<YAML::Node> Reader::list(const YAML::Node& node, const std::string& what) {
  if (node.IsScalar()) return {node};
  if (node.IsSequence()) return {node.begin(), node.end()};
  fail(node, fmt::format("{} is a list, not {}", what, node.IsMap() ? "keys and values" : "nothing"));
  return {};
}

std::string to_text(const std::vector<Error>& errors) {
  std::string text;
  for (const Error& error : errors) {
    text += error.site.file;
    if (error.site.line != 0) text += fmt::format(":{}:{}", error.site.line, error.site.column);
    text += fmt::format(": error: {}\n", error.message);
  }
  return text;
}

std::expected<Configuration, std::vector<Error>> parse(const std::string& text, const std::string& file) {
  if (const std::size_t wrong = wrong_byte(text); wrong != text.size())
    return std::unexpected(
        std::vector{Error{.site = site_of(file, text, wrong), .message = "not UTF-8; save it as that"}});
  Reader reader{.file = file, .errors = {}};
  Configuration configuration{.file = file};
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsMap())
      for (const auto& entry : reader.entries(root)) read_key(entry, reader, configuration);
    else if (!root.IsNull())
      reader.fail(root, fmt::format("a configuration has keys: {}", fmt::join(kKeys, ", ")));
  } catch (const YAML::Exception& error) {
    reader.errors.push_back({.site = site_of(file, error.mark), .message = fmt::format("not YAML: {}", error.msg)});
  }
  std::ranges::sort(reader.errors, {}, &Error::site);
  if (!reader.errors.empty()) return std::unexpected(std::move(reader.errors));
  return configuration;
}

std::expected<Configuration, std::vector<Error>> read(const std::string& file) {
  const auto text = report::read_file(file);
  if (text) return parse(*text, file);
  return std::unexpected(std::vector{
      Error{.site = {.file = file},
            .message = text.error() + "; it should be a configuration, as `cudep config dump` prints one"}});
}

}  // namespace cudep::config
