// Tried one by one against clang 22: each flag that is kept is one that clang accepts.
#include "analyzer/command/host_flag_table.h"

namespace cudep::command {
namespace {

using enum HostValue;
using enum HostUse;

constexpr HostFlag kTable[] = {
    // Macros and include folders.
    {"-D", JoinedOrSeparate, Keep},
    {"-U", JoinedOrSeparate, Keep},
    {"-I", JoinedOrSeparate, Keep},
    {"-isystem", JoinedOrSeparate, Keep},
    {"-iquote", JoinedOrSeparate, Keep},
    {"-idirafter", JoinedOrSeparate, Keep},
    {"-iprefix", JoinedOrSeparate, Keep},
    {"-iwithprefix", JoinedOrSeparate, Keep},
    {"-iwithprefixbefore", JoinedOrSeparate, Keep},
    {"-isysroot", JoinedOrSeparate, Keep},
    {"--sysroot", Separate, Keep},
    {"--sysroot=", Joined, Keep},
    {"-include", JoinedOrSeparate, Keep},
    {"-imacros", JoinedOrSeparate, Keep},
    {"-nostdinc", None, Keep},
    {"-nostdinc++", None, Keep},
    {"-undef", None, Keep},
    // Language.
    {"-std=", Joined, Keep},
    {"--std=", Joined, Keep},
    {"-ansi", None, Keep},
    {"-x", JoinedOrSeparate, Keep},
    {"-fexceptions", None, Keep},
    {"-fno-exceptions", None, Keep},
    {"-frtti", None, Keep},
    {"-fno-rtti", None, Keep},
    {"-fopenmp", None, Keep},
    {"-fopenmp=", Joined, Keep},
    {"-fopenmp-simd", None, Keep},
    {"-pthread", None, Keep},
    {"-fcoroutines", None, Keep},
    {"-fchar8_t", None, Keep},
    {"-fno-char8_t", None, Keep},
    {"-fsigned-char", None, Keep},
    {"-funsigned-char", None, Keep},
    {"-fshort-wchar", None, Keep},
    {"-fshort-enums", None, Keep},
    {"-fms-extensions", None, Keep},
    {"-fno-operator-names", None, Keep},
    {"-fno-gnu-keywords", None, Keep},
    {"-faligned-new", None, Keep},
    {"-fsized-deallocation", None, Keep},
    {"-ffreestanding", None, Keep},
    {"-ffast-math", None, Keep},
    {"-ftemplate-depth=", Joined, Keep},
    {"-fconstexpr-depth=", Joined, Keep},
    {"-fPIC", None, Keep},
    {"-fpic", None, Keep},
    {"-fPIE", None, Keep},
    {"-fpie", None, Keep},
    {"-O", Joined, Keep},
    {"-g", None, Keep},
    // Processor features: intrinsics need them.
    {"-march=", Joined, Keep},
    {"-mtune=", Joined, Keep},
    {"-mcmodel=", Joined, Keep},
    {"-m64", None, Keep},
    {"-msse", None, Keep},
    {"-msse2", None, Keep},
    {"-msse3", None, Keep},
    {"-mssse3", None, Keep},
    {"-msse4", None, Keep},
    {"-msse4.1", None, Keep},
    {"-msse4.2", None, Keep},
    {"-mavx", None, Keep},
    {"-mno-avx", None, Keep},
    {"-mavx2", None, Keep},
    {"-mno-avx2", None, Keep},
    {"-mavx512f", None, Keep},
    {"-mno-avx512f", None, Keep},
    {"-mavx512bw", None, Keep},
    {"-mavx512cd", None, Keep},
    {"-mavx512dq", None, Keep},
    {"-mavx512vl", None, Keep},
    {"-mavx512vnni", None, Keep},
    {"-mavx512bf16", None, Keep},
    {"-mavx512fp16", None, Keep},
    {"-mavx512vbmi", None, Keep},
    {"-mfma", None, Keep},
    {"-mf16c", None, Keep},
    {"-maes", None, Keep},
    {"-mpclmul", None, Keep},
    {"-mbmi", None, Keep},
    {"-mbmi2", None, Keep},
    {"-mlzcnt", None, Keep},
    {"-mpopcnt", None, Keep},
    {"-mrdrnd", None, Keep},
    {"-mcx16", None, Keep},
    {"-mprefer-vector-width=", Joined, Keep},
    // What to build, and where.
    {"-c", None, Strip},
    {"-S", None, Strip},
    {"-E", None, Strip},
    {"-fsyntax-only", None, Strip},
    {"-emit-llvm", None, Strip},
    {"-o", JoinedOrSeparate, Strip},
    {"-M", None, Strip},
    {"-MM", None, Strip},
    {"-MD", None, Strip},
    {"-MMD", None, Strip},
    {"-MP", None, Strip},
    {"-MG", None, Strip},
    {"-MV", None, Strip},
    {"-MF", JoinedOrSeparate, Strip},
    {"-MT", JoinedOrSeparate, Strip},
    {"-MQ", JoinedOrSeparate, Strip},
    {"-MJ", JoinedOrSeparate, Strip},
    {"-save-temps", None, Strip},
    {"-save-temps=", Joined, Strip},
    {"-serialize-diagnostics", Separate, Strip},
    {"--serialize-diagnostics", Separate, Strip},
    {"--cuda-device-only", None, Strip},  // the analysis is of the host's side
    {"--cuda-compile-host-device", None, Strip},
    // Values that would else be taken for a source.
    {"-L", JoinedOrSeparate, Drop},
    {"-l", JoinedOrSeparate, Drop},
    {"-T", JoinedOrSeparate, Drop},
    {"-u", JoinedOrSeparate, Drop},
    {"-z", Separate, Drop},
    {"-e", Separate, Drop},
    {"-B", JoinedOrSeparate, Drop},
    {"-A", JoinedOrSeparate, Drop},
    {"--param", Separate, Drop},
    {"-aux-info", Separate, Drop},
    {"-dumpbase", Separate, Drop},
    {"-wrapper", Separate, Drop},
    {"-Xassembler", Separate, Drop},
    {"-Xlinker", Separate, Drop},
    {"-Xpreprocessor", Separate, Drop},
    // clang's own, so that they stay together with their values.
    {"-Xclang", Separate, Drop},
    {"-Xarch_host", Separate, Drop},
    {"-Xarch_device", Separate, Drop},
    {"-Xcuda-fatbinary", Separate, Drop},
    {"-Xcuda-ptxas", Separate, Drop},
    {"-Xopenmp-target", Separate, Drop},
    {"-Xoffload-linker", Separate, Drop},
    {"-Xanalyzer", Separate, Drop},
    {"-mllvm", Separate, Drop},
    {"-target", Separate, Drop},
    {"-arch", Separate, Drop},
    {"-gcc-toolchain", Separate, Drop},
    {"--config", Separate, Drop},
    {"-resource-dir", Separate, Drop},
    {"-working-directory", Separate, Drop},
    {"-include-pch", Separate, Drop},
    {"-isystem-after", JoinedOrSeparate, Drop},
    {"-cxx-isystem", JoinedOrSeparate, Drop},
    {"-stdlib++-isystem", JoinedOrSeparate, Drop},
    {"-ivfsoverlay", JoinedOrSeparate, Drop},
    {"-iframework", JoinedOrSeparate, Drop},
    {"-F", JoinedOrSeparate, Drop},
    {"-framework", Separate, Drop},
};

bool may_be_joined(const HostFlag& flag) {
  return flag.value == HostValue::Joined || flag.value == HostValue::JoinedOrSeparate;
}

}  // namespace

std::span<const HostFlag> host_flag_table() { return kTable; }

const HostFlag* find_host_flag(std::string_view word) {
  const HostFlag* longest = nullptr;
  for (const HostFlag& flag : kTable) {
    if (flag.name == word) return &flag;
    if (!may_be_joined(flag) || !word.starts_with(flag.name)) continue;
    if (!longest || flag.name.size() > longest->name.size()) longest = &flag;
  }
  return longest;
}

bool value_follows(const HostFlag& flag, std::string_view word) {
  const bool may_follow = flag.value == HostValue::Separate || flag.value == HostValue::JoinedOrSeparate;
  return may_follow && flag.name == word;
}

}  // namespace cudep::command
