// Parser errors and the uses of __managed__.
#include "analyzer/frontend/diagnostics.h"

namespace cudep::frontend {

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
  if (level < clang::DiagnosticsEngine::Error) return;
  fatal = fatal || level == clang::DiagnosticsEngine::Fatal || diagnostic.getID() == clang::diag::err_pp_file_not_found;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  ParseError error{.message = message.str().str()};
  if (diagnostic.getLocation().isValid() && diagnostic.hasSourceManager()) {
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(diagnostic.getLocation()));
    if (place.isValid()) error.site = {place.getFilename(), place.getLine(), place.getColumn()};
    notes_.errors.push_back(diagnostic.getLocation());
  }
  errors.push_back(std::move(error));
}

void ManagedMacro::MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange range,
                                const clang::MacroArgs*) {
  const clang::IdentifierInfo* identifier = name.getIdentifierInfo();
  if (identifier != nullptr && identifier->getName() == "__managed__") notes_.managed.push_back(range.getBegin());
}

}  // namespace cudep::frontend
