// Parser errors, uses of __managed__, headers that a stand-in replaced.
#include "analyzer/frontend/diagnostics.h"

#include <fmt/format.h>

#include "analyzer/frontend/device_bodies.h"
#include "analyzer/frontend/own_headers.h"

namespace cudep::frontend {

namespace {

/// Where a macro is used, for what it expands to.
model::Site site_of(const clang::SourceManager& sources, clang::SourceLocation location) {
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(location));
  if (!place.isValid()) return {};
  return {place.getFilename(), place.getLine(), place.getColumn()};
}

}  // namespace

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
  if (level < clang::DiagnosticsEngine::Error) return;
  const clang::SourceLocation location = diagnostic.getLocation();
  const bool has_place = location.isValid() && diagnostic.hasSourceManager();
  if (has_place) notes_.errors.push_back(location);
  if (!is_source_) return;
  fatal = fatal || level == clang::DiagnosticsEngine::Fatal || diagnostic.getID() == clang::diag::err_pp_file_not_found;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  ParseError error{.message = message.str().str()};
  if (has_place) error.site = site_of(diagnostic.getSourceManager(), location);
  errors.push_back(std::move(error));
  locations_.push_back(has_place ? location : clang::SourceLocation());
}

void ErrorCollector::set_device_errors_apart(clang::ASTContext& ast) {
  if (errors.empty()) return;
  const DeviceBodies bodies(ast);
  std::vector<ParseError> others;
  for (std::size_t position = 0; position < errors.size(); ++position) {
    ParseError& error = errors[position];
    const bool is_device_error = bodies.contain(locations_[position]);
    if (is_device_error) error.message = "not all of this device code is understood: " + error.message;
    (is_device_error ? notes : others).push_back(std::move(error));
  }
  errors = std::move(others);
  locations_.clear();
}

void PreprocessorNotes::MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange range,
                                     const clang::MacroArgs*) {
  const clang::IdentifierInfo* identifier = name.getIdentifierInfo();
  if (identifier != nullptr && identifier->getName() == "__managed__") notes_.managed.push_back(range.getBegin());
}

void PreprocessorNotes::FileChanged(clang::SourceLocation location, FileChangeReason reason,
                                    clang::SrcMgr::CharacteristicKind, clang::FileID) {
  const llvm::StringRef file = sources_.getFilename(location);
  if (reason != EnterFile || !is_stand_in(file)) return;
  const clang::SourceLocation include = sources_.getIncludeLoc(sources_.getFileID(location));
  errors_.notes.push_back(
      {site_of(sources_, include),
       fmt::format("no {} was found; declarations of cudep's own stand in", file.substr(file.rfind('/') + 1).str())});
}

}  // namespace cudep::frontend
