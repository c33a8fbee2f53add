// Runs clang on one file and lowers what it parsed.
#include <clang/Lex/PreprocessorOptions.h>
#include <fmt/format.h>

#include <map>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/launch_braces.h"
#include "analyzer/frontend/library_classes.h"
#include "analyzer/frontend/lower.h"
#include "analyzer/frontend/translation_unit.h"

namespace cudep::frontend {

namespace {

/// Lowers the unit while the parser's semantic analysis is still there to instantiate templates.
class LoweringConsumer : public clang::ASTConsumer {
 public:
  LoweringConsumer(clang::CompilerInstance& compiler, const ParserNotes& notes, program::Program& program)
      : compiler_(compiler), notes_(notes), program_(program) {}

  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
    return sources.isInSystemHeader(location) && !is_interpreted_header(sources.getFilename(location));
  }
  void HandleTranslationUnit(clang::ASTContext&) override {
    program_ = lower_translation_unit(compiler_.getSema(), notes_);
  }

 private:
  clang::CompilerInstance& compiler_;
  const ParserNotes& notes_;
  program::Program& program_;
};

class LoweringAction : public clang::ASTFrontendAction {
 public:
  LoweringAction(ParserNotes& notes, program::Program& program) : notes_(notes), program_(program) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<ManagedMacro>(notes_));
    return std::make_unique<LoweringConsumer>(compiler, notes_, program_);
  }

 private:
  ParserNotes& notes_;
  program::Program& program_;
};

bool is_standard(const std::string& argument) {
  return argument.starts_with("-std=") || argument.starts_with("--std=");
}

std::vector<std::string> command_line(const CompileCommand& command, const std::string& cuda_path) {
  std::vector<std::string> line{"clang++",
                                "-x",
                                "cuda",
                                "--cuda-host-only",
                                "--cuda-path=" + cuda_path,
                                "-resource-dir=" CUDEP_CLANG_RESOURCE_DIR,
                                "-fsyntax-only"};
  line.insert(line.end(), command.arguments.begin(), command.arguments.end());
  if (std::ranges::none_of(command.arguments, is_standard)) line.emplace_back("-std=c++17");
  for (const std::string& argument : {std::string("-Wno-unknown-cuda-version"), std::string("-isystem"),
                                      cuda_path + "/include/cccl", std::string("-w"), std::string("-ferror-limit=0")}) {
    line.push_back(argument);
  }
  line.push_back(command.file);
  return line;
}

/// One file of one compile command. Parsed a second time when braces in launches of its headers turn out to be in the
/// way.
class Parse {
 public:
  Parse(const CompileCommand& command, const std::string& cuda_path)
      : command_(command), line_(command_line(command, cuda_path)), files_(llvm::vfs::createPhysicalFileSystem()) {}

  std::expected<Lowered, std::string> run() {
    if (!command_.directory.empty() && files_->setCurrentWorkingDirectory(command_.directory)) {
      return std::unexpected(
          fmt::format("{}: no folder {}: check `directory` of its compile command", command_.file, command_.directory));
    }
    if (!files_->exists(command_.file)) {
      return std::unexpected(fmt::format("{}: no such file: check the path or the compile database", command_.file));
    }
    rewrite_launches(command_.file);
    auto lowered = parse();
    if (!lowered) return lowered;
    bool has_changed = false;
    for (const ParseError& error : lowered->errors) has_changed = rewrite_launches(error.site.file) || has_changed;
    return has_changed ? parse() : std::move(lowered);
  }

 private:
  /// Whether braces had to be named in the file, and had not been before.
  bool rewrite_launches(const std::string& file) {
    if (file.empty() || rewritten_.contains(file)) return false;
    const auto buffer = files_->getBufferForFile(file);
    if (!buffer || !(*buffer)->getBuffer().contains("<<<")) return false;
    const std::string text = (*buffer)->getBuffer().str();
    std::string named = name_launch_braces(text);
    if (named == text) return false;
    rewritten_.emplace(file, std::move(named));
    return true;
  }

  std::expected<Lowered, std::string> parse() {
    ParserNotes notes;
    ErrorCollector collector(notes);
    const auto invocation = make_invocation(collector);
    if (invocation == nullptr) {
      const bool is_known = !collector.errors.empty();
      const std::string reason = is_known ? collector.errors.front().message : "clang refused the command line";
      return std::unexpected(fmt::format("{}: {}: check its compile command and --cuda-path", command_.file, reason));
    }
    Lowered lowered;
    clang::CompilerInstance compiler(invocation);
    compiler.setVirtualFileSystem(files_);
    compiler.createDiagnostics(&collector, false);
    compiler.getDiagnostics().setFatalsAsError(true);
    LoweringAction action(notes, lowered.program);
    compiler.ExecuteAction(action);
    lowered.errors = std::move(collector.errors);
    lowered.fatal = collector.fatal;
    return lowered;
  }

  std::shared_ptr<clang::CompilerInvocation> make_invocation(ErrorCollector& collector) {
    std::vector<const char*> arguments;
    for (const std::string& argument : line_) arguments.push_back(argument.c_str());
    clang::DiagnosticOptions options;
    const auto diagnostics = clang::CompilerInstance::createDiagnostics(*files_, options, &collector, false);
    std::shared_ptr<clang::CompilerInvocation> invocation =
        clang::createInvocation(arguments, {.Diags = diagnostics, .VFS = files_});
    if (invocation == nullptr) return nullptr;
    invocation->getFrontendOpts().SkipFunctionBodies = true;
    invocation->getFrontendOpts().DisableFree = false;
    for (const auto& [file, text] : rewritten_) {
      auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, file);
      invocation->getPreprocessorOpts().addRemappedFile(file, buffer.release());
    }
    return invocation;
  }

  const CompileCommand& command_;
  std::vector<std::string> line_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_;
  std::map<std::string, std::string> rewritten_;
};

}  // namespace

std::expected<Lowered, std::string> lower(const CompileCommand& command, const std::string& cuda_path) {
  return Parse(command, cuda_path).run();
}

}  // namespace cudep::frontend
