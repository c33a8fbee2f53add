// Parses what comes before the source in every CUDA unit, into clang's form of a precompiled header.
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Serialization/ASTWriter.h>

#include "analyzer/frontend/clang.h"
#include "analyzer/frontend/compilation.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/lower.h"

namespace cudep::frontend {

namespace {

class PreludeAction : public clang::ASTFrontendAction {
 public:
  [[nodiscard]] std::string text() const {
    return buffer_->IsComplete ? std::string(buffer_->Data.begin(), buffer_->Data.end()) : "";
  }

 protected:
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getLangOpts().CompilingPCH = true;
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    constexpr bool kWithErrors = false, kWithTimes = false;  // whether headers are unchanged is not clang's to say
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<SkippingConsumer>(compiler));
    consumers.push_back(std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), "prelude", "", buffer_, compiler.getCodeGenOpts(),
        compiler.getFrontendOpts().ModuleFileExtensions, kWithErrors, kWithTimes));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  std::shared_ptr<clang::PCHBuffer> buffer_ = std::make_shared<clang::PCHBuffer>();
};

}  // namespace

std::expected<Prelude, std::string> parse_prelude(const CompileCommand& command, const std::string& cuda_path) {
  Compilation compilation(command, cuda_path, {});
  if (const auto opened = compilation.open(); !opened) return std::unexpected(opened.error());
  ParserNotes notes;
  ErrorCollector collector(notes);
  PreludeAction action;
  const auto ran = compilation.run_on_prelude(action, collector);
  if (!ran) return std::unexpected(ran.error());
  return Prelude{.text = *ran && collector.errors.empty() ? action.text() : "",
                 .inputs = compilation.read_files().inputs(),
                 .is_steady = compilation.read_files().is_steady()};
}

}  // namespace cudep::frontend
