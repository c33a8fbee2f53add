// The files that a command line names, before anything is done with them.
#pragma once
#include <expected>
#include <span>
#include <string>

namespace cudep::lint {

/// An error when a file that is to be written is read by the same command, whatever it is called here (a link, another
/// spelling), or is written twice. Pipes and devices lose nothing.
std::expected<void, std::string> keep_inputs(std::span<const std::string> read, std::span<const std::string> written);

}  // namespace cudep::lint
