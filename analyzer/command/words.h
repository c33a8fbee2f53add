// Cutting text into command-line words: what a shell, an options file, an environment variable and a comma list mean by
// a word. None of these fails: an unclosed quote ends with the text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cudep::command {

/// As a POSIX shell would: quotes and backslashes are taken away, nothing is expanded.
std::vector<std::string> shell_words(std::string_view text);

/// As nvcc reads `--options-file`: only double quotes quote, a backslash takes the next character literally.
std::vector<std::string> options_file_words(std::string_view text);

/// As nvcc reads NVCC_PREPEND_FLAGS: double quotes group and stay part of the word, as in `-DNAME="a b"`.
std::vector<std::string> environment_words(std::string_view text);

/// The items of nvcc's `a,b\,c,"d,e"`; double quotes group and stay, a backslash escapes a comma, a quote or itself.
/// Empty items are left out.
std::vector<std::string> list_items(std::string_view value);

/// The text without its double quotes.
std::string without_quotes(std::string_view text);

}  // namespace cudep::command
