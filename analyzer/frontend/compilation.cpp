// Sets up clang for one command.
#include "analyzer/frontend/compilation.h"

#include <clang/Lex/PreprocessorOptions.h>
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/frontend/clang_arguments.h"
#include "analyzer/frontend/launch_braces.h"
#include "analyzer/frontend/library_classes.h"
#include "analyzer/frontend/noting_files.h"
#include "analyzer/frontend/own_headers.h"

namespace cudep::frontend {

namespace {

constexpr std::string_view kParsedPrelude = "prelude.pch";
constexpr std::string_view kPreludeSource = "prelude.cu";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> with_prelude(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                             std::string_view prelude) {
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  own->addFile(own_header_path(kPreludeSource), 0, llvm::MemoryBuffer::getMemBuffer(""));
  own->addFile(own_header_path(kParsedPrelude), 0, llvm::MemoryBuffer::getMemBuffer(prelude, kParsedPrelude, false));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  all->pushOverlay(own);
  return all;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> with_edited(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                            const std::map<std::string, std::string>& edited) {
  if (edited.empty()) return files;
  auto texts = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [path, text] : edited) texts->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(text, path));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  all->pushOverlay(texts);
  return all;
}

/// How many of the headers before the source are the same for every source: clang's of CUDA and our own.
std::ptrdiff_t length_of_prelude(const clang::PreprocessorOptions& options) {
  if (!options.MacroIncludes.empty()) return 0;  // these come before all headers
  const std::string folder = own_header_path("");
  const auto own = std::ranges::find_if(options.Includes, [&](const auto& name) { return name.starts_with(folder); });
  return own == options.Includes.end() ? 0 : own - options.Includes.begin() + 1;
}

}  // namespace

Compilation::Compilation(const CompileCommand& command, const std::string& cuda_path, std::string_view prelude)
    : command_(command),
      cuda_path_(cuda_path),
      prelude_(prelude),
      files_(with_edited(with_prelude(with_own_headers(noting(llvm::vfs::createPhysicalFileSystem(), read_)), prelude),
                         command.edited)) {}

std::expected<void, std::string> Compilation::open() {
  if (!command_.directory.empty() && files_->setCurrentWorkingDirectory(command_.directory)) {
    return std::unexpected(
        fmt::format("{}: no folder {}: check `directory` of its compile command", command_.file, command_.directory));
  }
  const auto source = files_->getBufferForFile(command_.file);
  if (!source) {
    return std::unexpected(fmt::format("{}: no such file: check the path or the compile database", command_.file));
  }
  line_ = clang_arguments(command_, cuda_path_, (*source)->getBuffer(), *files_);
  rewrite_launches(command_.file);
  return {};
}

bool Compilation::rewrite_launches(const std::string& file) {
  if (file.empty() || rewritten_.contains(file)) return false;
  const auto buffer = files_->getBufferForFile(file);
  if (!buffer || !(*buffer)->getBuffer().contains("<<<")) return false;
  const std::string text = (*buffer)->getBuffer().str();
  std::string named = name_launch_braces(text);
  if (named == text) return false;
  rewritten_.emplace(file, std::move(named));
  return true;
}

std::expected<bool, std::string> Compilation::run(clang::FrontendAction& action, ErrorCollector& collector) {
  const auto invocation = make_invocation(collector);
  if (!invocation) return std::unexpected(invocation.error());
  clang::PreprocessorOptions& options = (*invocation)->getPreprocessorOpts();
  const auto length = length_of_prelude(options);
  has_prelude_ = length != 0;
  if (uses_prelude()) {
    options.Includes.erase(options.Includes.begin(), options.Includes.begin() + length);
    options.ImplicitPCHInclude = own_header_path(kParsedPrelude);
  }
  for (const auto& [file, text] : rewritten_) {
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, file);
    options.addRemappedFile(file, buffer.release());
  }
  return execute(*invocation, action, collector);
}

std::expected<bool, std::string> Compilation::run_on_prelude(clang::FrontendAction& action, ErrorCollector& collector) {
  line_.back() = own_header_path(kPreludeSource);
  const auto invocation = make_invocation(collector);
  if (!invocation) return std::unexpected(invocation.error());
  clang::PreprocessorOptions& options = (*invocation)->getPreprocessorOpts();
  const auto length = length_of_prelude(options);
  has_prelude_ = length != 0;
  options.Includes.resize(static_cast<std::size_t>(length));
  return has_prelude_ && execute(*invocation, action, collector);
}

bool Compilation::execute(const Invocation& invocation, clang::FrontendAction& action, ErrorCollector& collector) {
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files_);
  compiler.createDiagnostics(&collector, false);
  compiler.getDiagnostics().setFatalsAsError(true);
  return compiler.ExecuteAction(action);
}

std::expected<Compilation::Invocation, std::string> Compilation::make_invocation(ErrorCollector& collector) {
  std::vector<const char*> arguments;
  for (const std::string& argument : line_) arguments.push_back(argument.c_str());
  clang::DiagnosticOptions options;
  const auto diagnostics = clang::CompilerInstance::createDiagnostics(*files_, options, &collector, false);
  Invocation invocation = clang::createInvocation(arguments, {.Diags = diagnostics, .VFS = files_});
  if (invocation == nullptr) {
    const bool is_known = !collector.errors.empty();
    const std::string reason = is_known ? collector.errors.front().message : "clang refused the command line";
    return std::unexpected(fmt::format("{}: {}: check its compile command and --cuda-path", command_.file, reason));
  }
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getPreprocessorOpts().SourceDateEpoch = 0;  // what is found does not depend on the day
  return invocation;
}

bool SkippingConsumer::shouldSkipFunctionBody(clang::Decl* declaration) {
  const clang::SourceManager& sources = compiler_.getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
  return sources.isInSystemHeader(location) && !is_interpreted_header(sources.getFilename(location));
}

}  // namespace cudep::frontend
