// Printing a host program: layouts, globals, classes and the headers of functions. Instructions are in
// print_instruction.cpp.
#include <fmt/format.h>

#include <string>

#include "analyzer/program/print_instruction.h"
#include "analyzer/program/spelling.h"
#include "analyzer/program/text.h"

namespace cudep::program {
namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string all() {
    options();
    for (std::size_t id = 0; id < program_.layouts.size(); ++id) layout(id);
    for (const Global& global : program_.globals) print_global(global);
    for (std::size_t id = 0; id < program_.classes.size(); ++id) print_class(id);
    for (const Function& function : program_.functions) print_function(function);
    return std::move(out_);
  }

  std::string one(const Function& function) {
    print_function(function);
    return std::move(out_);
  }

  std::string one(const Global& global) {
    print_global(global);
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] std::string name(FunctionId id) const { return function_text(id, program_); }

  void options() {
    if (program_.per_thread_default_stream) write("option per_thread_default_stream\n");
    if (program_.launches_in_source != 0) write("option launches_in_source {}\n", program_.launches_in_source);
    if (!program_.initializers.empty()) write("initializers {}\n", functions(program_.initializers));
  }

  [[nodiscard]] std::string functions(const std::vector<FunctionId>& ids) const {
    std::string text;
    for (const FunctionId id : ids) text += (text.empty() ? "" : ", ") + name(id);
    return text;
  }

  void layout(std::size_t id) {
    const Layout& layout = program_.layouts[id];
    write("layout #{} {} {}", id, quoted(layout.name), layout.bytes);
    if (layout.element) write(" element=#{}", index(*layout.element));
    if (layout.pointee) write(" pointee=#{}", index(*layout.pointee));
    if (!layout.fields.empty()) {
      std::string fields;
      for (const Field& field : layout.fields)
        fields += fmt::format("{}+{} {} #{}", fields.empty() ? "" : ", ", field.offset, quoted(field.name),
                              index(field.layout));
      write(" {{ {} }}", fields);
    }
    write("\n");
  }

  void print_global(const Global& global) {
    write("global ${}", name_text(global.name));
    if (global.display != global.name) write(" {}", quoted(global.display));
    write(" {}", global.bytes);
    if (global.layout) write(" layout=#{}", index(*global.layout));
    if (global.memory != Global::Memory::Host) write(" memory={}", spelling(global.memory));
    if (global.is_const) write(" const");
    if (global.external) write(" external");
    if (global.is_guard) write(" guard");
    if (global.zero_initialized) write(" zero");
    if (!global.initial.empty()) {
      std::string cells;
      for (const auto& [offset, cell] : global.initial)
        cells += fmt::format("{}+{} {} {}", cells.empty() ? "" : ", ", offset, spelling(cell.first),
                             operand_text(cell.second, Function{}, program_));
      write(" {{ {} }}", cells);
    }
    write(" {}\n", site_text(global.site, "", program_));
  }

  void print_class(std::size_t id) {
    const Class& record = program_.classes[id];
    write("class ^{} {}", id, quoted(record.name));
    if (record.layout) write(" layout=#{}", index(*record.layout));
    if (record.in_main_file) write(" main_file");
    if (!record.constructors.empty()) write(" constructors({})", functions(record.constructors));
    if (record.destructor) write(" destructor={}", name(*record.destructor));
    if (!record.methods.empty()) write(" methods({})", functions(record.methods));
    if (!record.overrides.empty()) {
      std::string pairs;
      for (const auto& [base, own] : record.overrides)
        pairs += fmt::format("{}{}: {}", pairs.empty() ? "" : ", ", name(base), name(own));
      write(" overrides({})", pairs);
    }
    write("\n");
  }

