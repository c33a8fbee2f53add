// Reads a configuration.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/config/reading.h"
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
  for (const auto& entry : node) read_rule(entry, reader, into);
}

void read_functions(const YAML::Node& node, Reader& reader, Configuration& into) {
  if (!node.IsSequence()) return reader.fail(node, "`functions` is a list of functions, each with a `name`");
  for (const YAML::Node& entry : node)
    if (auto function = read_function(entry, reader)) into.functions.push_back(*std::move(function));
}

void read_exclude(const YAML::Node& node, Reader& reader, Configuration& into) {
  for (const YAML::Node& entry : reader.list(node, "`exclude`"))
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
  Reader reader{.file = file, .errors = {}};
  Configuration configuration{.file = file};
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsMap())
      for (const auto& entry : root) read_key(entry, reader, configuration);
    else if (!root.IsNull())
      reader.fail(root, fmt::format("a configuration has keys: {}", fmt::join(kKeys, ", ")));
  } catch (const YAML::Exception& error) {
    reader.errors.push_back({.site = site_of(file, error.mark), .message = fmt::format("not YAML: {}", error.msg)});
  }
  if (!reader.errors.empty()) return std::unexpected(std::move(reader.errors));
  return configuration;
}

std::expected<Configuration, std::vector<Error>> read(const std::string& file) {
  if (std::filesystem::is_directory(file))
    return std::unexpected(std::vector{Error{.site = {.file = file}, .message = "is a folder; name a file"}});
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in && text.empty())
    return std::unexpected(std::vector{Error{.site = {.file = file}, .message = "cannot be read"}});
  return parse(text, file);
}

}  // namespace cudep::config
