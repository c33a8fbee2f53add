// nvcc's words are read with the arities of its table; flags that it forwards to the host compiler are sorted with
// those of the host's table, and come first, as nvcc passes them.
#include "analyzer/command/nvcc_flags.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/command/command_line.h"
#include "analyzer/command/gpu_architecture.h"
#include "analyzer/command/host_flag_table.h"
#include "analyzer/command/host_flags.h"
#include "analyzer/command/nvcc_flag_table.h"
#include "analyzer/command/options_file.h"
#include "analyzer/command/words.h"

namespace cudep::command {
namespace {

constexpr std::string_view kPerThreadMacro = "CUDA_API_PER_THREAD_DEFAULT_STREAM";
constexpr std::array<std::string_view, 8> kOptimizationLevels = {"0", "1", "2", "3", "s", "z", "g", "fast"};

template <typename Words>
void append(std::vector<std::string>& to, const Words& words) {
  to.insert(to.end(), words.begin(), words.end());
}

/// `NAME` or `NAME=VALUE`.
bool names_macro(std::string_view definition, std::string_view name) {
  return definition.starts_with(name) && (definition.size() == name.size() || definition[name.size()] == '=');
}

/// What a macro's name must start with, or clang stops: `-DP=f(1,2)` holds the items `P=f(1` and `2)`.
bool starts_identifier(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// CUDA Runtime API, "Stream synchronization behavior": the macro on the command line is as good as nvcc's flag.
bool chooses_per_thread_stream(std::span<const std::string> clang_arguments) {
  bool per_thread = false;
  std::string_view previous;
  for (std::string_view word : clang_arguments) {
    const bool separate = previous == "-D" || previous == "-U";
    const std::string_view flag = separate ? previous : word.substr(0, 2);
    const std::string_view macro = separate || word.size() < 2 ? word : word.substr(2);
    if ((flag == "-D" || flag == "-U") && names_macro(macro, kPerThreadMacro)) per_thread = flag == "-D";
    if (word.starts_with("-fgpu-default-stream=")) per_thread = word.ends_with("=per-thread");
    previous = separate ? std::string_view{} : word;
  }
  return per_thread;
}

class NvccTranslator {
 public:
  NvccTranslator(std::span<const std::string> words, const TranslationOptions& options) : options_(options) {
    append_rest(environment_words(options.nvcc_prepend_flags));
    append_rest(words);
    append_rest(environment_words(options.nvcc_append_flags));
  }

  Translation translate() {
    while (!rest_.empty()) translate_word(next());
    HostFlags host = sort_host_flags(host_words_, Compiler::Gcc, options_.directory);
    append(host.arguments, result_.arguments);
    result_.arguments = std::move(host.arguments);
    append(result_.dropped, host.dropped);
    append(result_.dropped, host.inputs);
    result_.arguments.push_back("--offload-arch=" +
                                highest_architecture(architectures_, options_.default_architecture));
    if (relocatable_code_) append(result_.arguments, std::array{"-fgpu-rdc", "-D__CUDACC_RDC__"});
    if (per_thread_) result_.arguments.push_back("-D" + std::string(kPerThreadMacro) + "=1");
    return std::move(result_);
  }

 private:
  template <typename Words>
  void append_rest(const Words& words) {
    rest_.insert(rest_.end(), words.begin(), words.end());
  }

  std::string next() {
    std::string word = std::move(rest_.front());
    rest_.pop_front();
    return word;
  }

  void translate_word(const std::string& word) {
    if (!word.starts_with('-') || word == "-") {
      if (!word.empty()) result_.inputs.push_back(without_quotes(word));
      return;
    }
    const NvccWord read = read_nvcc_word(word);
    if (!read.flag) return forward(word);
    if (read.flag->value == NvccValue::None) {
      // nvcc refuses a value here.
      return read.has_value ? drop(word) : apply(*read.flag, {}, word);
    }
    if (read.has_value) return apply(*read.flag, std::string(read.value), word);
    if (rest_.empty()) return drop(word);
    const std::string value = next();
    apply(*read.flag, value, word + " " + value);
  }

  /// An unknown flag goes to the host compiler. nvcc itself would take a value that follows for a source; its wrappers
  /// do not.
  void forward(const std::string& word) {
    const HostFlag* flag = find_host_flag(word);
    host_words_.push_back(word);
    if (flag && value_follows(*flag, word) && !rest_.empty()) host_words_.push_back(next());
  }

  void drop(const std::string& written) { result_.dropped.push_back(written); }

  void apply(const NvccFlag& flag, const std::string& value, const std::string& written) {
    switch (flag.use) {
      case NvccUse::Strip:
        return;
      case NvccUse::Drop:
        return drop(written);
      case NvccUse::Replace:
        return put(std::string(flag.clang));
      case NvccUse::Define:
      case NvccUse::Join:
      case NvccUse::Follow:
        return put_items(flag, value, written);
      case NvccUse::Language:
        return put_language(value, written);
      case NvccUse::Optimization:
        return put_known("-O", kOptimizationLevels, value, written);
      case NvccUse::Machine:
        return put_known("-m", std::array<std::string_view, 1>{"64"}, value, written);
      case NvccUse::Architecture:
        return append(architectures_, named_architectures(value));
      case NvccUse::RelocatableCode:
        relocatable_code_ = value.empty() || value == "true";
        return;
      case NvccUse::DefaultStream:
        per_thread_ = value == "per-thread";
        return;
      case NvccUse::HostFlags:
        return put_host_flags(value);
      case NvccUse::OptionsFile:
        return expand(value, written);
    }
  }

  void put(std::string argument) { result_.arguments.push_back(std::move(argument)); }

  void put_language(const std::string& value, const std::string& written) {
    if (value != "cu" && value != "c++" && value != "c") return drop(written);
    put("-x");
    put(value == "cu" ? "cuda" : value);
  }

  void put_known(std::string_view clang, std::span<const std::string_view> known, const std::string& value,
                 const std::string& written) {
    if (std::ranges::find(known, value) == known.end()) return drop(written);
    put(std::string(clang) + value);
  }

  void put_items(const NvccFlag& flag, const std::string& value, const std::string& written) {
    const std::vector<std::string> items =
        flag.value == NvccValue::List ? list_items(value) : std::vector<std::string>{value};
    if (items.empty() || items.front().empty()) return drop(written);
    for (const std::string& item : items) {
      if (flag.use == NvccUse::Define && !starts_identifier(item.front())) {
        drop(std::string(flag.clang) + item);
        continue;
      }
      const std::string text = flag.use == NvccUse::Define ? item : without_quotes(item);
      if (flag.use == NvccUse::Follow) put(std::string(flag.clang));
      put(flag.use == NvccUse::Follow ? text : std::string(flag.clang) + text);
    }
  }

  /// nvcc hands the items to a shell, which takes them apart once more.
  void put_host_flags(const std::string& value) {
    for (const std::string& item : list_items(value)) append(host_words_, shell_words(item));
  }

  void expand(const std::string& value, const std::string& written) {
    std::vector<std::string> words;
    for (const std::string& item : list_items(value)) {
      const std::optional<std::string> text =
          files_left_ > 0 ? read_options_file(options_.directory, without_quotes(item)) : std::nullopt;
      if (!text) {
        drop(written + " (cannot be read)");
        continue;
      }
      --files_left_;
      append(words, options_file_words(*text));
    }
    rest_.insert(rest_.begin(), words.begin(), words.end());
  }

  const TranslationOptions& options_;
  std::deque<std::string> rest_;
  Translation result_;
  std::vector<std::string> host_words_;
  std::vector<std::string> architectures_;
  bool relocatable_code_ = false;
  bool per_thread_ = false;
  int files_left_ = kMaxOptionsFiles;
};

Translation translate_host(const CommandLine& command_line, const std::string& directory) {
  HostFlags flags = sort_host_flags(command_line.words, command_line.compiler, directory);
  return {
      .arguments = std::move(flags.arguments), .inputs = std::move(flags.inputs), .dropped = std::move(flags.dropped)};
}

}  // namespace

Translation translate(std::span<const std::string> command_line, const TranslationOptions& options) {
  const CommandLine parsed = parse_command_line(command_line);
  Translation result = parsed.compiler == Compiler::Nvcc ? NvccTranslator(parsed.words, options).translate()
                                                         : translate_host(parsed, options.directory);
  result.per_thread_default_stream = chooses_per_thread_stream(result.arguments);
  return result;
}

Translation pass_through(std::span<const std::string> clang_arguments) {
  Translation result{.arguments = {clang_arguments.begin(), clang_arguments.end()}};
  result.per_thread_default_stream = chooses_per_thread_stream(clang_arguments);
  return result;
}

}  // namespace cudep::command