  void print_function(const Function& function) {
    const std::size_t implicit = implicit_locals(function);
    const bool declared = function.blocks.empty() && function.locals.empty();
    write("{} @{}", declared ? "declare" : "function", name_text(function.name));
    if (function.display != function.name) write(" {}", quoted(function.display));
    write(" ({}) -> {}", parameters(function, implicit), spelling(function.result));
    attributes(function);
    write(" {}", site_text(function.site, "", program_));
    if (declared) return write("\n");
    write(" {{\n");
    for (std::size_t id = implicit; id < function.locals.size(); ++id) local(function, id);
    for (std::size_t block = 0; block < function.blocks.size(); ++block) {
      write("{}:\n", block_text(BlockId(block)));
      for (const Instruction& instruction : function.blocks[block].instructions)
        write("  {} {}\n", instruction_text(instruction, function, program_),
              site_text(instruction.site, function_file(function), program_));
    }
    write("}}\n");
  }

  [[nodiscard]] std::string function_file(const Function& function) const {
    return index(function.site) < program_.sites.size() ? program_.sites[index(function.site)].file : "";
  }

  /// How many locals, from the first on, follow from the parameters, so that they need no line of their own.
  static std::size_t implicit_locals(const Function& function) {
    std::size_t count = 0;
    for (const Parameter& parameter : function.parameters) {
      if (index(parameter.local) != count || count >= function.locals.size()) break;
      const Local& local = function.locals[count];
      if (local.name != parameter.name || local.bytes != parameter.type.bytes || local.layout != parameter.layout ||
          local.shared)
        break;
      ++count;
    }
    return count;
  }

  [[nodiscard]] std::string parameters(const Function& function, std::size_t implicit) const {
    std::string text;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Parameter& parameter = function.parameters[i];
      if (i > 0) text += ", ";
      if (!function.locals.empty() && i < implicit)
        text += name_text(local_label(function, parameter.local)) + ": ";
      else if (!function.locals.empty())
        text += fmt::format("{} = {}: ", quoted(parameter.name), operand_text(parameter.local, function, program_));
      else if (!parameter.name.empty())
        text += name_text(parameter.name) + ": ";
      text += spelling(parameter.type);
      if (parameter.pointee_const) text += " const";
      if (parameter.is_reference) text += " reference";
      if (parameter.layout) text += fmt::format(" #{}", index(*parameter.layout));
      if (i < implicit) text += " " + site_text(function.locals[i].site, function_file(function), program_);
    }
    return text;
  }

  void attributes(const Function& function) {
    if (function.qualified != function.display) write(" qualified={}", quoted(function.qualified));
    if (function.kind != FunctionKind::Free) write(" {}", spelling(function.kind));
    if (function.parent) write(" parent=^{}", index(*function.parent));
    for (const FunctionFlag& flag : kFunctionFlags)
      if (function.*flag.member == flag.written_when) write(" {}", flag.word);
    if (function.result_object) write(" result={}", operand_text(*function.result_object, function, program_));
    if (function.library) library(*function.library);
  }

  void library(const LibraryClass& library) {
    write(" library({}", quoted(library.name));
    for (std::size_t i = 0; i < library.element_bytes.size(); ++i) {
      write(", {}", library.element_bytes[i]);
      if (i < library.element_layout.size() && library.element_layout[i])
        write(" #{}", index(*library.element_layout[i]));
    }
    for (const LibraryRole& role : kLibraryRoles)
      if (library.*role.member) write(", {}={}", role.word, name(*(library.*role.member)));
    if (library.extent != 0) write(", extent={}", library.extent);
    write(")");
  }

  void local(const Function& function, std::size_t id) {
    const Local& local = function.locals[id];
    write("  local {} {}", operand_text(LocalId(id), function, program_), local.bytes);
    if (local.layout) write(" layout=#{}", index(*local.layout));
    if (local.shared) write(" shared");
    write(" {}\n", site_text(local.site, function_file(function), program_));
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string print(const Program& program) { return Printer(program).all(); }
std::string print(const Function& function, const Program& program) { return Printer(program).one(function); }
std::string print(const Global& global, const Program& program) { return Printer(program).one(global); }

}  // namespace cudep::program
