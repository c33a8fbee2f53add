// Runs clang on one file and lowers what it parsed.
#include <fmt/format.h>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/diagnostics.h"
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

}  // namespace

std::expected<Lowered, std::string> lower(const CompileCommand& command, const std::string& cuda_path) {
  const std::vector<std::string> line = command_line(command, cuda_path);
  std::vector<const char*> arguments;
  for (const std::string& argument : line) arguments.push_back(argument.c_str());

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  if (!command.directory.empty() && files->setCurrentWorkingDirectory(command.directory)) {
    return std::unexpected(
        fmt::format("{}: no folder {}: check `directory` of its compile command", command.file, command.directory));
  }
  if (!files->exists(command.file)) {
    return std::unexpected(fmt::format("{}: no such file: check the path or the compile database", command.file));
  }

  ParserNotes notes;
  ErrorCollector collector(notes);
  clang::DiagnosticOptions options;
  const auto diagnostics = clang::CompilerInstance::createDiagnostics(*files, options, &collector, false);
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(arguments, {.Diags = diagnostics, .VFS = files});
  if (invocation == nullptr) {
    const std::string reason =
        collector.errors.empty() ? "clang refused the command line" : collector.errors.front().message;
    return std::unexpected(fmt::format("{}: {}: check its compile command and --cuda-path", command.file, reason));
  }
  invocation->getFrontendOpts().SkipFunctionBodies = true;
  invocation->getFrontendOpts().DisableFree = false;

  Lowered lowered;
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&collector, false);
  compiler.getDiagnostics().setFatalsAsError(true);
  LoweringAction action(notes, lowered.program);
  compiler.ExecuteAction(action);
  lowered.errors = std::move(collector.errors);
  lowered.fatal = collector.fatal;
  return lowered;
}

}  // namespace cudep::frontend
