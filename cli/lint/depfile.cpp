// Writes one rule, a file a line.
#include "cli/lint/depfile.h"

#include <set>
#include <string_view>

namespace cudep::lint {
namespace {

std::string escaped(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

}  // namespace

std::string print_depfile(const std::string& target, const std::vector<UnitFacts>& units) {
  std::set<std::string> files;
  for (const UnitFacts& facts : units) files.insert(facts.files.begin(), facts.files.end());
  std::string text = escaped(target) + ":";
  for (const std::string& file : files) text += " \\\n  " + escaped(file);
  return text + "\n";
}

}  // namespace cudep::lint
