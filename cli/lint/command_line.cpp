// Gives command lines to CLI11 and turns its exceptions into answers.
#include "cli/lint/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "cli/report/message.h"
#include "rules/model/nearest_word.h"

namespace cudep::lint {
namespace {

/// "--fromat" → "there is no option `--fromat`; did you mean `--format`?"
std::string unknown_option(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  return fmt::format("there is no option `{}`{}", word, model::suggestion(word, known));
}

std::string unknown_word(const CLI::App& app, SayUnknown say_unknown) {
  const std::vector<std::string> remaining = app.remaining();
  const std::string word = remaining.empty() ? "" : remaining.front();
  if (word.starts_with('-')) return unknown_option(app, std::string_view(word).substr(0, word.find('=')));
  return say_unknown ? say_unknown(word) : fmt::format("`{}` is one word too many", word);
}

std::string missing_word(const CLI::App& app) {
  const std::vector<const CLI::Option*> options = app.get_options();
  const auto missing = std::ranges::find_if(
      options, [](const CLI::Option* option) { return option->get_required() && option->count() == 0; });
  return fmt::format("no {} is given: {}", (*missing)->get_name(), (*missing)->get_description());
}

/// Of an option that stands too often, or last, without its word.
std::string wrong_count(const CLI::App& app, std::string_view told) {
  const std::string name(told.substr(0, told.find(':')));
  const CLI::Option* const option = app.get_option_no_throw(name);
  if (option && option->count() > 1) return fmt::format("{} is given more than once", name);
  return fmt::format("{} has nothing after it; it takes {}", name, option ? option->get_type_name() : "a word");
}

/// Between two texts of a message.
std::string_view part(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) return text;
  text.remove_prefix(begin + before.size());
  return text.substr(0, text.find(after));
}

/// What CLI11 found wrong, in the words of cudep.
std::string mistake(const CLI::App& app, const CLI::ParseError& error, SayUnknown say_unknown) {
  const std::string told = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) return unknown_word(app, say_unknown);
  if (dynamic_cast<const CLI::RequiredError*>(&error)) return missing_word(app);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return wrong_count(app, told);
  if (dynamic_cast<const CLI::ExcludesError*>(&error))
    return fmt::format("{} and {} are given; give one of them", part(told, "", " excludes "),
                       part(told, " excludes ", "\n"));
  if (dynamic_cast<const CLI::ConversionError*>(&error))
    return fmt::format("{} takes no value", part(told, ": ", " = "));
  return told;
}

template <class Number>
bool reads_as(const std::string& word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

CLI::Validator whole_number(unsigned least, unsigned most) {
  const auto fault = [=](const std::string& word) {
    unsigned number = 0;
    return reads_as(word, number) && number >= least && number <= most
               ? std::string()
               : fmt::format("`{}` is not a whole number from {} to {}", word, least, most);
  };
  return CLI::Validator(fault, "");
}

CLI::Validator positive_seconds() {
  const auto fault = [](const std::string& word) {
    double number = 0;
    return reads_as(word, number) && number > 0 ? std::string()
                                                : fmt::format("`{}` is not a number of seconds above 0", word);
  };
  return CLI::Validator(fault, "");
}

ExitCode tell(const Usage& usage, const Destinations& to) {
  (usage.code == ExitCode::Clean ? to.out : to.err) << usage.text;
  return usage.code;
}

Usage usage_error(const CLI::App& app, std::string_view message) {
  return {.code = ExitCode::Usage,
          .text = fmt::format("{}see `{} --help`\n", report::error_message(message), app.get_name())};
}

Split split_at_dashes(std::span<const std::string> arguments) {
  const auto dashes = std::ranges::find(arguments, "--");
  if (dashes == arguments.end()) return {.before = arguments};
  return {.before = {arguments.begin(), dashes}, .after = {dashes + 1, arguments.end()}, .has_dashes = true};
}

std::expected<void, Usage> parse(CLI::App& app, std::span<const std::string> arguments, SayUnknown say_unknown) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return std::unexpected(Usage{.code = ExitCode::Clean, .text = app.help()});
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(app, mistake(app, error, say_unknown)));
  }
  return {};
}

std::expected<std::vector<std::string>, Usage> parse_before_program(CLI::App& app,
                                                                    std::span<const std::string> arguments,
                                                                    SayUnknown say_unknown) {
  const Split split = split_at_dashes(arguments);
  if (auto parsed = parse(app, split.before, say_unknown); !parsed) return std::unexpected(parsed.error());
  if (split.after.empty()) return std::unexpected(usage_error(app, "no program is given; it stands after `--`"));
  return std::vector(split.after.begin(), split.after.end());
}

}  // namespace cudep::lint
