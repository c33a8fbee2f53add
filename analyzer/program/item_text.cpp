// The text form of copies in which the numbers are erased.
#include "analyzer/program/item_text.h"

#include <fmt/format.h>

#include "analyzer/program/references.h"
#include "analyzer/program/text.h"

namespace cudep::program {
namespace {

template <class Entry>
std::string without_numbers(Entry entry, const Program& program) {
  auto erase = Overloaded{[](LayoutId& id) { id = {}; }, [](ClassId& id) { id = {}; }, [](auto&) {}};
  visit_references(entry, erase);
  return print(entry, program);
}

}  // namespace

std::string item_text(const Function& function, const Program& program) { return without_numbers(function, program); }
std::string item_text(const Global& global, const Program& program) { return without_numbers(global, program); }

std::string item_text(const Layout& layout) {
  std::string text = fmt::format("layout {} {}", layout.name, layout.bytes);
  for (const Field& field : layout.fields) text += fmt::format(", {} {}", field.offset, field.name);
  return text + (layout.element ? " element" : "") + (layout.pointee ? " pointee" : "");
}

}  // namespace cudep::program
