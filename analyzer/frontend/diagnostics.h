// Collects what the parser complains about, and what only the preprocessor sees.
#pragma once
#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/declarations.h"
#include "analyzer/frontend/lower.h"

namespace cudep::frontend {

class ErrorCollector : public clang::DiagnosticConsumer {
 public:
  explicit ErrorCollector(ParserNotes& notes) : notes_(notes) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

  /// What is instantiated from now on only the frontend asked for: errors in it are nobody's.
  void end_of_source() { is_source_ = false; }

  /// Moves errors within the bodies of device functions to the notes: they leave the host program whole.
  void set_device_errors_apart(clang::ASTContext& ast);

  std::vector<ParseError> errors;
  std::vector<ParseError> notes;
  bool fatal = false;

 private:
  ParserNotes& notes_;
  std::vector<clang::SourceLocation> locations_;  // of the errors, one by one
  bool is_source_ = true;
};

/// Notes every use of `__managed__`, and every stand-in for a header that is not there.
class PreprocessorNotes : public clang::PPCallbacks {
 public:
  PreprocessorNotes(const clang::SourceManager& sources, ParserNotes& notes, ErrorCollector& errors)
      : sources_(sources), notes_(notes), errors_(errors) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs* arguments) override;
  void FileChanged(clang::SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID previous) override;

 private:
  const clang::SourceManager& sources_;
  ParserNotes& notes_;
  ErrorCollector& errors_;
};

}  // namespace cudep::frontend
