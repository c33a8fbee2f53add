// A whole program from text: first the names of all items, then the items in order.
#include <fmt/format.h>

#include "analyzer/program/parse_names.h"
#include "analyzer/program/spelling.h"
#include "analyzer/program/text.h"

namespace cudep::program {
namespace {

class ProgramParser {
 public:
  ProgramParser(const std::vector<Line>& lines, std::string_view file) : lines_(lines) {
    names_.file = file;
    program_.sites.emplace_back();  // id 0: unknown
    names_.sites[{}] = SiteId{};
  }

  std::expected<Program, TextError> run() {
    if (auto error = collect_names()) return std::unexpected(*std::move(error));
    for (std::size_t position = 0; position < lines_.size();) {
      if (is_function(lines_[position])) {
        auto function = parse_function(lines_, position, names_, program_);
        if (!function) return std::unexpected(std::move(function.error()));
        program_.functions.push_back(*std::move(function));
        continue;
      }
      Reader reader(lines_[position++]);
      item(reader);
      reader.finish();
      if (reader.error()) return std::unexpected(*reader.error());
    }
    return std::move(program_);
  }

 private:
  static bool is_function(const Line& line) {
    return line.tokens[0].text == "function" || line.tokens[0].text == "declare";
  }

  template <class Id>
  static std::optional<TextError> define(NameTable<Id>& table, const Line& line) {
    const Token& name = line.tokens[1];
    if (table.emplace(name.text, Id(table.size())).second) return std::nullopt;
    return TextError{line.number, name.column, fmt::format("'{}' is defined twice", name.text)};
  }

  std::optional<TextError> collect_names() {
    bool in_body = false;
    for (const Line& line : lines_) {
      const std::string& word = line.tokens[0].text;
      if (in_body) {
        in_body = word != "}";
        continue;
      }
      in_body = word == "function";
      std::optional<TextError> error;
      if (is_function(line)) error = define(names_.functions, line);
      if (word == "global") error = define(names_.globals, line);
      if (word == "layout") error = define(names_.layouts, line);
      if (word == "class") error = define(names_.classes, line);
      if (error) return error;
    }
    return std::nullopt;
  }

  void item(Reader& reader) {
    Parts parts(reader, names_, program_);
    if (reader.accept("option")) return option(reader);
    if (reader.accept("initializers")) {
      do program_.initializers.push_back(parts.function());
      while (reader.accept(","));
      return;
    }
    if (reader.accept("layout")) return layout(reader, parts);
    if (reader.accept("global")) return global(reader, parts);
    if (reader.accept("class")) return class_(reader, parts);
    reader.fail("expected option, initializers, layout, global, class, declare or function");
  }

  void option(Reader& reader) {
    if (reader.accept("per_thread_default_stream"))
      program_.per_thread_default_stream = true;
    else if (reader.accept("launches_in_source"))
      program_.launches_in_source = reader.count();
    else
      reader.fail("no such option");
  }

  /// `word=value`; yields whether it was there.
  static bool named(Reader& reader, std::string_view word) {
    if (!reader.accept(word)) return false;
    reader.expect("=");
    return true;
  }

  void layout(Reader& reader, Parts& parts) {
    Layout layout;
    reader.take(TokenKind::Layout, "a name (#x)");
    layout.name = reader.take(TokenKind::String, "the name of the type");
    layout.bytes = reader.integer();
    if (named(reader, "element")) layout.element = parts.layout();
    if (named(reader, "pointee")) layout.pointee = parts.layout();
    if (reader.accept("{")) {
      do {
        reader.expect("+");
        Field field;
        field.offset = reader.integer();
        field.name = reader.take(TokenKind::String, "the name of a field");
        field.layout = parts.layout();
        layout.fields.push_back(std::move(field));
      } while (reader.accept(","));
      reader.expect("}");
    }
    program_.layouts.push_back(std::move(layout));
  }

  void global(Reader& reader, Parts& parts) {
    Global global;
    global.name = reader.take(TokenKind::Global, "a name ($x)");
    global.display = reader.at(TokenKind::String) ? reader.take(TokenKind::String, "a string") : global.name;
    global.bytes = reader.integer();
    if (named(reader, "layout")) global.layout = parts.layout();
    if (named(reader, "memory")) {
      const auto memory = find_memory(reader.take(TokenKind::Word, "a memory"));
      if (!memory) return reader.fail_before("expected host, device, constant or managed");
      global.memory = *memory;
    }
    global.is_const = reader.accept("const");
    global.external = reader.accept("external");
    global.is_guard = reader.accept("guard");
    global.zero_initialized = reader.accept("zero");
    if (reader.accept("{")) {
      do {
        reader.expect("+");
        const std::int64_t offset = reader.integer();
        const Type type = parts.type();
        global.initial.push_back({offset, {type, parts.operand()}});
      } while (reader.accept(","));
      reader.expect("}");
    }
    global.site = parts.site(names_.file);
    program_.globals.push_back(std::move(global));
  }

  static std::vector<FunctionId> functions(Reader& reader, Parts& parts) {
    std::vector<FunctionId> ids;
    reader.expect("(");
    do ids.push_back(parts.function());
    while (reader.accept(","));
    reader.expect(")");
    return ids;
  }

  void class_(Reader& reader, Parts& parts) {
    Class record;
    reader.take(TokenKind::Class, "a name (^x)");
    record.name = reader.take(TokenKind::String, "the name of the class");
    if (named(reader, "layout")) record.layout = parts.layout();
    record.in_main_file = reader.accept("main_file");
    if (reader.accept("constructors")) record.constructors = functions(reader, parts);
    if (named(reader, "destructor")) record.destructor = parts.function();
    if (reader.accept("methods")) record.methods = functions(reader, parts);
    if (reader.accept("overrides")) {
      reader.expect("(");
      do {
        const FunctionId base = parts.function();
        reader.expect(":");
        record.overrides.emplace_back(base, parts.function());
      } while (reader.accept(","));
      reader.expect(")");
    }
    program_.classes.push_back(std::move(record));
  }

  const std::vector<Line>& lines_;
  Names names_;
  Program program_;
};

}  // namespace

std::expected<Program, std::string> parse(std::string_view text, std::string_view file) {
  const auto report = [&](const TextError& error) {
    return std::unexpected(fmt::format("{}:{}:{}: {}", file, error.line, error.column, error.message));
  };
  const auto lines = lex(text);
  if (!lines) return report(lines.error());
  auto program = ProgramParser(*lines, file).run();
  if (!program) return report(program.error());
  return *std::move(program);
}

}  // namespace cudep::program
