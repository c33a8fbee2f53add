// Operands, types and sites of a line.
#include "analyzer/program/parse_names.h"

#include <limits>

#include "analyzer/program/spelling.h"

namespace cudep::program {

bool Parts::at_type() const { return reader_.at(TokenKind::Word) && find_type(reader_.peek().text).has_value(); }

Type Parts::type() {
  const auto type = find_type(reader_.peek().text);
  if (!reader_.at(TokenKind::Word) || !type) {
    reader_.fail("expected a type (void, i32, u64, f32, ptr, aggregate24)");
    return {};
  }
  reader_.take(TokenKind::Word, "a type");
  return *type;
}

Operand Parts::operand() {
  switch (reader_.peek().kind) {
    case TokenKind::Register:
      return register_();
    case TokenKind::Integer:
      return reader_.integer();
    case TokenKind::Float:
      return reader_.number();
    case TokenKind::Local:
      return local();
    case TokenKind::Global:
      return global();
    case TokenKind::Function:
      return function();
    case TokenKind::String:
      return string(reader_.take(TokenKind::String, "a string"));
    default:
      break;
  }
  if (reader_.accept("?")) return Unknown{};
  if (reader_.accept("inf")) return std::numeric_limits<double>::infinity();
  if (reader_.accept("nan")) return std::numeric_limits<double>::quiet_NaN();
  if (const auto value = find_launch_value(reader_.peek().text)) return reader_.accept(spelling(*value)), *value;
  reader_.fail("expected an operand");
  return Unknown{};
}

LocalId Parts::local() {
  static const NameTable<LocalId> kNone;
  return lookup(function_ == nullptr ? kNone : function_->locals, TokenKind::Local, "a local (&name)");
}

BlockId Parts::block() {
  static const NameTable<BlockId> kNone;
  return lookup(function_ == nullptr ? kNone : function_->blocks, TokenKind::Word, "a block");
}

Register Parts::register_() {
  const std::string text = reader_.take(TokenKind::Register, "a register (%0)");
  constexpr std::size_t kMostDigits = 8;
  if (text.size() > kMostDigits || text.find_first_not_of("0123456789") != std::string::npos || text.empty()) {
    reader_.fail_before("a register is a number");
    return {};
  }
  return Register(std::stoul(text));
}

StringId Parts::string(const std::string& text) {
  const auto [place, added] = names_.strings.try_emplace(text, StringId(program_.strings.size()));
  if (added) program_.strings.push_back(text);
  return place->second;
}

SiteId Parts::site(std::string_view file) {
  model::Site site{names_.file, reader_.line(), reader_.column()};
  if (!reader_.accept("at")) return intern(site);
  if (reader_.accept("?")) return intern({});
  site.file = file;
  if (reader_.at(TokenKind::String)) {
    site.file = reader_.take(TokenKind::String, "a file");
    reader_.expect(":");
  }
  site.line = reader_.count();
  reader_.expect(":");
  site.column = reader_.count();
  return intern(site);
}

SiteId Parts::intern(const model::Site& site) {
  const auto [place, added] = names_.sites.try_emplace(site, SiteId(program_.sites.size()));
  if (added) program_.sites.push_back(site);
  return place->second;
}

std::string name_of_label(const std::string& label) {
  const std::size_t dot = label.rfind('.');
  const bool numbered = dot != std::string::npos && label.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return numbered ? label.substr(0, dot) : label;
}

}  // namespace cudep::program
