// Gives another program an input, and takes its output or leaves it to itself.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

namespace cudep::process {

struct Exchange {
  std::string output;
  int exit_code = 0;
  std::optional<int> signal;  // that ended it
};

/// Where the standard error of a program goes.
enum class ErrorOutput : std::uint8_t { Shared, WithOutput, Dropped };  // Shared: to that of this program

/// Runs a program to its end: `words` are its path and arguments, `input` is its standard input. An error is errno: it
/// could not be started. May run in several threads.
std::expected<Exchange, int> exchange(std::span<const std::string> words, const std::string& input,
                                      ErrorOutput errors = ErrorOutput::Shared);

/// Starts a program in a session of its own, which goes on when this one has ended: `input` is its standard input, its
/// output goes nowhere. Whether it could be started is not told.
void leave_behind(std::span<const std::string> words, const std::string& input);

}  // namespace cudep::process
