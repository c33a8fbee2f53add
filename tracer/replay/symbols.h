// Where a program counter of a recorded program lies in its source: the functions and lines around it, by the debugging
// information of the file that was loaded there, or else by its symbol table.
//
//   Symbols symbols;
//   for (const CodePlace& place : symbols.places("/home/me/app", 0x11a4))   // the innermost inlined function first
//     use(place.function, place.file, place.line);
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cudep::replay {

struct CodePlace {
  std::string function;      // demangled, with parameters; empty when the file has no symbol there
  std::uint64_t offset = 0;  // of the address in the function
  std::string file;          // empty without debugging information
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const CodePlace&) const = default;
};

class Symbols {
 public:
  Symbols();
  ~Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  /// The places of an address as the ELF file `path` counts it. Empty when the file cannot be read. Answers are kept.
  const std::vector<CodePlace>& places(const std::string& path, std::uint64_t address);
  /// Of the ELF file that is there now; empty when it has none, or cannot be read.
  std::vector<unsigned char> build_id(const std::string& path);

 private:
  class File;
  File& file(const std::string& path);
  std::map<std::string, std::unique_ptr<File>> files_;
  std::map<std::pair<std::string, std::uint64_t>, std::vector<CodePlace>> known_;
};

/// nvcc compiles host code from a file of its own, `tmpxft_00001234_00000000-6_scale.cudafe1.cpp`, and some functions
/// keep that name although their lines are those of scale.cu: the stem, `scale`. Empty for other files.
std::string stem_of_intermediate_file(const std::string& file);

}  // namespace cudep::replay
