// Finds device functions wherever they are declared: in classes, templates and lambdas too.
#include "analyzer/frontend/device_bodies.h"

#include <clang/AST/DynamicRecursiveASTVisitor.h>

#include <algorithm>

namespace cudep::frontend {

namespace {

class BodyCollector : public clang::DynamicRecursiveASTVisitor {
 public:
  explicit BodyCollector(std::vector<clang::SourceRange>& bodies) : bodies_(bodies) {}

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (is_device_function(function) && function->doesThisDeclarationHaveABody() && function->getBody() != nullptr) {
      bodies_.push_back(function->getBody()->getSourceRange());
    }
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) override { return VisitFunctionDecl(lambda->getCallOperator()); }

 private:
  std::vector<clang::SourceRange>& bodies_;
};

}  // namespace

bool is_device_function(const clang::FunctionDecl* function) {
  return function->hasAttr<clang::CUDAGlobalAttr>() ||
         (function->hasAttr<clang::CUDADeviceAttr>() && !function->hasAttr<clang::CUDAHostAttr>());
}

DeviceBodies::DeviceBodies(clang::ASTContext& ast) : sources_(ast.getSourceManager()) {
  BodyCollector(bodies_).TraverseDecl(ast.getTranslationUnitDecl());
}

bool DeviceBodies::contain(clang::SourceLocation location) const {
  if (location.isInvalid()) return false;
  const auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
  return std::ranges::any_of(bodies_, [&](clang::SourceRange body) {
    const auto [begin_file, begin] = sources_.getDecomposedLoc(sources_.getFileLoc(body.getBegin()));
    const auto [end_file, end] = sources_.getDecomposedLoc(sources_.getFileLoc(body.getEnd()));
    return file == begin_file && file == end_file && begin <= offset && offset <= end;
  });
}

}  // namespace cudep::frontend
