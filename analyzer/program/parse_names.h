// What the names in a text stand for, and the parts of a line that items and instructions share. Used by the parser
// alone.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "analyzer/program/lexer.h"
#include "analyzer/program/program.h"

namespace cudep::program {

template <class Id>
using NameTable = std::map<std::string, Id, std::less<>>;

/// The names of a whole text. Filled with all definitions before the first item is parsed.
struct Names {
  std::string file;
  NameTable<FunctionId> functions;
  NameTable<GlobalId> globals;
  NameTable<LayoutId> layouts;
  NameTable<ClassId> classes;
  NameTable<StringId> strings;
  std::map<model::Site, SiteId> sites;
};

/// The names of one function.
struct FunctionNames {
  NameTable<LocalId> locals;
  NameTable<BlockId> blocks;
  std::string file;  // of `at 12:5`
};

/// Reads the parts of one line; the mistakes are kept in the reader.
class Parts {
 public:
  Parts(Reader& reader, Names& names, Program& program, const FunctionNames* function = nullptr)
      : reader_(reader), names_(names), program_(program), function_(function) {}

  Type type();
  Operand operand();
  FunctionId function() { return lookup(names_.functions, TokenKind::Function, "a function (@name)"); }
  GlobalId global() { return lookup(names_.globals, TokenKind::Global, "a global ($name)"); }
  LayoutId layout() { return lookup(names_.layouts, TokenKind::Layout, "a layout (#name)"); }
  ClassId class_() { return lookup(names_.classes, TokenKind::Class, "a class (^name)"); }
  LocalId local();
  BlockId block();
  Register register_();
  StringId string(const std::string& text);
  /// `at 12:5`, or the place of the line in the text when nothing says otherwise. `file` is that of a bare place.
  SiteId site(std::string_view file);
  [[nodiscard]] bool at_type() const;

 private:
  template <class Id>
  Id lookup(const NameTable<Id>& table, TokenKind kind, std::string_view what) {
    const std::string name = reader_.take(kind, what);
    const auto found = table.find(name);
    if (found != table.end()) return found->second;
    reader_.fail_before("nothing has this name");
    return Id{};
  }
  SiteId intern(const model::Site& site);

  Reader& reader_;
  Names& names_;
  Program& program_;
  const FunctionNames* function_;
};

/// The label without the number that makes it unique: `i` of `i.4`.
std::string name_of_label(const std::string& label);

/// Parses the instruction of one line, without its site.
Instruction parse_instruction(Reader& reader, Parts& parts);

/// Parses a function from its header at lines[position] on, and moves the position past its end.
std::expected<Function, TextError> parse_function(const std::vector<Line>& lines, std::size_t& position, Names& names,
                                                  Program& program);

}  // namespace cudep::program
