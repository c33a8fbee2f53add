// Names and arities are those of `nvcc --help` (CUDA 13.0) and of older releases; what clang makes of each was tried
// with clang 22.
#include "analyzer/command/nvcc_flag_table.h"

#include <algorithm>

namespace cudep::command {
namespace {

using enum NvccValue;
using enum NvccUse;

constexpr NvccFlag kTable[] = {
    // Macros and include folders.
    {"--define-macro", "-D", List, Define, "-D", true},
    {"--undefine-macro", "-U", List, Join, "-U", true},
    {"--include-path", "-I", List, Join, "-I", true},
    {"--system-include", "-isystem", List, Follow, "-isystem"},
    {"--pre-include", "-include", List, Follow, "-include"},
    // Language.
    {"--std", "-std", One, Join, "-std="},
    {"--x", "-x", One, Language},
    {"--extended-lambda", "-extended-lambda", None, Replace, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--expt-extended-lambda", "-expt-extended-lambda", None, Replace, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr", None, Replace, "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"--default-stream", "-default-stream", One, DefaultStream},
    {"--relocatable-device-code", "-rdc", One, RelocatableCode},
    {"--device-c", "-dc", None, RelocatableCode},
    {"--dlink-time-opt", "-dlto", None, Drop},
    {"--lto", "-lto", None, Drop},
    {"--device-debug", "-G", None, Replace, "-D__CUDACC_DEBUG__"},
    {"--debug", "-g", None, Replace, "-g"},
    {"--optimize", "-O", One, Optimization, {}, true},
    {"--machine", "-m", One, Machine},
    {"--m64", "-m64", None, Replace, "-m64"},
    {"--m32", "-m32", None, Drop},
    {"--ftemplate-depth", "-ftemplate-depth", One, Join, "-ftemplate-depth="},
    {"--no-exceptions", "-noeh", None, Drop},
    {"--no-host-device-initializer-list", "-nohdinitlist", None, Drop},
    {"--no-host-device-move-forward", "-nohdmoveforward", None, Drop},
    {"--restrict", "-restrict", None, Drop},
    // GPU architectures.
    {"--gpu-architecture", "-arch", One, Architecture},
    {"--gpu-code", "-code", One, Architecture},
    {"--generate-code", "-gencode", One, Architecture},
    // The host compiler and other tools.
    {"--compiler-options", "-Xcompiler", List, HostFlags},
    {"--linker-options", "-Xlinker", List, Drop},
    {"--archive-options", "-Xarchive", List, Drop},
    {"--ptxas-options", "-Xptxas", List, Drop},
    {"--nvlink-options", "-Xnvlink", List, Drop},
    {"--cudafe-options", "-Xcudafe", List, Drop},
    {"--fatbin-options", "-Xfatbin", List, Drop},
    {"--cicc-options", "-Xcicc", List, Drop},
    {"--opencc-options", "-Xopencc", List, Drop},
    {"--compiler-bindir", "-ccbin", One, Drop},
    {"--allow-unsupported-compiler", "-allow-unsupported-compiler", None, Drop},
    {"--forward-unknown-to-host-compiler", "-forward-unknown-to-host-compiler", None, Drop},
    {"--forward-unknown-to-host-linker", "-forward-unknown-to-host-linker", None, Drop},
    {"--forward-unknown-opts", "-forward-unknown-opts", None, Drop},
    {"--archiver-binary", "-arbin", One, Drop},
    {"--host-linker-script", "-hls", One, Drop},
    {"--augment-host-linker-script", "-aug-hls", None, Drop},
    {"--qpp-config", "-qpp-config", One, Drop},
    {"--options-file", "-optf", List, OptionsFile},
    // What to build, and where.
    {"--compile", "-c", None, Strip},
    {"--device-w", "-dw", None, Strip},
    {"--output-file", "-o", One, Strip},
    {"--preprocess", "-E", None, Strip},
    {"--generate-dependencies", "-M", None, Strip},
    {"--generate-nonsystem-dependencies", "-MM", None, Strip},
    {"--generate-dependencies-with-compile", "-MD", None, Strip},
    {"--generate-nonsystem-dependencies-with-compile", "-MMD", None, Strip},
    {"--generate-dependency-targets", "-MP", None, Strip},
    {"--dependency-output", "-MF", One, Strip},
    {"--dependency-target-name", "-MT", One, Strip},
    {"--cuda", "-cuda", None, Drop},
    {"--cubin", "-cubin", None, Drop},
    {"--fatbin", "-fatbin", None, Drop},
    {"--ptx", "-ptx", None, Drop},
    {"--optix-ir", "-optix-ir", None, Drop},
    {"--ltoir", "-ltoir", None, Drop},
    {"--device-link", "-dlink", None, Drop},
    {"--no-device-link", "-nodlink", None, Drop},
    {"--relocatable-link", "-r", None, Drop},
    {"--link", "-link", None, Drop},
    {"--lib", "-lib", None, Drop},
    {"--shared", "-shared", None, Drop},
    {"--run", "-run", None, Drop},
    {"--run-args", "-run-args", List, Drop},
    {"--library", "-l", List, Drop, {}, true},
    {"--library-path", "-L", List, Drop, {}, true},
    {"--output-directory", "-odir", One, Drop},
    {"--objdir-as-tempdir", "-objtemp", None, Drop},
    {"--cudart", "-cudart", One, Drop},
    {"--cudadevrt", "-cudadevrt", One, Drop},
    {"--libdevice-directory", "-ldir", One, Drop},
    {"--target-directory", "-target-dir", One, Drop},
    {"--use-local-env", "-use-local-env", None, Drop},
    {"--force-cl-env-setup", "-force-cl-env-setup", None, Drop},
    {"--input-drive-prefix", "-idp", One, Drop},
    {"--dependency-drive-prefix", "-ddp", One, Drop},
    {"--drive-prefix", "-dp", One, Drop},
    {"--no-align-double", "", None, Drop},
    // Code generation.
    {"--profile", "-pg", None, Drop},
    {"--generate-line-info", "-lineinfo", None, Drop},
    {"--optimization-info", "-opt-info", List, Drop},
    {"--Ofast-compile", "-Ofc", One, Drop},
    {"--dopt", "-dopt", One, Drop},
    {"--gen-opt-lto", "-gen-opt-lto", None, Drop},
    {"--static-global-template-stub", "-static-global-template-stub", One, Drop},
    {"--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility", One, Drop},
    {"--entries", "-e", List, Drop},
    {"--maxrregcount", "-maxrregcount", One, Drop},
    {"--use_fast_math", "-use_fast_math", None, Drop},
    {"--ftz", "-ftz", One, Drop},
    {"--prec-div", "-prec-div", One, Drop},
    {"--prec-sqrt", "-prec-sqrt", One, Drop},
    {"--fmad", "-fmad", One, Drop},
    {"--extra-device-vectorization", "-extra-device-vectorization", None, Drop},
    {"--keep-device-functions", "-keep-device-functions", None, Drop},
    {"--source-in-ptx", "-src-in-ptx", None, Drop},
    {"--extensible-whole-program", "-ewp", None, Drop},
    {"--no-compress", "-no-compress", None, Drop},
    {"--compress-mode", "-compress-mode", One, Drop},
    {"--compile-as-tools-patch", "-astoolspatch", None, Drop},
    {"--jump-table-density", "-jtd", One, Drop},
    {"--relocatable-ptx", "-reloc-ptx", None, Drop},
    {"--device-stack-protector", "-device-stack-protector", One, Drop},
    {"--frandom-seed", "-frandom-seed", One, Drop},
    {"--sanitize", "-sanitize", One, Drop},
    // Messages, and nvcc's own running.
    {"--disable-warnings", "-w", None, Drop},
    {"--Wreorder", "-Wreorder", None, Drop},
    {"--Wdefault-stream-launch", "-Wdefault-stream-launch", None, Drop},
    {"--Wmissing-launch-bounds", "-Wmissing-launch-bounds", None, Drop},
    {"--Wext-lambda-captures-this", "-Wext-lambda-captures-this", None, Drop},
    {"--Wno-deprecated-declarations", "-Wno-deprecated-declarations", None, Drop},
    {"--Wno-deprecated-gpu-targets", "-Wno-deprecated-gpu-targets", None, Drop},
    {"--Werror", "-Werror", List, Drop},
    {"--ftemplate-backtrace-limit", "-ftemplate-backtrace-limit", One, Drop},
    {"--diag-error", "-diag-error", List, Drop},
    {"--diag-suppress", "-diag-suppress", List, Drop},
    {"--diag-warn", "-diag-warn", List, Drop},
    {"--display-error-number", "-err-no", None, Drop},
    {"--no-display-error-number", "-no-err-no", None, Drop},
    {"--brief-diagnostics", "-brief-diag", One, Drop},
    {"--resource-usage", "-res-usage", None, Drop},
    {"--dont-use-profile", "-noprof", None, Drop},
    {"--dryrun", "-dryrun", None, Drop},
    {"--verbose", "-v", None, Drop},
    {"--threads", "-t", One, Drop, {}, true},
    {"--split-compile", "-split-compile", One, Drop},
    {"--split-compile-extended", "-split-compile-extended", One, Drop},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", None, Drop},
    {"--fdevice-time-trace", "-fdevice-time-trace", One, Drop},
    {"--keep", "-keep", None, Drop},
    {"--keep-dir", "-keep-dir", One, Drop},
    {"--save-temps", "-save-temps", None, Drop},
    {"--clean-targets", "-clean", None, Drop},
    {"--time", "-time", One, Drop},
    {"--jobserver", "-jobserver", None, Drop},
    {"--list-gpu-code", "-code-ls", None, Drop},
    {"--list-gpu-arch", "-arch-ls", None, Drop},
    {"--help", "-h", None, Drop},
    {"--version", "-V", None, Drop},
};

bool is_named(const NvccFlag& flag, std::string_view name) {
  return flag.long_name == name || (!flag.short_name.empty() && flag.short_name == name);
}

const NvccFlag* find_named(std::string_view name) {
  const auto* row = std::ranges::find_if(kTable, [name](const NvccFlag& flag) { return is_named(flag, name); });
  return row == std::end(kTable) ? nullptr : row;
}

}  // namespace

std::span<const NvccFlag> nvcc_flag_table() { return kTable; }

NvccWord read_nvcc_word(std::string_view word) {
  if (const NvccFlag* flag = find_named(word)) return {flag, false, {}};
  const std::size_t equals = word.find('=');
  if (equals != std::string_view::npos) {
    if (const NvccFlag* flag = find_named(word.substr(0, equals))) return {flag, true, word.substr(equals + 1)};
  }
  for (const NvccFlag& flag : kTable) {
    if (flag.joined && word.starts_with(flag.short_name)) return {&flag, true, word.substr(flag.short_name.size())};
  }
  return {nullptr, false, {}};
}

}  // namespace cudep::command
