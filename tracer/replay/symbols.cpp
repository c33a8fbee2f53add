// Reads DWARF and symbol tables through libdw.
#include "tracer/replay/symbols.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <cstdlib>
#include <filesystem>
#include <span>

#include "tracer/replay/names.h"

namespace cudep::replay {
namespace {

const Dwfl_Callbacks kCallbacks = {.find_elf = dwfl_build_id_find_elf,
                                   .find_debuginfo = dwfl_standard_find_debuginfo,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

/// The scopes around an address; libdw allocates them.
class Scopes {
 public:
  /// From the innermost outwards, through the functions that it is inlined into.
  static Scopes around(Dwarf_Die* unit, Dwarf_Addr address) {
    Scopes innermost;
    innermost.count_ = dwarf_getscopes(unit, address, &innermost.dies_);
    Scopes all;
    if (innermost.count_ > 0) all.count_ = dwarf_getscopes_die(innermost.dies_, &all.dies_);
    return all;
  }
  ~Scopes() { std::free(dies_); }  // NOLINT(cppcoreguidelines-no-malloc)
  Scopes(Scopes&& other) noexcept
      : dies_(std::exchange(other.dies_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  Scopes& operator=(Scopes&&) = delete;

  [[nodiscard]] std::span<Dwarf_Die> dies() const {
    return count_ > 0 ? std::span(dies_, static_cast<std::size_t>(count_)) : std::span<Dwarf_Die>{};
  }

 private:
  Scopes() = default;
  Dwarf_Die* dies_ = nullptr;
  int count_ = 0;
};

std::string function_name(Dwarf_Die& die) {
  for (const unsigned attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
    Dwarf_Attribute found;
    const char* text = dwarf_formstring(dwarf_attr_integrate(&die, attribute, &found));
    if (text) return demangled(text);
  }
  return {};
}

std::uint32_t number(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(&die, attribute, &found), &value) != 0) return 0;
  return static_cast<std::uint32_t>(value);
}

std::string file_of(Dwarf_Die* unit, std::size_t position) {
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || position >= count) return {};
  const char* name = dwarf_filesrc(files, position, nullptr, nullptr);
  return name ? name : "";
}

/// The real file behind one of nvcc's own.
std::string original_file(Dwarf_Die* unit, std::string file) {
  const std::string stem = stem_of_intermediate_file(file);
  if (stem.empty()) return file;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0) return stem + ".cu";
  for (std::size_t i = 0; i < count; ++i) {
    const char* name = dwarf_filesrc(files, i, nullptr, nullptr);
    if (name && std::filesystem::path(name).filename() == stem + ".cu") return name;
  }
  return stem + ".cu";
}

std::string normal_path(const std::string& file) { return std::filesystem::path(file).lexically_normal().string(); }

}  // namespace

/// One ELF file, opened once.
class Symbols::File {
 public:
  explicit File(const std::string& path) : session_(dwfl_begin(&kCallbacks)) {
    if (!session_) return;
    module_ = dwfl_report_offline(session_, path.c_str(), path.c_str(), -1);
    dwfl_report_end(session_, nullptr, nullptr);
    if (module_ && !dwfl_module_getelf(module_, &bias_)) module_ = nullptr;
  }
  ~File() {
    if (session_) dwfl_end(session_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::vector<unsigned char> build_id() const {
    const unsigned char* bits = nullptr;
    GElf_Addr where = 0;
    const int count = module_ ? dwfl_module_build_id(module_, &bits, &where) : 0;
    return count > 0 ? std::vector<unsigned char>(bits, bits + count) : std::vector<unsigned char>{};
  }

  std::vector<CodePlace> places(std::uint64_t address) const {
    if (!module_) return {};
    std::vector<CodePlace> places = places_of_units(address + bias_);
    const CodePlace symbol = place_of_symbol(address + bias_);
    if (places.empty()) return {symbol};
    places.back().offset = symbol.offset;
    if (places.back().function.empty()) places.back().function = symbol.function;
    return places;
  }

 private:
  /// The compilation unit that holds an address. Not every compiler writes the table of address ranges, so that the
  /// units may have to be asked one by one.
  Dwarf_Die* unit_of(Dwarf_Addr address, Dwarf_Addr& bias) const {
    if (Dwarf_Die* unit = dwfl_module_addrdie(module_, address, &bias)) return unit;
    Dwarf_Die* unit = nullptr;
    while ((unit = dwfl_module_nextcu(module_, unit, &bias)) != nullptr)
      if (dwarf_haspc(unit, address - bias) == 1) return unit;
    return nullptr;
  }

  std::vector<CodePlace> places_of_units(Dwarf_Addr address) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = unit_of(address, bias);
    if (!unit) return {};
    CodePlace here = line_of(unit, address - bias);
    if (here.line == 0) return {};
    std::vector<CodePlace> places;
    const Scopes scopes = Scopes::around(unit, address - bias);
    for (Dwarf_Die& scope : scopes.dies()) {
      const int tag = dwarf_tag(&scope);
      if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
      here.function = function_name(scope);
      places.push_back(here);
      if (tag == DW_TAG_subprogram) return places;
      here = {.file = normal_path(original_file(unit, file_of(unit, number(scope, DW_AT_call_file)))),
              .line = number(scope, DW_AT_call_line),
              .column = number(scope, DW_AT_call_column)};
    }
    if (!places.empty()) return places;
    // Line tables alone name no functions.
    here.function = place_of_symbol(address).function;
    return {here};
  }

  static CodePlace line_of(Dwarf_Die* unit, Dwarf_Addr address) {
    Dwarf_Line* line = dwarf_getsrc_die(unit, address);
    const char* file = line ? dwarf_linesrc(line, nullptr, nullptr) : nullptr;
    if (!file) return {};
    int row = 0;
    int column = 0;
    dwarf_lineno(line, &row);
    dwarf_linecol(line, &column);
    return {.file = normal_path(original_file(unit, file)),
            .line = static_cast<std::uint32_t>(row),
            .column = static_cast<std::uint32_t>(column)};
  }

  CodePlace place_of_symbol(Dwarf_Addr address) const {
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* name = dwfl_module_addrinfo(module_, address, &offset, &symbol, nullptr, nullptr, nullptr);
    if (!name) return {};
    return {.function = demangled(name), .offset = offset};
  }

  Dwfl* session_;
  Dwfl_Module* module_ = nullptr;
  GElf_Addr bias_ = 0;
};

Symbols::Symbols() = default;
Symbols::~Symbols() = default;

const std::vector<CodePlace>& Symbols::places(const std::string& path, std::uint64_t address) {
  const auto [known, is_new] = known_.try_emplace({path, address});
  if (!is_new) return known->second;
  return known->second = file(path).places(address);
}

std::vector<unsigned char> Symbols::build_id(const std::string& path) { return file(path).build_id(); }

Symbols::File& Symbols::file(const std::string& path) {
  auto& file = files_[path];
  if (!file) file = std::make_unique<File>(path);
  return *file;
}

std::string stem_of_intermediate_file(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  if (!name.starts_with("tmpxft_")) return {};
  const std::size_t dash = name.find('-');
  const std::size_t begin = dash == std::string::npos ? dash : name.find('_', dash);
  const std::size_t end = name.rfind(".cudafe");
  if (begin == std::string::npos || end == std::string::npos || end <= begin + 1) return {};
  return name.substr(begin + 1, end - begin - 1);
}

}  // namespace cudep::replay
