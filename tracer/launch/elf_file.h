// What an ELF file says of itself, as far as it decides whether a program can run without a GPU.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace cudep::launch {

struct ElfFile {
  std::vector<std::string> needed;    // libraries that it asks the loader for
  std::vector<std::string> sections;  // names
};

/// None for what is no ELF file of 64 bits: a script, or nothing at all.
std::optional<ElfFile> read_elf(const std::string& path);

}  // namespace cudep::launch
