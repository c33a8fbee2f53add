// Looks for whole words.
#include "cli/report/named_parts.h"

#include <algorithm>
#include <cctype>

#include "cli/report/phrases.h"
#include "cli/report/words.h"

namespace cudep::report {
namespace {

/// The last component of an expression, without an index; empty when it is no name of the source's.
std::string word_of(std::string_view name) {
  name = name.substr(0, name.find('['));
  const std::size_t last = name.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  const std::string_view word = last == name.npos ? name : name.substr(last + 1);
  const bool is_phrase = name.find(' ') != name.npos;
  return is_phrase || word.empty() || std::isdigit(static_cast<unsigned char>(word.front())) != 0 ? ""
                                                                                                  : std::string(word);
}

/// The end of the brackets that open at `at`, if they do.
std::size_t end_of_index(std::string_view code, std::size_t at) {
  if (at >= code.size() || code[at] != '[') return at;
  const std::size_t close = code.find(']', at);
  return close == code.npos ? at : close + 1;
}

}  // namespace

std::vector<std::string> names_of(const rules::Finding& finding) {
  std::vector<std::string> names = {word_of(finding.buffer)};
  const auto add = [&](const rules::Place& place) {
    if (!is_default_stream(place)) names.push_back(word_of(place.agent));
    names.push_back(word_of(place.event));
  };
  if (finding.hazard) add(finding.earlier);
  add(finding.later);
  if (finding.evidence) add(*finding.evidence);
  if (finding.counterpart) add(*finding.counterpart);
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  std::erase(names, "");
  return names;
}

std::vector<ByteRange> named_parts(std::string_view code, const std::vector<std::string>& names) {
  std::vector<ByteRange> parts;
  for (const std::string& name : names)
    for (std::size_t at = code.find(name); at != code.npos; at = code.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at > 0 && in_word(code[at - 1])) || (end < code.size() && in_word(code[end]))) continue;
      parts.push_back({.first = at, .length = end_of_index(code, end) - at});
    }
  std::ranges::sort(parts, {}, &ByteRange::first);
  return parts;
}

}  // namespace cudep::report
