// Writes the tables of library functions as Markdown, in the words of the configuration.
#include "cli/docs_generator/libraries_page.h"

#include <fmt/format.h>

#include "rules/model/library_call.h"

namespace cudep::docs {
namespace {

using model::ArgumentPlace;

std::string words(const ArgumentPlace& place) {
  const std::string word = model::word_of(place);
  return place.kind == ArgumentPlace::Kind::Parameter ? "`" + word + "`" : word;
}

std::string words(const model::LibraryCall& call) {
  std::string text;
  for (const model::LibraryEffect& effect : call.effects) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", model::words_of(effect.effect).word);
    for (std::size_t p = 0; p < effect.places.size(); ++p)
      text += fmt::format("{} {}", p == 0 ? "" : ",", words(effect.places[p]));
  }
  return text.empty() ? "not known" : text;
}

std::string section(const model::Library& library) {
  std::string text =
      fmt::format("\n## {}\n\nSource: {}.\n\n| function | what it does |\n|---|---|\n", library.name, library.source);
  for (const model::LibraryCall& call : library.calls) text += fmt::format("| `{}` | {} |\n", call.name, words(call));
  return text;
}

}  // namespace

Page libraries_page() {
  std::string text =
      "<!-- Made by `./dev docs`: change the code, not this page. -->\n\n# Libraries that cudep knows\n\n"
      "A function is described by what its arguments mean: by position, from 0 on, or by the name of the parameter; "
      "`*` "
      "stands for any letters, and the first row that fits counts. Functions without a row are unknown functions. The "
      "same words describe functions of your own, in [the configuration](configuration.md).\n\n"
      "| word | meaning |\n|---|---|\n";
  for (const model::EffectWords& effect : model::effect_words())
    text += fmt::format("| `{}` | {} |\n", effect.word, effect.meaning);
  for (const model::Library& library : model::libraries()) text += section(library);
  return {.path = "docs/libraries.md", .text = std::move(text)};
}

}  // namespace cudep::docs
