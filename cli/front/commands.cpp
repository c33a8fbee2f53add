// Finds the command that the arguments name.
#include "cli/front/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/audit/audit.h"
#include "cli/config/command.h"
#include "cli/doctor/doctor.h"
#include "cli/export/export.h"
#include "cli/lint/crash.h"
#include "cli/lint/driver.h"
#include "cli/lint/worker.h"
#include "cli/picture/report.h"
#include "cli/provoke/provoke.h"
#include "cli/report/finish_output.h"
#include "cli/report/message.h"
#include "cli/trace/trace.h"
#include "rules/model/nearest_word.h"
#include "tracer/process/process.h"

namespace cudep::front {
namespace {

ExitCode show_help(const Call& call);

ExitCode show_version(const Call& call) {
  call.out << "cudep " << CUDEP_VERSION << "\n";
  return ExitCode::Clean;
}

lint::Destinations destinations(const Call& call) {
  return {.out = call.out,
          .err = call.err,
          .out_is_terminal = isatty(STDOUT_FILENO) != 0,
          .err_is_terminal = isatty(STDERR_FILENO) != 0};
}

ExitCode run_lint(const Call& call) {
  lint::report_crashes();
  return lint::lint(call.arguments, lint::lower_in(process::beside_this("cudep-lower")), destinations(call));
}

ExitCode run_link(const Call& call) {
  lint::report_crashes();
  return lint::link(call.arguments, destinations(call));
}

ExitCode run_doctor(const Call& call) {
  return doctor::doctor(call.arguments, lint::lower_in(process::beside_this("cudep-lower")), destinations(call));
}

ExitCode run_audit(const Call& call) { return audit::audit(call.arguments, destinations(call)); }
ExitCode run_trace(const Call& call) { return trace::trace(call.arguments, destinations(call)); }
ExitCode run_provoke(const Call& call) { return provoke::provoke(call.arguments, destinations(call)); }
ExitCode run_report(const Call& call) { return picture::report(call.arguments, destinations(call)); }
ExitCode run_export(const Call& call) { return exports::run_export(call.arguments, destinations(call)); }
ExitCode run_config(const Call& call) { return config::command(call.arguments, call.out, call.err); }
ExitCode run_dump(const Call& call) { return audit::dump(call.arguments, destinations(call)); }

constexpr std::array kCommands = {
    Command{"lint", "check the dependencies between streams in source code", run_lint},
    Command{"link", "check units that `cudep lint --facts-out` wrote, as one program", run_link},
    Command{"trace", "run a program and record what it asks of CUDA", run_trace, true},
    Command{"audit", "judge a recorded run, and findings of the source by it", run_audit},
    Command{"provoke", "run a recorded program with delays that make its races show", run_provoke, true},
    Command{"report", "draw a recorded run, or findings, as an HTML page", run_report},
    Command{"export", "write a recorded run for other tools: Perfetto, SQLite, Graphviz", run_export},
    Command{"dump", "print a recorded run as text", run_dump},
    Command{"config", "show the configuration that counts, or say what is wrong with one", run_config},
    Command{"doctor", "find what keeps cudep from working here, and say what to do", run_doctor},
    Command{"rules", "list the rules", list_rules},
    Command{"explain", "say what a rule reports and how to mend it", explain_rule},
    Command{"version", "print the version", show_version},
    Command{"help", "print this, or the help of a command", show_help},
};

std::string overview() {
  std::string text = "cudep checks the dependencies between CUDA streams.\n\nusage: cudep COMMAND [ARGUMENTS]\n\n";
  for (const Command& command : kCommands) text += fmt::format("  {:<10}{}\n", command.name, command.summary);
  return text +
         "\n`cudep lint FILES...` is where to begin; `cudep lint --help` lists its options.\n"
         "Exit codes: 0 clean, 1 findings, 2 wrong usage, unreadable input or output that cannot be written,\n"
         "3 a unit was not wholly understood, 4 internal error.\n";
}

const Command* find_command(std::string_view name) {
  const auto command = std::ranges::find(kCommands, name, &Command::name);
  return command == kCommands.end() ? nullptr : &*command;
}

ExitCode unknown_command(std::string_view name, std::ostream& err) {
  std::array<std::string_view, kCommands.size()> names;
  std::ranges::transform(kCommands, names.begin(), &Command::name);
  return usage_error(err, fmt::format("there is no command `{}`{}", name, model::suggestion(name, names)));
}

ExitCode show_help(const Call& call) {
  if (call.arguments.empty()) {
    call.out << overview();
    return ExitCode::Clean;
  }
  const Command* command = find_command(call.arguments.front());
  if (!command) return unknown_command(call.arguments.front(), call.err);
  if (command->run == show_help) return show_help({.arguments = {}, .out = call.out, .err = call.err});
  const std::array<std::string, 1> help = {"--help"};
  return command->run({.arguments = help, .out = call.out, .err = call.err});
}

/// What is wrong with words before `--` that are empty, as a variable of a shell that is not set leaves them; empty
/// when there are none.
std::string empty_word(std::span<const std::string> arguments) {
  constexpr std::string_view kCause = "is a variable of the shell not set?";
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& word = arguments[i];
    if (word.starts_with("--") && word.ends_with('='))
      return fmt::format("nothing stands after `{}`; {}", word, kCause);
    if (!word.empty()) continue;
    return i == 0 ? fmt::format("the command is an empty word; {}", kCause)
                  : fmt::format("an empty word follows `{}`; {}", arguments[i - 1], kCause);
  }
  return {};
}

ExitCode run_named(std::string_view name, const Call& call) {
  if (name == "--version" || name == "-V") return show_version(call);
  if (name == "--help" || name == "-h") return show_help(call);
  const Command* command = find_command(name);
  return command ? command->run(call) : unknown_command(name, call.err);
}

}  // namespace

std::span<const Command> commands() { return kCommands; }

bool starts_programs(std::span<const std::string> arguments) {
  const Command* command = arguments.empty() ? nullptr : find_command(arguments.front());
  return command != nullptr && command->starts_programs;
}

ExitCode usage_error(std::ostream& err, std::string_view message) {
  err << report::error_message(message) << "see `cudep help`\n";
  return ExitCode::Usage;
}

ExitCode run(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty()) {
    err << overview();
    return ExitCode::Usage;
  }
  if (const std::string wrong = empty_word(arguments); !wrong.empty()) {
    const std::string_view command = arguments.front();
    err << report::error_message(wrong) << fmt::format("see `cudep help{}{}`\n", command.empty() ? "" : " ", command);
    return ExitCode::Usage;
  }
  const Call call{.arguments = arguments.subspan(1), .out = out, .err = err};
  return report::finish_output(run_named(arguments.front(), call), out, err);
}

}  // namespace cudep::front
