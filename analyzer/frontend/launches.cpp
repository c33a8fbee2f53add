// Kernel launches and the dim3 objects that shape them.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

Operand FunctionLowering::launch(const clang::CUDAKernelCallExpr* launch) {
  const clang::CallExpr* configuration = launch->getConfig();
  const clang::FunctionDecl* kernel = launch->getDirectCallee();
  if (configuration == nullptr || configuration->getNumArgs() < 4) return Unknown{};
  Launch made;
  made.grid = value(configuration->getArg(0));
  made.block = value(configuration->getArg(1));
  made.shared_bytes = value(configuration->getArg(2));
  made.stream = value(configuration->getArg(3));
  made.kernel = kernel != nullptr ? Operand(unit.function(kernel)) : value(launch->getCallee());
  clang::QualType type = launch->getCallee()->getType();
  if (type->isPointerType()) type = type->getPointeeType();
  made.arguments = arguments(type->getAs<clang::FunctionProtoType>(), {launch->getArgs(), launch->getNumArgs()});
  at(launch->getBeginLoc());
  builder.append(std::move(made));
  return Unknown{};
}

bool FunctionLowering::construct_dim3(const clang::CXXConstructExpr* expression, Operand destination) {
  const clang::CXXRecordDecl* record = expression->getConstructor()->getParent();
  if (record->getName() != "dim3" || !unit.is_system(record->getLocation())) return false;
  if (expression->getNumArgs() == 1 && expression->getArg(0)->getType()->isRecordType()) {
    construct(expression->getArg(0), destination);
    return true;
  }
  constexpr Type axis_type{TypeKind::Integer, 4, false};
  std::int64_t offset = 0;
  for (const clang::Expr* axis : expression->arguments()) {
    const Operand extent = value(axis);
    builder.store(axis_type, builder.offset(destination, offset), extent);
    offset += axis_type.bytes;
  }
  return true;
}

}  // namespace cudep::frontend
