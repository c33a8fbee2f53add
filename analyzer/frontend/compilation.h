// One compile command, set up for clang: its files, its arguments, what was parsed of it before.
#pragma once
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/lower.h"
#include "analyzer/frontend/read_files.h"

namespace cudep::frontend {

class Compilation {
 public:
  /// `prelude`: what `parse_prelude` made of the same command, or empty. All must outlive it.
  Compilation(const CompileCommand& command, const std::string& cuda_path, std::string_view prelude);

  /// Looks at the source. Nothing else may be asked for before. An error is one line.
  std::expected<void, std::string> open();

  /// Whether clang reads headers before the source that every unit of the command begins with.
  [[nodiscard]] bool has_prelude() const { return has_prelude_; }
  /// From here on the prelude is parsed like everything else.
  void drop_prelude() { prelude_ = {}; }
  [[nodiscard]] bool uses_prelude() const { return has_prelude_ && !prelude_.empty(); }

  /// Braces in the launches of a file are named, if there are any and they were not before.
  bool rewrite_launches(const std::string& file);

  /// Runs an action on the source, or the error of a command that clang refuses. It ends in false when clang could not
  /// begin.
  std::expected<bool, std::string> run(clang::FrontendAction& action, ErrorCollector& collector);
  /// The same on the headers alone.
  std::expected<bool, std::string> run_on_prelude(clang::FrontendAction& action, ErrorCollector& collector);

  [[nodiscard]] const ReadFiles& read_files() const { return read_; }

 private:
  using Invocation = std::shared_ptr<clang::CompilerInvocation>;
  std::expected<Invocation, std::string> make_invocation(ErrorCollector& collector);
  bool execute(const Invocation& invocation, clang::FrontendAction& action, ErrorCollector& collector);

  const CompileCommand& command_;
  const std::string& cuda_path_;
  std::string_view prelude_;
  std::vector<std::string> line_;
  ReadFiles read_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_;
  std::map<std::string, std::string> rewritten_;
  bool has_prelude_ = false;
};

/// Leaves out the bodies of functions in headers of the system that nothing needs.
class SkippingConsumer : public clang::ASTConsumer {
 public:
  explicit SkippingConsumer(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  bool shouldSkipFunctionBody(clang::Decl* declaration) override;

 protected:
  clang::CompilerInstance& compiler_;
};

}  // namespace cudep::frontend
