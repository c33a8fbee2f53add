// Runs clang on one file and lowers what it parsed.
#include "analyzer/frontend/lower.h"

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/compilation.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/translation_unit.h"

namespace cudep::frontend {

namespace {

/// Lowers the unit while the parser's semantic analysis is still there to instantiate templates.
class LoweringConsumer : public SkippingConsumer {
 public:
  LoweringConsumer(clang::CompilerInstance& compiler, const ParserNotes& notes, ErrorCollector& errors,
                   program::Program& program)
      : SkippingConsumer(compiler), notes_(notes), errors_(errors), program_(program) {}

  void HandleTranslationUnit(clang::ASTContext& ast) override {
    errors_.end_of_source();
    errors_.set_device_errors_apart(ast);
    program_ = lower_translation_unit(compiler_.getSema(), notes_);
  }

 private:
  const ParserNotes& notes_;
  ErrorCollector& errors_;
  program::Program& program_;
};

class LoweringAction : public clang::ASTFrontendAction {
 public:
  LoweringAction(ParserNotes& notes, ErrorCollector& errors, program::Program& program)
      : notes_(notes), errors_(errors), program_(program) {}

  /// Clang read what was parsed before, if anything was, and began with the source.
  [[nodiscard]] bool has_begun() const { return has_begun_; }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<PreprocessorNotes>(compiler.getSourceManager(), notes_, errors_));
    return std::make_unique<LoweringConsumer>(compiler, notes_, errors_, program_);
  }
  void ExecuteAction() override {
    has_begun_ = true;
    ASTFrontendAction::ExecuteAction();
  }

 private:
  ParserNotes& notes_;
  ErrorCollector& errors_;
  program::Program& program_;
  bool has_begun_ = false;
};

std::expected<Lowered, std::string> parse(Compilation& compilation) {
  ParserNotes notes;
  ErrorCollector collector(notes);
  Lowered lowered;
  LoweringAction action(notes, collector, lowered.program);
  if (const auto ran = compilation.run(action, collector); !ran) return std::unexpected(ran.error());
  if (!action.has_begun() && compilation.uses_prelude()) {
    compilation.drop_prelude();
    return parse(compilation);
  }
  lowered.errors = std::move(collector.errors);
  lowered.notes = std::move(collector.notes);
  lowered.fatal = collector.fatal;
  lowered.has_prelude = compilation.has_prelude();
  lowered.inputs = compilation.read_files().inputs();
  lowered.is_steady = compilation.read_files().is_steady();
  return lowered;
}

}  // namespace

std::expected<Lowered, std::string> lower(const CompileCommand& command, const std::string& cuda_path,
                                          std::string_view prelude) {
  Compilation compilation(command, cuda_path, prelude);
  if (const auto opened = compilation.open(); !opened) return std::unexpected(opened.error());
  auto lowered = parse(compilation);
  if (!lowered) return lowered;
  // Braces in launches of headers may have been in the way.
  bool has_changed = false;
  for (const ParseError& error : lowered->errors)
    has_changed = compilation.rewrite_launches(error.site.file) || has_changed;
  return has_changed ? parse(compilation) : std::move(lowered);
}

}  // namespace cudep::frontend
