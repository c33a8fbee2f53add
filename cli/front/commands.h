// The commands of `cudep`: those it answers itself, and those it starts a program for.
#pragma once
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/exit_code.h"

namespace cudep::front {

/// Where a command prints, and the arguments after its name.
struct Call {
  std::span<const std::string> arguments;
  std::ostream& out;
  std::ostream& err;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  ExitCode (*run)(const Call&);
  bool starts_programs = false;
};

std::span<const Command> commands();

/// `arguments` are those of the program, without its name. What is wrong with them is told on `err`.
ExitCode run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

/// Whether that starts other programs, which would inherit what this one does with signals.
bool starts_programs(std::span<const std::string> arguments);

/// `cudep: error: MESSAGE`, and where to read more.
ExitCode usage_error(std::ostream& err, std::string_view message);

ExitCode list_rules(const Call& call);
ExitCode explain_rule(const Call& call);

}  // namespace cudep::front
