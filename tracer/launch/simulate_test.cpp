// Which programs can be simulated, by what their ELF files say.
#include "tracer/launch/simulate.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tracer/launch/elf_file.h"

namespace cudep::launch {
namespace {

/// A file with the sections that decide: `.nv_fatbin` where asked for, and one library in its dynamic section.
class Program {
 public:
  Program(bool holds_kernels, const std::string& library) {
    strings_ += holds_kernels ? ".nv_fatbin" : ".text";
    strings_ += '\0';
    const auto library_at = static_cast<Elf64_Xword>(strings_.size());
    strings_ += library + '\0';
    const Elf64_Dyn dynamic[] = {{.d_tag = DT_NEEDED, .d_un = {.d_val = library_at}}, {.d_tag = DT_NULL, .d_un = {}}};
    constexpr Elf64_Off kDynamicAt = sizeof(Elf64_Ehdr) + 3 * sizeof(Elf64_Shdr);
    constexpr Elf64_Off kStringsAt = kDynamicAt + sizeof(dynamic);
    Elf64_Ehdr header{.e_shoff = sizeof(Elf64_Ehdr), .e_shnum = 3, .e_shstrndx = 2};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    const Elf64_Shdr sections[] = {
        {.sh_name = 1, .sh_type = SHT_PROGBITS},
        {.sh_name = 0, .sh_type = SHT_DYNAMIC, .sh_offset = kDynamicAt, .sh_size = sizeof(dynamic), .sh_link = 2},
        {.sh_name = 0, .sh_type = SHT_STRTAB, .sh_offset = kStringsAt, .sh_size = strings_.size()}};
    std::ofstream out(path_, std::ios::binary);
    const auto put = [&](const auto& part) { out.write(reinterpret_cast<const char*>(&part), sizeof(part)); };
    put(header);
    put(sections);
    put(dynamic);
    out << strings_;
  }
  ~Program() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / ("program." + std::to_string(getpid()));
  std::string strings_ = std::string(1, '\0');
};

TEST(Elf, NamesSectionsAndLibraries) {
  const Program program(true, "libcudart.so.13");
  const auto file = read_elf(program.path());
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->needed, std::vector<std::string>{"libcudart.so.13"});
  EXPECT_NE(std::ranges::find(file->sections, ".nv_fatbin"), file->sections.end());
}

TEST(Elf, OtherFilesAreNone) {
  EXPECT_FALSE(read_elf("/nowhere").has_value());
  EXPECT_FALSE(read_elf("/etc/passwd").has_value());
}

TEST(Simulate, TakesProgramsWithTheSharedRuntime) {
  EXPECT_EQ(unfit_for_simulation(Program(true, "libcudart.so.13").path()), "");
  EXPECT_EQ(unfit_for_simulation(Program(true, "libcudart.so.12").path()), "");
  EXPECT_EQ(unfit_for_simulation("sh"), "");  // may start one
}

TEST(Simulate, SaysWhatMakesNoCallsOfCuda) {
  EXPECT_EQ(lack_of_runtime(Program(true, "libcudart.so.13").path()), "");
  EXPECT_TRUE(lack_of_runtime("sh").starts_with("sh is not linked with the CUDA runtime"));
  EXPECT_TRUE(lack_of_runtime("/etc/passwd").starts_with("/etc/passwd is not linked"));
}

TEST(Simulate, RefusesOthersWithTheRemedy) {
  const Program linked_in(true, "libc.so.6");
  EXPECT_EQ(unfit_for_simulation(linked_in.path()),
            linked_in.path() + " has the CUDA runtime linked in: link it with `nvcc -cudart shared` to simulate");
  const Program old(true, "libcudart.so.11.0");
  EXPECT_EQ(unfit_for_simulation(old.path()),
            old.path() + " uses libcudart.so.11.0: only CUDA 12 and 13 are simulated");
}

}  // namespace
}  // namespace cudep::launch
