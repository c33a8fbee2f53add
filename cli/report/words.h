// What a word of a program's text is made of.
#pragma once
#include <cctype>

namespace cudep::report {

inline bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace cudep::report
