// Functions from text: the header, then locals, then blocks.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/program/parse_names.h"
#include "analyzer/program/query.h"
#include "analyzer/program/spelling.h"

namespace cudep::program {
namespace {

class FunctionParser {
 public:
  FunctionParser(const std::vector<Line>& lines, std::size_t& position, Names& names, Program& program)
      : lines_(lines), position_(position), names_(names), program_(program) {}

  std::expected<Function, TextError> run() {
    Reader reader(lines_[position_]);
    header(reader);
    if (reader.error()) return std::unexpected(*reader.error());
    ++position_;
    if (has_body_)
      if (auto error = body()) return std::unexpected(*std::move(error));
    function_.registers = count_registers(function_);
    return std::move(function_);
  }

 private:
  void header(Reader& reader) {
    // The site is at the end of the line, but the sites of the parameters are relative to its file.
    names_of_function_.file = file_of_header();
    Parts parts(reader, names_, program_, &names_of_function_);
    has_body_ = !reader.accept("declare");
    if (has_body_) reader.expect("function");
    function_.name = reader.take(TokenKind::Function, "a name (@f)");
    function_.display = reader.at(TokenKind::String) ? reader.take(TokenKind::String, "a string") : function_.name;
    function_.qualified = function_.display;
    if (reader.accept("(")) parameters(reader, parts);
    if (reader.accept("->")) function_.result = parts.type();
    while (attribute(reader, parts)) {
    }
    function_.site = parts.site(names_.file);
    if (has_body_) reader.expect("{");
    reader.finish();
  }

  /// The last string of the header that is followed by a place.
  [[nodiscard]] std::string file_of_header() const {
    const std::vector<Token>& tokens = lines_[position_].tokens;
    std::size_t depth = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (tokens[i].text == "(") ++depth;
      if (tokens[i].text == ")") --depth;
      const bool site = depth == 0 && tokens[i].kind == TokenKind::Word && tokens[i].text == "at";
      if (site && tokens[i + 1].kind == TokenKind::String) return tokens[i + 1].text;
    }
    return names_.file;
  }

  void parameters(Reader& reader, Parts& parts) {
    if (reader.accept(")")) return;
    do parameter(reader, parts);
    while (reader.accept(","));
    reader.expect(")");
  }

  void parameter(Reader& reader, Parts& parts) {
    Parameter parameter;
    std::string label;
    std::string own_local;
    const bool unnamed = parts.at_type() && !next_is_colon(reader);
    if (!unnamed) {
      label = reader.take(reader.at(TokenKind::String) ? TokenKind::String : TokenKind::Word, "a parameter");
      if (reader.accept("=")) own_local = reader.take(TokenKind::Local, "a local (&name)");
      reader.expect(":");
    }
    parameter.name = own_local.empty() ? name_of_label(label) : label;
    parameter.type = parts.type();
    parameter.pointee_const = reader.accept("const");
    parameter.is_reference = reader.accept("reference");
    if (reader.at(TokenKind::Layout)) parameter.layout = parts.layout();
    if (own_local.empty() && has_body_) {
      if (label.empty()) label = fmt::format(".{}", function_.locals.size());
      Local local{parameter.name, parameter.type.bytes, parameter.layout};
      local.site = parts.site(names_of_function_.file);
      parameter.local = add_local(reader, label, std::move(local));
    }
    locals_of_parameters_.push_back(std::move(own_local));
    function_.parameters.push_back(std::move(parameter));
  }

  [[nodiscard]] static bool next_is_colon(Reader reader) {
    reader.take(TokenKind::Word, "a word");
    return reader.accept(":");
  }

  LocalId add_local(Reader& reader, const std::string& label, Local local) {
    const auto id = LocalId(function_.locals.size());
    if (!names_of_function_.locals.emplace(label, id).second) reader.fail_before("this local is defined twice");
    function_.locals.push_back(std::move(local));
    return id;
  }

  bool attribute(Reader& reader, Parts& parts) {
    const std::string word = reader.peek().text;
    for (const FunctionFlag& flag : kFunctionFlags)
      if (reader.accept(flag.word)) return function_.*flag.member = flag.written_when, true;
    if (const auto kind = find_function_kind(word); kind && reader.accept(word)) return function_.kind = *kind, true;
    if (reader.accept("qualified")) {
      reader.expect("=");
      return function_.qualified = reader.take(TokenKind::String, "a string"), true;
    }
    if (reader.accept("parent")) {
      reader.expect("=");
      return function_.parent = parts.class_(), true;
    }
    if (reader.accept("result")) {
      reader.expect("=");
      return result_local_ = reader.take(TokenKind::Local, "a local (&name)"), true;
    }
    if (reader.accept("library")) return function_.library = library(reader, parts), true;
    return false;
  }

