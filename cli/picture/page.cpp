// Puts style, scripts and data into the page. Its files are compiled in: see cmake/embed.cmake.
#include "cli/picture/page.h"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace cudep::picture {
namespace {

struct PageFile {
  std::string_view name;
  std::string_view text;
};

constexpr PageFile kFiles[] = {
#include "page_files.inc"
};

std::string_view file(std::string_view name) {
  const auto found = std::ranges::find(kFiles, name, &PageFile::name);
  assert(found != std::end(kFiles) && "page.html names a file of the page");
  return found->text;
}

}  // namespace

/// A place in the page is `{{NAME}}`: the name of a file, or `data`.
std::string to_html(const Picture& picture, report::SourceLines& sources) {
  std::string html;
  std::string_view rest = file("page.html");
  for (std::size_t open = rest.find("{{"); open != rest.npos; open = rest.find("{{")) {
    const std::size_t close = rest.find("}}", open);
    const std::string_view name = rest.substr(open + 2, close - open - 2);
    html += rest.substr(0, open);
    if (name == "data") {
      html += page_data(picture, sources);
    } else {
      html += file(name);
    }
    rest.remove_prefix(close + 2);
  }
  return html += rest;
}

}  // namespace cudep::picture
