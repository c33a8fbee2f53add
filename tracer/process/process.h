// Starts other programs: in place of this one, or beside it.
#pragma once
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudep::process {

/// The path of this program; empty when it cannot be told.
std::string own_path();

/// The path of a program that is installed beside this one.
std::string beside_this(std::string_view program);

/// The file of that path beside this program or, installed, in ../lib; empty when it is in neither.
std::string find_installed(std::string_view beside, std::string_view in_lib);

/// Words as a program gets them; they must outlive the pointers, of which the last is null.
std::vector<char*> argument_pointers(std::span<const std::string> words);

/// Replaces this process by a program: `words` are its path, or a name to look for in PATH, and its arguments. Returns
/// only when that fails, with errno.
int become(std::span<const std::string> words);

/// Runs a program to its end, with this one's input, output and environment: its exit code, 128 + N when signal N ended
/// it; or errno when it could not be started.
std::expected<int, int> run(std::span<const std::string> words);

}  // namespace cudep::process