  LibraryClass library(Reader& reader, Parts& parts) {
    LibraryClass library;
    reader.expect("(");
    library.name = reader.take(TokenKind::String, "a string");
    while (reader.accept(",") && !reader.failed()) {
      if (reader.at(TokenKind::Integer)) {
        library.element_bytes.push_back(reader.integer());
        library.element_layout.push_back(reader.at(TokenKind::Layout) ? std::optional(parts.layout()) : std::nullopt);
        continue;
      }
      if (reader.accept("extent")) {
        reader.expect("=");
        library.extent = reader.integer();
        continue;
      }
      const auto role = std::ranges::find(kLibraryRoles, reader.peek().text, &LibraryRole::word);
      if (role == kLibraryRoles.end()) return reader.fail("expected a size, a role or extent"), library;
      reader.accept(role->word);
      reader.expect("=");
      library.*role->member = parts.function();
    }
    reader.expect(")");
    return library;
  }

  std::optional<TextError> body() {
    const std::size_t start = position_;
    if (auto error = block_names()) return error;
    for (position_ = start; lines_[position_].tokens[0].text != "}"; ++position_) {
      Reader reader(lines_[position_]);
      body_line(reader);
      reader.finish();
      if (reader.error()) return reader.error();
    }
    ++position_;
    return resolve_locals(lines_[start - 1]);
  }

  /// Blocks may be named before their place. Also finds the end of the body.
  std::optional<TextError> block_names() {
    const std::uint32_t first_line = lines_[position_ - 1].number;
    for (; position_ < lines_.size(); ++position_) {
      const std::vector<Token>& tokens = lines_[position_].tokens;
      if (tokens[0].text == "}") return std::nullopt;
      if (!is_block(tokens)) continue;
      const auto id = BlockId(names_of_function_.blocks.size());
      if (!names_of_function_.blocks.emplace(tokens[0].text, id).second)
        return TextError{lines_[position_].number, 1, fmt::format("block '{}' is defined twice", tokens[0].text)};
    }
    return TextError{first_line, 1, "the function has no '}'"};
  }

  static bool is_block(const std::vector<Token>& tokens) {
    return tokens.size() == 3 && tokens[0].kind == TokenKind::Word && tokens[1].text == ":";
  }

  void body_line(Reader& reader) {
    Parts parts(reader, names_, program_, &names_of_function_);
    if (is_block(lines_[position_].tokens)) {
      function_.blocks.emplace_back();
      reader.take(TokenKind::Word, "a block");
      reader.expect(":");
      return;
    }
    if (reader.accept("local")) return local(reader, parts);
    if (function_.blocks.empty()) return reader.fail("expected a local or a block");
    Instruction instruction = parse_instruction(reader, parts);
    instruction.site = parts.site(names_of_function_.file);
    function_.blocks.back().instructions.push_back(std::move(instruction));
  }

  void local(Reader& reader, Parts& parts) {
    const std::string label = reader.take(TokenKind::Local, "a local (&name)");
    Local local{name_of_label(label), reader.integer()};
    if (reader.accept("layout")) {
      reader.expect("=");
      local.layout = parts.layout();
    }
    local.shared = reader.accept("shared");
    local.site = parts.site(names_of_function_.file);
    add_local(reader, label, std::move(local));
  }

  /// The locals that the header named before they were declared.
  std::optional<TextError> resolve_locals(const Line& header) {
    const NameTable<LocalId>& locals = names_of_function_.locals;
    for (std::size_t i = 0; i < locals_of_parameters_.size(); ++i) {
      if (locals_of_parameters_[i].empty()) continue;
      const auto found = locals.find(locals_of_parameters_[i]);
      if (found == locals.end()) return TextError{header.number, 1, "no local &" + locals_of_parameters_[i]};
      function_.parameters[i].local = found->second;
    }
    if (result_local_.empty()) return std::nullopt;
    const auto found = locals.find(result_local_);
    if (found == locals.end()) return TextError{header.number, 1, "no local &" + result_local_};
    function_.result_object = found->second;
    return std::nullopt;
  }

  const std::vector<Line>& lines_;
  std::size_t& position_;
  Names& names_;
  Program& program_;
  Function function_;
  FunctionNames names_of_function_;
  std::vector<std::string> locals_of_parameters_;  // empty where the local follows from the parameter
  std::string result_local_;
  bool has_body_ = false;  // declarations have no locals
};

}  // namespace

std::expected<Function, TextError> parse_function(const std::vector<Line>& lines, std::size_t& position, Names& names,
                                                  Program& program) {
  return FunctionParser(lines, position, names, program).run();
}

}  // namespace cudep::program
