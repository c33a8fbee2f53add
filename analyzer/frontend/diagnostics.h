// Collects what the parser complains about, and the macros that clang gives no meaning to.
#pragma once
#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/declarations.h"
#include "analyzer/frontend/lower.h"

namespace cudep::frontend {

class ErrorCollector : public clang::DiagnosticConsumer {
 public:
  explicit ErrorCollector(ParserNotes& notes) : notes_(notes) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

  std::vector<ParseError> errors;
  bool fatal = false;

 private:
  ParserNotes& notes_;
};

/// Notes every use of `__managed__`.
class ManagedMacro : public clang::PPCallbacks {
 public:
  explicit ManagedMacro(ParserNotes& notes) : notes_(notes) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs* arguments) override;

 private:
  ParserNotes& notes_;
};

}  // namespace cudep::frontend
