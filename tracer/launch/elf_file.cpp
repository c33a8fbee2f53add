// Reads section names and the dynamic section; whatever lies outside of the file is taken as absent.
#include "tracer/launch/elf_file.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace cudep::launch {
namespace {

struct Bytes {
  std::string all;

  template <class T>
  [[nodiscard]] T at(std::size_t offset) const {
    T value{};
    if (offset <= all.size() && sizeof(T) <= all.size() - offset) std::memcpy(&value, all.data() + offset, sizeof(T));
    return value;
  }
  [[nodiscard]] std::string text(std::size_t offset) const {
    const std::size_t end = offset < all.size() ? all.find('\0', offset) : std::string::npos;
    return end == std::string::npos ? std::string() : all.substr(offset, end - offset);
  }
};

Elf64_Shdr section(const Bytes& file, const Elf64_Ehdr& header, std::size_t position) {
  return position < header.e_shnum ? file.at<Elf64_Shdr>(header.e_shoff + position * sizeof(Elf64_Shdr)) : Elf64_Shdr{};
}

void read_needed(const Bytes& file, const Elf64_Shdr& dynamic, std::size_t strings, std::vector<std::string>& needed) {
  for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.sh_size; at += sizeof(Elf64_Dyn)) {
    const auto entry = file.at<Elf64_Dyn>(dynamic.sh_offset + at);
    if (entry.d_tag == DT_NULL) return;
    if (entry.d_tag == DT_NEEDED) needed.push_back(file.text(strings + entry.d_un.d_val));
  }
}

}  // namespace

std::optional<ElfFile> read_elf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const Bytes file{std::string(std::istreambuf_iterator<char>(in), {})};
  const auto header = file.at<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return std::nullopt;
  const Elf64_Shdr names = section(file, header, header.e_shstrndx);
  ElfFile result;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr found = section(file, header, i);
    result.sections.push_back(file.text(names.sh_offset + found.sh_name));
    if (found.sh_type != SHT_DYNAMIC) continue;
    read_needed(file, found, section(file, header, found.sh_link).sh_offset, result.needed);
  }
  return result;
}

}  // namespace cudep::launch
