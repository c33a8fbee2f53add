// What the command lines of all commands have in common: what a wrong one is answered with, and what stands after `--`.
#pragma once
#include <expected>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/exit_code.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace cudep::lint {

/// Where output goes, and whether a person with a terminal reads it.
struct Destinations {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
};

/// Not a run: the text to print instead, on standard output for `Clean` (help), else on standard error.
struct Usage {
  ExitCode code = ExitCode::Usage;
  std::string text;
};

/// Prints it; its code.
ExitCode tell(const Usage& usage, const Destinations& to);

/// The answer to a wrong command line of the command that `app` is named after.
Usage usage_error(const CLI::App& app, std::string_view message);

/// Arguments before and after the first `--`.
struct Split {
  std::span<const std::string> before;
  std::span<const std::string> after;
  bool has_dashes = false;
};
Split split_at_dashes(std::span<const std::string> arguments);

/// What a command says when there is a word that has no meaning to it; null: that there is.
using SayUnknown = std::string (*)(std::string_view word);

/// For options that are numbers.
CLI::Validator whole_number(unsigned least, unsigned most);
CLI::Validator positive_seconds();

/// Lets `app` read all of its arguments.
std::expected<void, Usage> parse(CLI::App& app, std::span<const std::string> arguments,
                                 SayUnknown say_unknown = nullptr);

/// Lets `app` read the arguments before `--`; the program and its arguments, which must stand there, are returned.
std::expected<std::vector<std::string>, Usage> parse_before_program(CLI::App& app,
                                                                    std::span<const std::string> arguments,
                                                                    SayUnknown say_unknown = nullptr);

}  // namespace cudep::lint
