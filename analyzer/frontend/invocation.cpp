// Runs clang on one file and lowers what it parsed.
#include <clang/Lex/PreprocessorOptions.h>
#include <fmt/format.h>

#include <map>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/clang_arguments.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/launch_braces.h"
#include "analyzer/frontend/library_classes.h"
#include "analyzer/frontend/lower.h"
#include "analyzer/frontend/own_headers.h"
#include "analyzer/frontend/translation_unit.h"

namespace cudep::frontend {

namespace {

/// Lowers the unit while the parser's semantic analysis is still there to instantiate templates.
class LoweringConsumer : public clang::ASTConsumer {
 public:
  LoweringConsumer(clang::CompilerInstance& compiler, const ParserNotes& notes, ErrorCollector& errors,
                   program::Program& program)
      : compiler_(compiler), notes_(notes), errors_(errors), program_(program) {}

  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
    return sources.isInSystemHeader(location) && !is_interpreted_header(sources.getFilename(location));
  }
  void HandleTranslationUnit(clang::ASTContext& ast) override {
    errors_.end_of_source();
    errors_.set_device_errors_apart(ast);
    program_ = lower_translation_unit(compiler_.getSema(), notes_);
  }

 private:
  clang::CompilerInstance& compiler_;
  const ParserNotes& notes_;
  ErrorCollector& errors_;
  program::Program& program_;
};

class LoweringAction : public clang::ASTFrontendAction {
 public:
  LoweringAction(ParserNotes& notes, ErrorCollector& errors, program::Program& program)
      : notes_(notes), errors_(errors), program_(program) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<PreprocessorNotes>(compiler.getSourceManager(), notes_, errors_));
    return std::make_unique<LoweringConsumer>(compiler, notes_, errors_, program_);
  }

 private:
  ParserNotes& notes_;
  ErrorCollector& errors_;
  program::Program& program_;
};

/// One file of one compile command. Parsed a second time when braces in launches of its headers turn out to be in the
/// way.
class Parse {
 public:
  Parse(const CompileCommand& command, const std::string& cuda_path)
      : command_(command), cuda_path_(cuda_path), files_(files_with_own_headers()) {}

  std::expected<Lowered, std::string> run() {
    if (!command_.directory.empty() && files_->setCurrentWorkingDirectory(command_.directory)) {
      return std::unexpected(
          fmt::format("{}: no folder {}: check `directory` of its compile command", command_.file, command_.directory));
    }
    const auto source = files_->getBufferForFile(command_.file);
    if (!source) {
      return std::unexpected(fmt::format("{}: no such file: check the path or the compile database", command_.file));
    }
    line_ = clang_arguments(command_, cuda_path_, (*source)->getBuffer());
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
    LoweringAction action(notes, collector, lowered.program);
    compiler.ExecuteAction(action);
    lowered.errors = std::move(collector.errors);
    lowered.notes = std::move(collector.notes);
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
  const std::string& cuda_path_;
  std::vector<std::string> line_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_;
  std::map<std::string, std::string> rewritten_;
};

}  // namespace

std::expected<Lowered, std::string> lower(const CompileCommand& command, const std::string& cuda_path) {
  return Parse(command, cuda_path).run();
}

}  // namespace cudep::frontend
